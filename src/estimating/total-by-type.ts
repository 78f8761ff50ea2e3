import { must } from '#base/assert.ts'
import { resourceTypes, type EstimateResource, type ResourceType } from './estimate-document.ts'
import type { EstimateRollUp } from './estimate-roll-up.ts'
import {
  addFixed,
  isZero,
  multiplyFixed,
  parseFixed,
  plainText,
  sumFixed,
  zero,
  type Fixed,
} from './fixed.ts'
import { moneyText } from './money-text.ts'
import { coefficientOf, type RolledLine } from './roll-up-line.ts'
import { splitAmount } from './split-amount.ts'

export interface TypeTotals {
  type: ResourceType
  /** The same amount as in the summary. */
  amount: string
  /** Of what is measured in hours. */
  hours: string
  /** They add up to the amount. In the order in which the estimate first needs them. */
  resources: ResourceTotals[]
}

/** One resource at one price, wherever it is used: what is to be ordered. */
export interface ResourceTotals {
  /** Null for the part of rates that no resource explains. */
  itemCode: string | null
  name: string
  unit: string
  price: string
  quantity: string
  amount: string
}

/** What of a rate no resource explains stands under this name, as type `other`. */
export const adjustmentName = 'adjustment'

/**
 * What an estimate takes of each type, and of each resource: the lines that count, before markups. Resources are the same
 * when type, code (or name where there is none), unit and price are.
 * @param hoursPerUnit how many hours one unit is: `{ h: '1', d: '8' }`
 * @example totalByType(rolled, { h: '1' })[0]?.hours // '412.75'
 */
export function totalByType(
  rolled: EstimateRollUp,
  hoursPerUnit: Readonly<Record<string, string>> = { h: '1' },
): TypeTotals[] {
  const scale = rolled.document.rounding.lineTotal
  const rows = resourceTypes.map(() => new Map<string, Row>())
  for (const { rolled: line } of rolled.counted()) {
    resourceTypes.forEach((type, at) =>
      addUses(must(rows[at]), usesOf(line, type, rolled), { units: must(line.byType[at]), scale }),
    )
  }
  const hours = new Map(Object.entries(hoursPerUnit).map(([unit, each]) => [unit, parseFixed(each)]))
  const text = moneyText(rolled.document.rounding)
  return resourceTypes.map((type, at) => {
    const found = [...must(rows[at]).values()]
    return {
      type,
      amount: text({ units: must(rolled.byType[at]), scale }),
      hours: plainText(
        sumFixed(
          found.map(({ resource, quantity }) => multiplyFixed(quantity, hours.get(resource.unit) ?? zero)),
        ),
      ),
      resources: found.map(({ resource: { itemCode, name, unit, price }, quantity, amount }) => ({
        itemCode: itemCode ?? null,
        name,
        unit,
        price: plainText(parseFixed(price)),
        quantity: plainText(quantity),
        amount: text(amount),
      })),
    }
  })
}

interface Row extends Use {
  amount: Fixed
}

/** How much of one resource a line takes, and at which cost before rounding. */
interface Use {
  resource: Pick<EstimateResource, 'itemCode' | 'name' | 'unit' | 'price'>
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
function keyOf({ resource: { itemCode, name, unit, price } }: Use): string {
  const plain = /^[1-9]\d*(\.\d*[1-9])?$/.test(price) ? price : plainText(parseFixed(price))
  return `${itemCode == null ? `named\0${name}` : `coded\0${itemCode}`}\0${unit}\0${plain}`
}
