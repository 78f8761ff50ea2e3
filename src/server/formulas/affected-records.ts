import { canonicalJson } from '#base/json.ts'
import type { Step } from '#kernel/formulas/computed.ts'
import { endModel, type Stage } from '#kernel/formulas/plan.ts'
import { compileDependents } from '#kernel/sql/compile-dependents.ts'
import type { RecordContext } from '../records/record-context.ts'
import { linkedIds } from './lock-inputs.ts'

type Attributes = Readonly<Record<string, unknown>>

/** A record that was written: its free map before and after, null when there was or is none. */
export interface RecordChange {
  id: string
  before: Attributes | null
  after: Attributes | null
  /** What a change named, also where it was that already. */
  named?: readonly string[]
}

/** What was written so far, by model and id. */
export type ChangedRecords = Map<string, Map<string, RecordChange>>

const valueOf = (attributes: Attributes | null, key: string): unknown =>
  attributes && Object.hasOwn(attributes, key) ? (attributes[key] ?? null) : null

const differs = ({ before, after }: RecordChange, key: string): boolean =>
  canonicalJson(valueOf(before, key)) !== canonicalJson(valueOf(after, key))

/** Ids of the stage's records that read something which changed in another record; at most about `most` of them. */
export async function affectedRecords(
  context: RecordContext,
  { fields }: Stage,
  changed: ChangedRecords,
  most: number,
): Promise<Set<string>> {
  const affected = new Set<string>()
  const walked = new Set<string>()
  for (const computed of fields) {
    for (const input of computed.reads) {
      if (input.steps.length === 0) continue
      const way = `${input.steps.map(({ from, field, to }) => `${from} ${field} ${to}`).join(' ')} ${input.key}`
      if (walked.has(way)) continue
      walked.add(way)
      const records = [...(changed.get(endModel(computed, input))?.values() ?? [])]
      const hit = records.filter((record) => differs(record, input.key))
      if (hit.length === 0) continue
      for (const id of await walkBack(context, input.steps, hit, most)) affected.add(id)
    }
  }
  return affected
}

async function walkBack(
  context: RecordContext,
  steps: readonly Step[],
  records: readonly RecordChange[],
  most: number,
): Promise<Iterable<string>> {
  const last = steps.at(-1)
  // What a record pointed to before counts as well: it has lost one.
  let ids =
    last?.kind === 'inverse'
      ? linkedIds(
          records.flatMap(({ before, after }) => [before, after]),
          last.field,
        )
      : new Set(records.map(({ id }) => id))
  const left = last?.kind === 'inverse' ? steps.slice(0, -1) : steps
  for (const step of left.toReversed()) {
    if (ids.size === 0) break
    const { text, values } = compileDependents(context.workspace, step, [...ids], most)
    const { rows } = await context.tx.query<{ id: string }>(text, values)
    ids = new Set(rows.map(({ id }) => id))
  }
  return ids
}
