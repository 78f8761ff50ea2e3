import { createObjects } from '../records/create-objects.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import type { Wanted } from './changed-rows.ts'
import { planPrices, type PricedLine } from './plan-prices.ts'
import { textOf } from './read-value.ts'
import { rowsOf } from './stored-version.ts'

/**
 * Prices lines: each gets the resources of its recipe or item, with the prices that hold on the day of its version, in its
 * currency and region, in place of those it had. They are copies, so that what a catalogue says later changes nothing. All
 * lines are read together and written together.
 * @returns what the lines themselves are to have, by id. 422 with the reason where an item has no price or a recipe cannot
 * be worked out; 403 where this person may not see all that a price is made of.
 */
export async function priceLines(
  context: RecordContext,
  priced: readonly PricedLine[],
  date?: string,
): Promise<Map<string, Wanted>> {
  const values = new Map<string, Wanted>()
  const resources: Record<string, unknown>[] = []
  for (const [id, plan] of await planPrices(context, priced, date)) {
    if (plan.kind === 'refused') throw plan.error
    values.set(id, plan.values)
    resources.push(...plan.resources)
  }
  await replaceResources(context, priced, resources)
  return values
}

/** A line that is not priced any more keeps what was added to it by hand. */
async function replaceResources(
  context: RecordContext,
  priced: readonly PricedLine[],
  resources: readonly Record<string, unknown>[],
): Promise<void> {
  const lines = new Map(priced.map((one) => [one.line.id, one]))
  const old = (await rowsOf(context, 'estimate_resources', 'line', [...lines.keys()])).filter(
    ({ attributes }) =>
      lines.get(String(attributes.line))?.pricing.by !== 'none' || textOf(attributes, 'price_from') !== null,
  )
  if (old.length > 0)
    await deleteObjects(
      context,
      modelFor(context, 'estimate_resources', 'delete'),
      old.map(({ id }) => id),
    )
  if (resources.length === 0) return
  const drafts = resources.map((values) => ({ values }))
  await createObjects(context, modelFor(context, 'estimate_resources', 'create'), drafts, { path: '' })
}
