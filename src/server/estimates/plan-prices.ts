import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { saying } from '#base/saying.ts'
import { saidModel } from '../names/said-names.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { loadItems, loadRecipes } from '../recipes/load-recipes.ts'
import { requireSeen } from '../recipes/require-seen.ts'
import type { Wanted } from './changed-rows.ts'
import { groupsTaken } from './groups-taken.ts'
import { priceByItem } from './price-by-item.ts'
import { priceByQuote } from './price-by-quote.ts'
import { priceByRecipe, type LinePrice, type PricedParts } from './price-by-recipe.ts'
import type { Pricing } from './pricing-of.ts'
import { textOf } from './read-value.ts'
import { modelNamed, type StoredRow } from './stored-version.ts'

/** A line and what it is priced by. */
export interface PricedLine {
  line: Pick<StoredRow, 'id' | 'attributes'>
  pricing: Pricing
}

/** What pricing a line comes to: the values of its resources and its own, or why it cannot be priced. */
export type PricePlan =
  | { kind: 'priced'; values: Wanted; resources: readonly Record<string, unknown>[] }
  | { kind: 'refused'; error: AppError }

/**
 * Works out prices for lines, with all that is needed read together: as they hold on the day of their version or on another
 * one. Nothing is written. 403 where this person may not see all that a price is made of.
 */
export async function planPrices(
  context: RecordContext,
  priced: readonly PricedLine[],
  date?: string,
): Promise<Map<string, PricePlan>> {
  const named = (by: Pricing['by']): string[] => [
    ...new Set(priced.flatMap(({ pricing }) => (pricing.by === by && 'id' in pricing ? [pricing.id] : []))),
  ]
  const recipes = await loadRecipes(context, named('recipe'))
  const items = await loadItems(context, named('item'))
  await requireSeen(context, recipes)
  await requireSeen(context, items)
  const quotes = await quotesOf(context, named('quote'))
  const versions = await versionsOf(context, priced)
  const groups = await groupsTaken(context, priced)
  return new Map(
    priced.map(({ line, pricing }) => {
      const version = must(versions.get(String(line.attributes.version)))
      const asked = date === undefined ? version.attributes : { ...version.attributes, price_date: date }
      const parts = (work: LinePrice): PricedParts =>
        pricing.by === 'recipe'
          ? priceByRecipe(recipes, pricing.id, work)
          : pricing.by === 'item'
            ? priceByItem(items.prices, pricing.id, work)
            : pricing.by === 'quote'
              ? priceByQuote(must(quotes.get(pricing.id)), work)
              : unpriced(line.attributes)
      const isTaken = pricing.by !== 'none' && pricing.isTaken === true
      const work = { line: line.attributes, version: asked, isTaken }
      return [line.id, planOf(line.id, version.id, work, parts, groups.get(line.id))]
    }),
  )
}

async function quotesOf(context: RecordContext, ids: readonly string[]): Promise<Map<string, StoredRow>> {
  if (ids.length === 0) return new Map()
  requireQuotable(context)
  const rows = await loadObjects(context, modelNamed(context, 'estimate_quotes'), ids)
  await requireSeen(context, { read: new Map([['estimate_quotes', ids]]) })
  return new Map(rows.map((row) => [row.id, row]))
}

/** 422 `outdated` for a workspace that has quotes and still resources as they were before. */
function requireQuotable(context: RecordContext): void {
  const model = modelNamed(context, 'estimate_resources')
  const options = model.fields.get('price_from')?.field.options ?? []
  if (options.some((option) => (typeof option === 'string' ? option : option.value) === 'quote')) return
  throw invalid([
    {
      path: 'model',
      code: 'outdated',
      ...saying(
        'The model “{{model}}” does not know prices by quotes yet. Whoever manages models can update it.',
        { model: saidModel(model) },
      ),
    },
  ])
}

async function versionsOf(
  context: RecordContext,
  priced: readonly PricedLine[],
): Promise<Map<string, StoredRow>> {
  const ids = [...new Set(priced.map(({ line }) => String(line.attributes.version)))]
  const rows = await loadObjects(context, modelNamed(context, 'estimate_versions'), ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The rate stays what it was until another is typed. */
const unpriced = (line: StoredRow['attributes']): PricedParts => ({
  resources: [],
  values: { unit_rate: textOf(line, 'unit_rate') ?? textOf(line, 'rate') },
})

function planOf(
  line: string,
  version: string,
  work: LinePrice,
  parts: (work: LinePrice) => PricedParts,
  more: Wanted = {},
): PricePlan {
  try {
    const { values, resources } = parts(work)
    const place = { version, line, price_date: textOf(work.version, 'price_date') }
    return {
      kind: 'priced',
      values: { ...values, ...more },
      resources: resources.map((one) => ({ ...one, ...place })),
    }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refused', error }
    throw error
  }
}
