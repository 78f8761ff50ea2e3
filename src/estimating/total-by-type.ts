import { must } from '#base/assert.ts'
import { plainText as fractionText, plus, zero as noHours } from '#base/fraction.ts'
import { resourceTypes, type EstimateResource, type ResourceType } from './estimate-document.ts'
import type { EstimateRollUp } from './estimate-roll-up.ts'
import { addFixed, isZero, multiplyFixed, parseFixed, plainText, type Fixed } from './fixed.ts'
import { hoursOf } from './hours-of.ts'
import { moneyText } from './money-text.ts'
import { coefficientOf, type RolledLine } from './roll-up-line.ts'
import { splitAmount } from './split-amount.ts'

export interface TypeTotals {
  type: ResourceType
  /** The same amount as in the summary. */
  amount: string
  /** Of what is measured by the hour. */
  hours: string
  /** They add up to the amount. In the order in which the estimate first needs them. */
  resources: ResourceTotals[]
}

/** One item at one price, wherever it is used: what is to be ordered. */
export interface ResourceTotals {
  /** Null for the part of rates that no resource explains. */
  itemCode: string | null
  name: string
  unit: string
  /** Null while nobody knows it. */
  price: string | null
  quantity: string
  /** `'0'` for what is not measured by the hour. */
  hours: string
  amount: string
}

/** What of a rate no resource explains stands under this name, as type `other`. */
export const adjustmentName = 'adjustment'

/**
 * What an estimate takes of each type, and of each resource: the lines that count, before markups. Resources are the same
 * when type, code (or name where there is none), unit and price are; what has no price yet stands by itself.
 * @example totalByType(rolled)[0]?.hours // '412.75'
 */
export function totalByType(rolled: EstimateRollUp): TypeTotals[] {
  const scale = rolled.document.rounding.lineTotal
  const rows = resourceTypes.map(() => new Map<string, Row>())
  for (const { rolled: line } of rolled.counted()) {
    resourceTypes.forEach((type, at) =>
      addUses(must(rows[at]), usesOf(line, type, rolled), { units: must(line.byType[at]), scale }),
    )
  }
  const text = moneyText(rolled.document.rounding)
  return resourceTypes.map((type, at) => {
    let allHours = noHours
    const resources = [...must(rows[at]).values()].map(({ resource, quantity, amount }): ResourceTotals => {
      const needed = plainText(quantity)
      const hours = hoursOf(needed, resource.unit)
      allHours = plus(allHours, hours)
      return {
        itemCode: resource.itemCode ?? null,
        name: resource.name,
        unit: resource.unit,
        price: resource.unpriced ? null : plainText(parseFixed(resource.price)),
        quantity: needed,
        hours: fractionText(hours),
        amount: text(amount),
      }
    })
    return {
      type,
      amount: text({ units: must(rolled.byType[at]), scale }),
      hours: fractionText(allHours),
      resources,
    }
  })
}

interface Row extends Use {
  amount: Fixed
}

/** How much of one resource a line takes, and at which cost before rounding. */
interface Use {
  resource: Pick<EstimateResource, 'itemCode' | 'name' | 'unit' | 'price' | 'unpriced'>
  quantity: Fixed
  cost: Fixed
}

function usesOf(
  { line, times, adjustment }: RolledLine,
  type: ResourceType,
  { document }: EstimateRollUp,
): Use[] {
  const uses: Use[] = []
  for (const resource of line.resources) {
    if (resource.type !== type) continue
    const quantity = multiplyFixed(times, coefficientOf(resource, document.rounding))
    uses.push({ resource, quantity, cost: multiplyFixed(quantity, parseFixed(resource.price)) })
  }
  if (type === 'other' && !isZero(adjustment)) {
    const resource = { name: adjustmentName, unit: '', price: '1' }
    const cost = multiplyFixed(times, adjustment)
    uses.push({ resource, quantity: cost, cost })
  }
  return uses
}

/** A line's amount of a type goes to its resources by what they cost, to the cent. */
function addUses(rows: Map<string, Row>, uses: Use[], amount: Fixed): void {
  if (uses.length === 0) return
  const parts = splitAmount(
    amount,
    uses.map(({ cost }) => cost),
  )
  uses.forEach((use, at) => {
    const key = keyOf(use)
    const row = rows.get(key)
    if (!row) return void rows.set(key, { ...use, amount: must(parts[at]) })
    row.quantity = addFixed(row.quantity, use.quantity)
    row.amount = addFixed(row.amount, must(parts[at]))
  })
}

/** Most prices are written plainly and need not be read to know that. No text of a database holds a NUL. */
function keyOf({ resource: { itemCode, name, unit, price, unpriced } }: Use): string {
  const plain = unpriced ? '' : /^[1-9]\d*(\.\d*[1-9])?$/.test(price) ? price : plainText(parseFixed(price))
  return `${itemCode == null ? `named\0${name}` : `coded\0${itemCode}`}\0${unit}\0${plain}`
}
