import { AppError } from '#base/app-error.ts'
import { priceItem } from '../estimates/price-item.ts'
import { textOf } from '../estimates/read-value.ts'
import type { StoredRow } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Targets } from './targets.ts'

type Values = Readonly<Record<string, unknown>>

/** How a new line is priced: fields of the line, and the resource that keeps the price of an item. */
export interface TargetPrice {
  line: Values
  resource: Values | null
  /** Why it has no price, in words. */
  lacks: string | null
}

/** Prices what a rule counts for, by the version's own day, currency and region. Without a price the line is still made. */
export async function priceTarget(
  context: RecordContext,
  rule: Values,
  { items, recipeVersions }: Targets,
  version: StoredRow,
  quantity: string,
): Promise<TargetPrice> {
  const item = items.get(textOf(rule, 'item') ?? '')
  if (item) {
    const line = { item: item.id, rate_source: 'item' }
    try {
      const resource = await priceItem(context, item, version.attributes, quantity)
      return { line, resource, lacks: null }
    } catch (error) {
      if (!(error instanceof AppError) || !Array.isArray(error.details)) throw error
      const [first] = error.details as { message: string }[]
      return { line, resource: null, lacks: first?.message ?? error.message }
    }
  }
  const recipe = recipeVersions.get(textOf(rule, 'recipe_version') ?? '')
  if (!recipe)
    return { line: { rate_source: 'manual' }, resource: null, lacks: 'The rule names no item and no recipe.' }
  const rate = textOf(recipe.attributes, 'rate')
  const line = { recipe_version: recipe.id, rate_source: 'recipe' }
  if (rate === null || recipe.attributes.currency !== version.attributes.currency)
    return { line, resource: null, lacks: 'The recipe has no rate in the currency of this version.' }
  return { line: { ...line, unit_rate: rate }, resource: null, lacks: null }
}
