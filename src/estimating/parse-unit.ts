import { decimal, decimalText } from '#base/decimal.ts'
import type { Unit } from '#contracts/unit.ts'
import { units } from './units.ts'

export interface ReadUnit {
  unit: Unit
  /** How many of the unit the text means, as plain decimal text: 100 in "100 m2". */
  basis: string
}

/**
 * Reads a unit as people write it: `parseUnit('100 m²')` → the square metre and basis `'100'`. Null for what it does not
 * know and for a number that can be read in two ways ("1.000 m" is a thousand here and one there): nothing is guessed.
 */
export function parseUnit(text: string): ReadUnit | null {
  const whole = byName.get(folded(text))
  if (whole) return { unit: whole, basis: '1' }
  const parts = /^(\d[\d .,'’\u00a0\u202f]*?)\s*([^\d\s.,'’].*)$/u.exec(text.trim())
  const unit = byName.get(folded(parts?.[2] ?? ''))
  const basis = plainNumber(parts?.[1] ?? '')
  return unit && basis !== null ? { unit, basis } : null
}

// Digits, groups of three set apart by a space or an apostrophe, or one or two digits after a point or comma.
function plainNumber(text: string): string | null {
  const digits = /^\d{1,3}([ '’\u00a0\u202f]\d{3})+$/u.test(text) ? text.replaceAll(/\D/g, '') : text
  if (!/^\d{1,12}([.,]\d{1,2})?$/.test(digits)) return null
  const value = decimal(digits.replace(',', '.'))
  return value.gt(0) ? decimalText(value) : null
}

// Compatibility forms make "m²" and "m2" one; ″Std.″ loses its full stop.
const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '').replace(/\.+$/, '')

const byName: ReadonlyMap<string, Unit> = new Map(
  units.flatMap((unit) =>
    [unit.code, unit.symbol, unit.label.en, unit.label.de, ...unit.aliases].map((name): [string, Unit] => [
      folded(name),
      unit,
    ]),
  ),
)
