import { fraction, over, times, zero, type Fraction } from '#base/fraction.ts'
import { parseUnit } from './parse-unit.ts'

/** Seconds of a day: how much of one is worked is nowhere said, so that what is measured in days has no hours. */
const day = 86_400

/**
 * How many hours one of a unit is: `hoursIn('30 min')` → a half. Null for what does not measure time by the hour: `d`, `m2`.
 */
export function hoursIn(unit: string): Fraction | null {
  const known = kept.get(unit)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  const hours = readHours(unit)
  kept.set(unit, hours)
  return hours
}

/** The hours of a quantity, 0 where it has none. */
export function hoursOf(quantity: string, unit: string): Fraction {
  const each = hoursIn(unit)
  return each ? times(fraction(quantity), each) : zero
}

const mostKept = 1000
const kept = new Map<string, Fraction | null>()

function readHours(text: string): Fraction | null {
  const read = parseUnit(text)
  if (!read) return null
  const { dimension, to_si } = read.unit
  const isTime = Object.entries(dimension).every(([base, power]) => power === (base === 'time' ? 1 : 0))
  if (!isTime || dimension.time !== 1 || Number(to_si) >= day) return null
  return over(times(fraction(to_si), fraction(read.basis)), fraction('3600'))
}
