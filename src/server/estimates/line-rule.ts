import type { RecordChange } from '../formulas/affected-records.ts'
import { isAsItWas } from '../records/as-it-was.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { updateRows } from '../records/update-rows.ts'
import type { Followed, StandardRule } from '../standard-models/standard-rule.ts'
import { changedRows, type Wanted } from './changed-rows.ts'
import { contentRule } from './content-rule.ts'
import { followedBy } from './followed-by.ts'
import { lineQuantities } from './line-quantities.ts'
import { noteChoices } from './note-choices.ts'
import type { PricedLine } from './plan-prices.ts'
import { priceLines } from './price-lines.ts'
import { pricingOf } from './pricing-of.ts'
import { requireActiveGroups } from './require-active-groups.ts'
import { selectedAtFirst } from './selected-at-first.ts'
import { modelNamed } from './stored-version.ts'

/**
 * A line with a formula has the quantity it gives; one for which a recipe or an item is chosen is priced by it; one that
 * becomes optional or an alternative is chosen as its kind is at first. None is put into a cost group that is not in use any more. What comes as it was has all that with it. Then their
 * version is worked out.
 */
export const lineRule: StandardRule = async (context, model, changes) => {
  if (isAsItWas(context)) return contentRule(context, model, changes)
  await requireActiveGroups(context, changes)
  const followed = await follow(context, changes)
  return [...followed, ...(await contentRule(context, model, changes))]
}

async function follow(context: RecordContext, changes: readonly RecordChange[]): Promise<Followed[]> {
  const values = new Map<string, Wanted>(await lineQuantities(context, changes))
  for (const [id, selected] of selectedAtFirst(changes)) values.set(id, { ...values.get(id), selected })
  const priced = changes.flatMap((change): PricedLine[] => {
    const pricing = pricingOf(change)
    if (!pricing || !change.after) return []
    const attributes = { ...change.after, ...values.get(change.id) }
    return [{ line: { id: change.id, attributes }, pricing }]
  })
  const { values: own, followed } = await priceLines(context, priced)
  await noteChoices(context, priced)
  for (const [id, change] of own) values.set(id, { ...values.get(id), ...change })
  if (values.size === 0) return []
  const model = modelNamed(context, 'estimate_lines')
  const rows = await loadObjects(context, model, [...values.keys()])
  const changed = changedRows(rows, ({ id }) => values.get(id) ?? {})
  if (changed.length === 0) return followed
  // Written by whoever chose the price or gave the formula: taking that back takes this back with it.
  await updateRows(context, model, changed)
  return [...followed, followedBy(model, changed)]
}
