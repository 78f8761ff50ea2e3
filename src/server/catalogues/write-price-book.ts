import { must } from '#base/assert.ts'
import { createObjects, type ObjectDraft } from '../records/create-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import type { PriceBookPlan, RecordStep } from './plan-price-book.ts'

const batchSize = 500

/** Writes a plan with the caller's rights: items, then the ends of old prices, then the new ones. All in their transaction. */
export async function writePriceBook(
  context: RecordContext,
  catalogue: string,
  plan: PriceBookPlan,
): Promise<void> {
  const items = plan.newItems.map(({ code, item }) => ({ values: { catalogue, code, ...item } }))
  const ids = await create(context, 'catalogue_items', items)
  const newIds = new Map(plan.newItems.map(({ code }, index) => [code, must(ids[index])]))
  await change(context, 'catalogue_items', plan.changedItems)
  await change(context, 'catalogue_prices', plan.changedPrices)
  const prices = plan.newPrices.map(({ code, item, values }) => ({
    values: { ...values, item: item ?? must(newIds.get(code)) },
  }))
  await create(context, 'catalogue_prices', prices)
}

async function create(
  context: RecordContext,
  key: string,
  drafts: readonly ObjectDraft[],
): Promise<string[]> {
  const model = modelFor(context, key, 'create')
  const made: string[] = []
  for (let start = 0; start < drafts.length; start += batchSize) {
    const part = drafts.slice(start, start + batchSize)
    const { ids } = await createObjects(context, model, part)
    made.push(...part.map((_draft, index) => must(ids.get(index))))
  }
  return made
}

async function change(context: RecordContext, key: string, steps: readonly RecordStep[]): Promise<void> {
  if (steps.length === 0) return
  const model = modelFor(context, key, 'update')
  for (let start = 0; start < steps.length; start += batchSize) {
    const part = steps.slice(start, start + batchSize)
    await updateObjects(
      context,
      model,
      part.map(({ id, after }) => ({ id, values: { ...after } })),
    )
  }
}
