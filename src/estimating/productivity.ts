import {
  addFixed,
  compareFixed,
  divideFixed,
  fixedText,
  multiplyFixed,
  plainText,
  subtractFixed,
  zero,
  type Fixed,
} from './fixed.ts'
import { percentText } from './earned-value.ts'

/** Work of a recipe that was measured: what was done of one line and the hours it took. */
export interface MeasuredWork {
  /** Id of the recipe's version, and what it is called. */
  version: string
  recipe: string
  /** The recipe's unit, which the quantity and the hours it reckons are for. */
  unit: string
  /** Quantity done. */
  done: Fixed
  /** Hours noted with its costs. */
  hours: Fixed
  /** Hours the recipe reckons for one unit. */
  reckoned: Fixed
}

/** What the site says of a recipe. It changes nothing: a person may take it over. */
export interface ProductivityHint {
  version: string
  recipe: string
  unit: string
  lines: number
  quantity: string
  hours: string
  /** Hours for one unit as it was, and as the recipe has it; six digits. */
  measured: string
  reckoned: string
  /** Measured against reckoned, in per cent: 10 is a tenth more. */
  difference: string | null
}

/**
 * Σ hours ÷ Σ quantity for each version of a recipe against its own coefficient, which is weighted by what was done. Recipes of which
 * nothing was done, or no hours were noted, say nothing.
 * @example productivityHints(measured)[0]?.difference // '12.50'
 */
export function productivityHints(measured: readonly MeasuredWork[]): ProductivityHint[] {
  const sums = new Map<string, Sum>()
  for (const { version, recipe, unit, done, hours, reckoned } of measured) {
    if (compareFixed(done, zero) <= 0 || compareFixed(hours, zero) <= 0) continue
    const before = sums.get(version) ?? { lines: 0, done: zero, hours: zero, reckoned: zero }
    sums.set(version, {
      version,
      recipe,
      unit,
      lines: before.lines + 1,
      done: addFixed(before.done, done),
      hours: addFixed(before.hours, hours),
      reckoned: addFixed(before.reckoned, multiplyFixed(reckoned, done)),
    })
  }
  return [...sums.values()].map(({ version, recipe, unit, lines, done, hours, reckoned }) => ({
    version,
    recipe,
    unit,
    lines,
    quantity: plainText(done),
    hours: plainText(hours),
    measured: fixedText(divideFixed(hours, done, 6, 'half_up')),
    reckoned: fixedText(divideFixed(reckoned, done, 6, 'half_up')),
    difference: percentText(subtractFixed(hours, reckoned), reckoned),
  }))
}

interface Sum extends MeasuredWork {
  lines: number
}
