import { assert } from '#base/assert.ts'

// A key is a whole number and a fraction, both in base 62. The first letter says how many digits the number has ('a' one,
// 'b' two, … upwards; 'Z' one, 'Y' two, … below zero), so that keys at either end grow with the logarithm of their
// count and not with the count. Digits, and so keys, sort as text in the order of code points.
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = digits.length

/**
 * Text that sorts, by code point, between two others: the place of a node between its neighbours, without touching them.
 * @param before the key it comes after, or null at the front
 * @param after the key it comes before, or null at the end
 * @example sortBetween('a0', 'a1') // 'a0V'
 */
export function sortBetween(before: string | null, after: string | null): string {
  assert(before === null || after === null || before < after, `${before} comes before ${after}`)
  if (before === null) return after === null ? 'a0' : keyBefore(after)
  const whole = wholeOf(before)
  if (after !== null && wholeOf(after) === whole)
    return whole + fractionBetween(before.slice(whole.length), after.slice(whole.length))
  const next = step(whole, 1)
  if (next !== null && (after === null || next < after)) return next
  return whole + fractionBetween(before.slice(whole.length), null)
}

function keyBefore(after: string): string {
  const whole = wholeOf(after)
  if (whole < after) return whole
  const below = step(whole, -1)
  assert(below !== null, 'there is room before every key that was made here')
  return below
}

function wholeOf(key: string): string {
  const head = key.charCodeAt(0)
  const length = head >= lowerA ? head - lowerA + 2 : upperZ - head + 2
  assert(key.length >= length && /^[A-Za-z][0-9A-Za-z]+$/.test(key), `${key} is no sort key`)
  return key.slice(0, length)
}

const lowerA = 97
const upperZ = 90

/** The next whole number up or down, with a digit more or less when it runs over; null at the very end. */
function step(whole: string, by: 1 | -1): string | null {
  const parts = whole.slice(1).split('')
  for (let at = parts.length - 1; at >= 0; at--) {
    const digit = digits.indexOf(parts[at] ?? '') + by
    parts[at] = digits.charAt((digit + base) % base)
    if (digit >= 0 && digit < base) return whole.charAt(0) + parts.join('')
  }
  const head = whole.charAt(0)
  if (head === (by === 1 ? 'z' : 'A')) return null
  if (head === 'Z' && by === 1) return 'a0'
  if (head === 'a' && by === -1) return 'Zz'
  const next = String.fromCharCode(head.charCodeAt(0) + by)
  const longer = (by === 1) === next >= 'a'
  return next + (longer ? [...parts, digits.charAt(by === 1 ? 0 : base - 1)] : parts.slice(1)).join('')
}

/** A fraction between two; the lower may be empty (nothing) and the upper null (one). It never ends in a zero. */
function fractionBetween(low: string, high: string | null): string {
  if (high !== null && high !== '' && (low[0] ?? '0') === high[0])
    return high.charAt(0) + fractionBetween(low.slice(1), high.slice(1))
  const from = low === '' ? 0 : digits.indexOf(low.charAt(0))
  const to = high === null ? base : digits.indexOf(high.charAt(0))
  if (to - from > 1) return digits.charAt(Math.floor((from + to) / 2))
  return digits.charAt(from) + fractionBetween(low.slice(1), null)
}
