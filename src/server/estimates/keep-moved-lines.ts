import { canonicalJson } from '#base/json.ts'
import { must } from '#base/assert.ts'
import { growTree, type EstimateTree, type Place } from '#estimating/estimate-tree.ts'
import { addFixed, fixedText, parseFixed, roundFixed, zero, type Fixed } from '#estimating/fixed.ts'
import { outlineNumbers } from '#estimating/outline-numbers.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { updateRows, type EventCause } from '../records/update-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { changedRows, type Wanted } from './changed-rows.ts'
import { documentOf } from './document-of.ts'
import { documentPlaces } from './document-places.ts'
import { followedBy } from './followed-by.ts'
import { plainly } from './plain-refusal.ts'
import { textOf } from './read-value.ts'
import { missingSortKeys } from './sort-keys.ts'
import { modelNamed, rowsOf, type StoredRow } from './stored-version.ts'

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
 * Works out a version of which lines only moved: numbers, places and the sums of sections, of what the lines came to before.
 * What they are made of and what the whole comes to are the same wherever they stand. Null where the whole must be looked at:
 * markups in the rates, whose last cents go by the order of the lines, and lines without a place of their own yet.
 */
export async function keepMovedLines(
  context: RecordContext,
  version: string,
  cause: EventCause,
): Promise<Followed[] | null> {
  const [rows, markups] = await Promise.all([
    rowsOf(context, 'estimate_lines', 'version', [version]),
    rowsOf(context, 'estimate_markups', 'version', [version]),
  ])
  if (markups.some(({ attributes }) => attributes.spread === 'into_rates')) return null
  if (rows.some(({ attributes }) => textOf(attributes, 'place') === null)) return null
  if (missingSortKeys(rows, 'parent').size > 0) return null
  const { nodes } = documentOf({ version: unnamed, lines: rows, resources: [], markups: [] })
  const tree = plainly(() => growTree(nodes))
  const [numbers, places] = [outlineNumbers(nodes), documentPlaces(nodes)]
  const stored = new Map(rows.map((row) => [row.id, row]))
  const [totals, nets] = [sumsIn(tree, stored, 'node_total'), sumsIn(tree, stored, 'net_total')]
  const changes = changedRows(rows, ({ id }) => ({
    number: numbers.get(id) ?? null,
    ...places.get(id),
    ...totals.get(id),
    ...nets.get(id),
  }))
  if (changes.length === 0) return []
  const model = modelNamed(context, 'estimate_lines')
  await updateRows(context, model, changes, cause)
  return [followedBy(model, changes)]
}

// Lines are read without the terms of their version: nothing is reckoned with these here.
const unnamed: StoredRow = { id: '', archetype_id: null, attributes: {} }

/** What sections come to, and subtotals since the one before, of the amounts that lines have. */
function sumsIn(
  { inOrder, roots }: EstimateTree,
  rows: ReadonlyMap<string, StoredRow>,
  key: 'node_total' | 'net_total',
): Map<string, Wanted> {
  const sums = new Map<Place, Fixed>()
  for (const place of inOrder)
    if (place.node.kind === 'line')
      sums.set(place, parseFixed(textOf(must(rows.get(place.node.id)).attributes, key) ?? '0'))
  // From the last to the first: what is inside comes before what it is in.
  for (const place of inOrder.toReversed())
    if (place.parent)
      sums.set(place.parent, addFixed(sums.get(place.parent) ?? zero, sums.get(place) ?? zero))
  const wanted = new Map<string, Wanted>()
  const enter = (place: Place, sum: Fixed): void =>
    void wanted.set(place.node.id, { [key]: fixedText(roundFixed(sum, 2, 'half_up')) })
  for (const siblings of [roots, ...inOrder.map(({ children }) => children)]) {
    let since = zero
    for (const place of siblings) {
      if (place.node.kind === 'section') enter(place, sums.get(place) ?? zero)
      if (place.node.kind === 'subtotal') {
        enter(place, since)
        since = zero
      } else since = addFixed(since, sums.get(place) ?? zero)
    }
  }
  return wanted
}
