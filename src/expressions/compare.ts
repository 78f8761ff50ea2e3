import { capital } from '#base/capital.ts'
import { isJsonObject } from '#base/json.ts'
import { ExpressionError } from './expression-error.ts'
import { describe, Num, readNumber } from './values.ts'

/** Takes one step per value looked at. */
export type Spend = (steps: number) => void

/**
 * Whether two values are the same. Two texts are the same letter by letter ("007" is not "7"); a number equals a
 * decimal text of the same amount (`1.5 == "1.50"`); lists and records are compared by their parts.
 */
export function isEqual(a: unknown, b: unknown, spend: Spend, depth = 0): boolean {
  spend(1)
  const left = a ?? null
  const right = b ?? null
  if (left === right) return true
  if (left === null || right === null || depth > 32) return false
  if (typeof left === 'string' && typeof right === 'string') return false
  if (left instanceof Num || right instanceof Num || typeof left === 'number' || typeof right === 'number') {
    const x = readNumber(left)
    const y = readNumber(right)
    return Boolean(x && y && x.value.eq(y.value))
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length && left.every((item, at) => isEqual(item, right[at], spend, depth + 1))
    )
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    return keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key], spend, depth + 1))
  }
  return false
}

/**
 * Which of two values comes first: negative, 0 or positive; null when one of them is null, so that every comparison
 * with nothing is "no". Two decimal texts compare as amounts unless `asText`; other texts by code point.
 */
export function compareValues(a: unknown, b: unknown, asText: boolean, at: number | null): number | null {
  if (a === null || a === undefined || b === null || b === undefined) return null
  const bothText = typeof a === 'string' && typeof b === 'string'
  if (!(bothText && asText)) {
    const x = readNumber(a)
    const y = readNumber(b)
    if (x && y) return x.value.cmp(y.value)
  }
  if (bothText) return compareText(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  throw new ExpressionError(
    'expression_type',
    `${capital(describe(a))} cannot be compared with ${describe(b)}.`,
    at,
  )
}

/** Order by code point, as PostgreSQL's "C" collation orders UTF-8. */
function compareText(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let at = 0; at < shared; at++) {
    const x = a.charCodeAt(at)
    const y = b.charCodeAt(at)
    // Surrogates stand for code points above the rest of the 16-bit range, so they sort last.
    if (x !== y) return Number(isSurrogate(x)) - Number(isSurrogate(y)) || x - y
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
