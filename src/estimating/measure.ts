import { fraction, over, times, type Fraction } from '#base/fraction.ts'
import type { Dimension } from '#contracts/unit.ts'
import { divided, sameDimension } from '#expressions/dimension.ts'
import { parseUnit } from './parse-unit.ts'

/** What a unit text means: "100 m2" is 100 square metres, "kg/m2" a mass per area. */
export interface Measure {
  text: string
  dimension: Dimension
  /** What one of it is in SI. */
  si: Fraction
}

const mostKept = 1000
const kept = new Map<string, Measure | null>()

/** Reads a unit, a multiple of one or a rate of two (`m3/h`, `kg per m2`); null when it is none. */
export function measureOf(text: string): Measure | null {
  const known = kept.get(text)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  const read = readMeasure(text)
  kept.set(text, read)
  return read
}

/**
 * Whether a quantity in one unit may be priced in another: `unitsFit('m2', '100 m²')` → `'fits'`, `unitsFit('m2', 't')` →
 * `'differs'`; `'unknown'` when one of them cannot be read, so that nothing is said about it.
 */
export function unitsFit(one: string, other: string): 'fits' | 'differs' | 'unknown' {
  const [a, b] = [measureOf(one), measureOf(other)]
  if (!a || !b) return 'unknown'
  return sameDimension(a.dimension, b.dimension) ? 'fits' : 'differs'
}

function readMeasure(text: string): Measure | null {
  const [above = '', below, ...more] = text.split(/\/| per /)
  const top = single(above)
  if (below === undefined || !top) return top && { ...top, text }
  const bottom = more.length === 0 ? single(below) : null
  return bottom && { text, dimension: divided(top.dimension, bottom.dimension), si: over(top.si, bottom.si) }
}

function single(text: string): Measure | null {
  const read = parseUnit(text)
  return (
    read && {
      text,
      dimension: read.unit.dimension,
      si: times(fraction(read.unit.to_si), fraction(read.basis)),
    }
  )
}
