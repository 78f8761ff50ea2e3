import { canonicalJson } from '#base/json.ts'
import { must } from '#base/assert.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { updateRows, type EventCause } from '../records/update-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { changedRows, type Wanted } from './changed-rows.ts'
import { followedBy } from './followed-by.ts'
import { LoadedNodes } from './loaded-nodes.ts'
import { placeMoved } from './place-moved.ts'
import { textOf } from './read-value.ts'
import { missingSortKeys } from './sort-keys.ts'
import { modelNamed, rowsOf } from './stored-version.ts'
import { sumMoved } from './sum-moved.ts'

/** Whether a write of lines did nothing but put them somewhere else in their version. */
export const onlyMoved = (model: string, changes: readonly RecordChange[]): boolean =>
  model === 'estimate_lines' &&
  changes.every(({ before, after }) => {
    if (!before || !after) return false
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].every(
      (key) =>
        key === 'parent' ||
        key === 'sort' ||
        canonicalJson(before[key] ?? null) === canonicalJson(after[key] ?? null),
    )
  })

/**
 * Works out a version of which lines only moved: the numbers of those beside them and the places of what is inside them, and
 * the sums of the sections they left and came to, from what the lines came to before. It reads what stands in these sections,
 * and what else gets another number or sum, however many lines there are elsewhere. Null where the whole must be looked at:
 * markups in the rates, whose last cents go by the order of the lines, markups of one section, nodes without a place of their own yet, and what is no tree.
 */
export async function keepMovedLines(
  context: RecordContext,
  version: string,
  moved: readonly RecordChange[],
  cause: EventCause,
): Promise<Followed[] | null> {
  const sections = new Set<string | null>()
  for (const { before, after } of moved) {
    if (after?.version !== version) continue
    for (const values of [before, after]) sections.add(textOf(must(values), 'parent'))
  }
  const [nodes, markups] = await Promise.all([
    LoadedNodes.around(context, version, sections),
    rowsOf(context, 'estimate_markups', 'version', [version]),
  ])
  if (
    !nodes ||
    markups.some(({ attributes }) => attributes.spread === 'into_rates' || attributes.section != null)
  )
    return null
  const wanted = new Map<string, Wanted>()
  const want = (id: string, values: Wanted): void => void wanted.set(id, { ...wanted.get(id), ...values })
  await sumMoved(nodes, sections, want)
  await placeMoved(nodes, sections, want)
  const rows = nodes.all()
  if (rows.some(({ attributes }) => textOf(attributes, 'place') === null)) return null
  if (missingSortKeys(rows, 'parent').size > 0) return null
  const changes = changedRows(rows, ({ id }) => wanted.get(id) ?? {})
  if (changes.length === 0) return []
  const model = modelNamed(context, 'estimate_lines')
  await updateRows(context, model, changes, cause)
  return [followedBy(model, changes)]
}
