import { isJsonObject } from '#base/json.ts'
import type { AppError } from '#base/app-error.ts'
import { planPrices } from '../estimates/plan-prices.ts'
import type { Pricing } from '../estimates/pricing-of.ts'
import { textOf } from '../estimates/read-value.ts'
import type { StoredRow } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { RunGroup } from './run-groups.ts'

type Values = Readonly<Record<string, unknown>>

/** How a new line is priced. */
export interface TargetPrice {
  /** What the line is made with; its recipe or item then prices it like any other line. */
  line: Values
  /** What that comes to, as it is now. */
  worked: Values
  resources: readonly Values[]
  /** Why it has no price, in words. */
  lacks: string | null
}

/**
 * Prices what rules count for, in order, by the version's own day, currency and region. Without a price the line is still
 * made, to be priced by hand. 403 where this person may not see all that a price is made of.
 */
export async function priceTargets(
  context: RecordContext,
  wanted: readonly { rule: Values; group: RunGroup }[],
  version: StoredRow,
): Promise<TargetPrice[]> {
  const lines = wanted.map(({ rule, group }, index) => ({
    pricing: pricingOfRule(rule),
    line: { id: String(index), attributes: valuesOf(rule, group, version.id) },
  }))
  const plans = await planPrices(
    context,
    lines.flatMap(({ line, pricing }) => (pricing ? [{ line, pricing }] : [])),
  )
  return lines.map(({ line: { id, attributes }, pricing }) => {
    const plan = plans.get(id)
    if (!pricing || !plan) return byHand('The rule names no item and no recipe.')
    if (plan.kind === 'refused') return byHand(wordsOf(plan.error))
    const { item, recipe_version, recipe_params } = attributes
    const resources = plan.resources.map(({ line: _line, ...resource }) => resource)
    const open = resources.find(({ price }) => price === null || price === undefined)
    return {
      line:
        pricing.by === 'item'
          ? { item, rate_source: 'item' }
          : { recipe_version, recipe_params, rate_source: 'recipe' },
      worked: plan.values,
      resources,
      lacks: open ? `${String(open.name)} has no price.` : null,
    }
  })
}

function pricingOfRule(rule: Values): Extract<Pricing, { id: string }> | null {
  const item = textOf(rule, 'item')
  if (item !== null) return { by: 'item', id: item, isTaken: true }
  const recipe = textOf(rule, 'recipe_version')
  return recipe === null ? null : { by: 'recipe', id: recipe, isTaken: true }
}

const valuesOf = (rule: Values, { unit, quantity, params }: RunGroup, version: string): Values => ({
  version,
  kind: 'line',
  unit,
  quantity,
  item: rule.item,
  recipe_version: rule.recipe_version,
  recipe_params: params,
})

const byHand = (lacks: string): TargetPrice => ({
  line: { rate_source: 'manual' },
  worked: {},
  resources: [],
  lacks,
})

function wordsOf({ details, message }: AppError): string {
  const first: unknown = Array.isArray(details) ? details[0] : undefined
  return isJsonObject(first) && typeof first['message'] === 'string' ? first['message'] : message
}
