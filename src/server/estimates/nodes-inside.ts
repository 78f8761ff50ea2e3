import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { Wish } from './find-place.ts'
import { textOf } from './read-value.ts'
import { modelNamed, rowsOf, type StoredRow } from './stored-version.ts'

/** The nodes of a version right inside these sections, in no order; null stands for the top. */
export async function nodesInside(
  context: RecordContext,
  version: string,
  sections: Iterable<string | null>,
): Promise<StoredRow[]> {
  const asked = new Set(sections)
  const inside = [...asked].filter((id) => id !== null)
  const found = await Promise.all([
    inside.length > 0 ? rowsOf(context, 'estimate_lines', 'parent', inside) : [],
    asked.has(null) ? rowsOf(context, 'estimate_lines', 'version', [version], 'parent') : [],
  ])
  return found.flat().filter(({ attributes }) => attributes.version === version)
}

/** These nodes and every section around them; what is not in the version is missing. */
export async function nodesAbove(
  context: RecordContext,
  version: string,
  ids: Iterable<string>,
): Promise<Map<string, StoredRow>> {
  const model = modelNamed(context, 'estimate_lines')
  const found = new Map<string, StoredRow>()
  let level = [...new Set(ids)]
  while (level.length > 0) {
    const rows = await loadObjects(context, model, level)
    const own = rows.filter(({ attributes }) => attributes.version === version)
    for (const row of own) found.set(row.id, row)
    const parents = own.flatMap(({ attributes }) => textOf(attributes, 'parent') ?? [])
    level = [...new Set(parents)].filter((id) => !found.has(id))
  }
  return found
}

/** What `findPlace` looks at for a wish: the section that is wished for, and what is right inside it. */
export async function nodesAround(context: RecordContext, version: string, wish: Wish): Promise<StoredRow[]> {
  const named = 'below' in wish ? wish.below : 'above' in wish ? wish.above : wish.inside
  const above = named === null ? new Map<string, StoredRow>() : await nodesAbove(context, version, [named])
  const anchor = named === null ? undefined : above.get(named)
  if (named !== null && !anchor) return []
  const section = anchor && !('inside' in wish) ? textOf(anchor.attributes, 'parent') : named
  const siblings = await nodesInside(context, version, [section])
  return [...new Map([...above.values(), ...siblings].map((row) => [row.id, row])).values()]
}
