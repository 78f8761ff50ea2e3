import { groupBy } from '#base/group-by.ts'
import { must } from '#base/assert.ts'
import type { RecordContext } from '../records/record-context.ts'
import { nodesAbove, nodesInside } from './nodes-inside.ts'
import { textOf } from './read-value.ts'
import { compareSort } from './sort-keys.ts'
import type { StoredRow } from './stored-version.ts'

/** The part of a version that is looked at: some nodes with all sections around them, and what stands in these when it is asked for. */
export class LoadedNodes {
  readonly #context: RecordContext
  readonly #version: string
  readonly #rows: Map<string, StoredRow>
  readonly #inside = new Map<string | null, readonly StoredRow[]>()

  private constructor(context: RecordContext, version: string, rows: Map<string, StoredRow>) {
    this.#context = context
    this.#version = version
    this.#rows = rows
  }

  /**
   * These sections (null is the top) with those around them. Null where one is not there, is no section or hangs below
   * itself: what is right and wrong there is said by whoever looks at the whole.
   */
  static async around(
    context: RecordContext,
    version: string,
    sections: ReadonlySet<string | null>,
  ): Promise<LoadedNodes | null> {
    const named = [...sections].filter((id) => id !== null)
    const rows = await nodesAbove(context, version, named)
    const isTree = named.every((id) => rows.has(id)) && [...rows.values()].every((row) => standsIn(rows, row))
    return isTree ? new LoadedNodes(context, version, rows) : null
  }

  /** Reads what is right inside these sections, where it is not known yet. */
  async open(sections: Iterable<string | null>): Promise<void> {
    const asked = [...new Set(sections)].filter((id) => !this.#inside.has(id))
    if (asked.length === 0) return
    const found = await nodesInside(this.#context, this.#version, asked)
    // A row that is there already stays the same object: what is wanted of it is looked up by that.
    const rows = found.map((row) => this.#rows.get(row.id) ?? row)
    for (const row of rows) this.#rows.set(row.id, row)
    const byParent = groupBy(rows, ({ attributes }) => textOf(attributes, 'parent'))
    for (const id of asked) this.#inside.set(id, (byParent.get(id) ?? []).toSorted(compareSort))
  }

  /** What is right inside a section that was opened, in its order. */
  inside(section: string | null): readonly StoredRow[] {
    return must(this.#inside.get(section))
  }

  row(id: string): StoredRow {
    return must(this.#rows.get(id))
  }

  /** How deep what is right inside a section stands: 1 at the top. */
  depthIn(section: string | null): number {
    let depth = 1
    for (let at = section; at !== null; at = textOf(this.row(at).attributes, 'parent')) depth++
    return depth
  }

  all(): StoredRow[] {
    return [...this.#rows.values()]
  }
}

/** Whether the way up from a section leads through sections to the top. */
function standsIn(rows: ReadonlyMap<string, StoredRow>, row: StoredRow): boolean {
  const passed = new Set<string>()
  for (let at: StoredRow | undefined = row; at;) {
    if (passed.has(at.id) || textOf(at.attributes, 'kind') !== 'section') return false
    passed.add(at.id)
    const parent = textOf(at.attributes, 'parent')
    if (parent === null) return true
    at = rows.get(parent)
  }
  return false
}

/** Sections by the depth of what is in them; null is the top of the document. More can be entered while they are gone through. */
export function levelsOf(
  nodes: LoadedNodes,
  sections: Iterable<string | null>,
): { levels: readonly ReadonlySet<string | null>[]; enter(section: string | null): void } {
  const levels: Set<string | null>[] = []
  const enter = (section: string | null): void =>
    void (levels[nodes.depthIn(section)] ??= new Set()).add(section)
  for (const section of sections) enter(section)
  return { levels, enter }
}
