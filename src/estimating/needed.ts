import { fraction, plainText, plus, zero } from '#base/fraction.ts'
import type { EstimateRollUp } from './estimate-roll-up.ts'
import { adjustmentName, totalByType, type ResourceTotals, type TypeTotals } from './total-by-type.ts'

/** How much of one thing is needed, at whatever prices: what is ordered. */
export type Needed = Pick<TypeTotals, 'type'> &
  Pick<ResourceTotals, 'itemCode' | 'name' | 'unit' | 'quantity'>

/**
 * What the lines that count take of each resource, and how many hours of labour, priced or not. Percentages of other costs
 * are money, nothing that is ordered. Resources are the same when type, code, name and unit are.
 * @example neededFor(new EstimateRollUp(document)).hours // '412.75'
 */
export function neededFor(rolled: EstimateRollUp): { hours: string; rows: Needed[] } {
  const rows = new Map<string, Needed>()
  let hours = zero
  for (const { type, hours: worked, resources } of totalByType(rolled)) {
    if (type === 'labour') hours = plus(hours, fraction(worked))
    for (const { itemCode, name, unit, quantity } of resources) {
      if (unit === '%' || isAdjustment({ itemCode, name, unit })) continue
      const key = JSON.stringify([type, itemCode, name, unit])
      const known = rows.get(key)
      const sum = known ? plainText(plus(fraction(known.quantity), fraction(quantity))) : quantity
      rows.set(key, { type, itemCode, name, unit, quantity: sum })
    }
  }
  return { hours: plainText(hours), rows: [...rows.values()] }
}

/** The part of rates that no resource explains. */
export const isAdjustment = ({
  itemCode,
  name,
  unit,
}: Pick<ResourceTotals, 'itemCode' | 'name' | 'unit'>): boolean =>
  itemCode === null && name === adjustmentName && unit === ''
