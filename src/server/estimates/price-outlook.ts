import { newId } from '#base/ids.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import type { RecordContext } from '../records/record-context.ts'
import { documentOf } from './document-of.ts'
import { planPrices, type PricedLine, type PricePlan } from './plan-prices.ts'
import { repricedLines } from './repriced-lines.ts'
import type { StoredRow, StoredVersion } from './stored-version.ts'

/** A version as it is, and as it would be with the prices of another day. */
export interface PriceOutlook {
  before: EstimateDocument
  after: EstimateDocument
  /** The lines that have their price from a recipe or an item. */
  priced: readonly PricedLine[]
  /** Those that lack a price on that day: they keep what they have. */
  missing: readonly PricedLine[]
}

/**
 * What versions would come to with the prices of a day, in their order; all that this needs is read together, whatever their
 * number. Nothing is written: `repriceLines` does just that. 403 where this person may not see all that a price is made of.
 */
export async function priceOutlooks(
  context: RecordContext,
  versions: readonly StoredVersion[],
  date: string,
): Promise<PriceOutlook[]> {
  const priced = versions.map(({ lines }) => repricedLines(lines))
  const plans = await planPrices(context, priced.flat(), date)
  return versions.map((stored, at): PriceOutlook => {
    const own = priced[at] ?? []
    return {
      before: documentOf(stored),
      after: documentOf(withPlans(stored, plans)),
      priced: own,
      missing: own.filter(({ line }) => !isWhole(plans.get(line.id))),
    }
  })
}

/** Whether a line has all its prices on that day. */
export const isWhole = (plan: PricePlan | undefined): boolean =>
  plan?.kind === 'priced' && plan.resources.every(({ price }) => price !== null)

/** With the prices of the day; a line that lacks one then keeps what it has, and a rate that was typed instead stays. */
function withPlans(stored: StoredVersion, plans: ReadonlyMap<string, PricePlan>): StoredVersion {
  const fresh = stored.lines.flatMap(({ id }): StoredRow[] => {
    const plan = plans.get(id)
    return plan?.kind === 'priced' && isWhole(plan)
      ? plan.resources.map((attributes) => ({ id: newId(), archetype_id: null, attributes }))
      : []
  })
  const kept = stored.resources.filter(({ attributes }) => !isWhole(plans.get(String(attributes.line))))
  return { ...stored, resources: [...kept, ...fresh] }
}
