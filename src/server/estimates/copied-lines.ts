import { multiplyFixed, fixedText, parseFixed, roundFixed } from '#estimating/fixed.ts'
import { formulaQuantity } from '#estimating/formula-quantity.ts'
import type { WorkedOutVariables } from '#estimating/work-out-variables.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

type Attributes = Readonly<Record<string, unknown>>

/** What of a row is a price, in units of the estimate's currency. */
const prices: Readonly<Record<string, readonly string[]>> = {
  estimate_lines: ['unit_rate', 'rate_override'],
  estimate_resources: ['price'],
}

/** A row of one estimate with its prices in the currency of another: each times the rate, to six digits. */
export function inCurrency(model: string, row: StoredRow, rate: string | null): StoredRow {
  if (rate === null) return row
  const changed = (prices[model] ?? []).flatMap((key) => {
    const price = textOf(row.attributes, key)
    return price === null ? [] : [[key, timesRate(price, rate)] as const]
  })
  return { ...row, attributes: { ...row.attributes, ...Object.fromEntries(changed) } }
}

const timesRate = (price: string, rate: string): string =>
  fixedText(roundFixed(multiplyFixed(parseFixed(price), parseFixed(rate)), 6, 'half_up'))

/**
 * What a line needs in another estimate: a number that was fixed is one of its old bill; a formula says what the variables
 * there make of it, or gives way to the quantity that it came to.
 */
export function settledIn(attributes: Attributes, { place }: WorkedOutVariables): Record<string, unknown> {
  const { fixed_number: _number, ...values } = attributes
  const formula = textOf(values, 'qty_formula')
  if (formula === null || textOf(values, 'kind') !== 'line') return values
  const answer = formulaQuantity(formula, textOf(values, 'unit'), place)
  if (answer.kind === 'refused') return { ...values, qty_formula: null }
  return { ...values, quantity: fixedText(roundFixed(parseFixed(answer.quantity), 6, 'half_up')) }
}

/** Names of groups of alternatives that are free there: lines of another estimate never become alternatives of lines here. */
export function ownGroups(copies: readonly Attributes[], there: readonly Attributes[]): Map<string, string> {
  const taken = new Set(there.flatMap((one) => textOf(one, 'alt_group') ?? []))
  const names = new Map<string, string>()
  for (const group of new Set(copies.flatMap((one) => textOf(one, 'alt_group') ?? []))) {
    let name = group
    for (let number = 2; taken.has(name); number++) name = `${group.slice(0, 34)} ${number}`
    taken.add(name)
    names.set(group, name)
  }
  return names
}

/** The ids of a list without those that stand inside another one of it. */
export function topmost(rows: readonly StoredRow[], ids: readonly string[]): string[] {
  const wanted = new Set(ids)
  const parents = new Map(rows.map(({ id, attributes }) => [id, textOf(attributes, 'parent')]))
  const isInside = (id: string): boolean => {
    for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null)
      if (wanted.has(at)) return true
    return false
  }
  return [...wanted].filter((id) => !isInside(id))
}
