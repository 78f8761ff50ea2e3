/** More than a quotient below `longest` can be off in floating point: two roundings of 2^-53 each are less than 3e-7 of it. */
const margin = 1e-6
const longest = 1e9

/**
 * What `splitUnits` answers for an amount from 0 on and weights of which none is negative, by floating point; null where a
 * quotient is so near a whole number, or two remainders so near each other, that the last digit could decide. What it
 * answers is exact: outside that margin rounding changes neither what is cut off nor whose remainder is larger.
 * @param parts safe integers from 0 on, their sum too; at least one is not 0
 * @example splitShort(1000, [0, 30, 45]) // null: 400 and 600 are whole
 * @example splitShort(1000, [1, 2, 4]) // [143, 286, 571]
 */
export function splitShort(amount: number, parts: readonly number[]): number[] | null {
  if (amount > longest) return null
  let sum = 0
  for (const part of parts) sum += part
  // Copies of the parts have their length from the start: lists that grow are most of what a split leaves to be collected.
  const [units, rests] = [parts.slice(), parts.slice()]
  let left = amount
  for (let at = 0; at < parts.length; at++) {
    const quotient = (amount * (parts[at] ?? 0)) / sum
    const whole = Math.floor(quotient)
    const rest = quotient - whole
    if (quotient > 0 && (rest < margin || rest > 1 - margin || holdsNear(rests, at, rest))) return null
    units[at] = whole
    rests[at] = rest
    left -= whole
  }
  for (; left > 0; left--) giveToLargest(units, rests)
  return units
}

/** Whether one of the first so many remainders is near another. */
function holdsNear(rests: readonly number[], count: number, rest: number): boolean {
  for (let at = 0; at < count; at++) if (Math.abs((rests[at] ?? 0) - rest) < 2 * margin) return true
  return false
}

/** There are fewer units left than weights that have a remainder, so each is given one at most. */
function giveToLargest(units: number[], rests: number[]): void {
  let largest = 0
  for (let at = 1; at < rests.length; at++) if ((rests[at] ?? 0) > (rests[largest] ?? 0)) largest = at
  units[largest] = (units[largest] ?? 0) + 1
  rests[largest] = 0
}
