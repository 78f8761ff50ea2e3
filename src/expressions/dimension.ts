import { baseDimensions, type BaseDimension, type Dimension } from '#contracts/unit.ts'

export const plain: Dimension = {}

export const multiplied = (a: Dimension, b: Dimension): Dimension => combined(a, b, 1)
export const divided = (a: Dimension, b: Dimension): Dimension => combined(a, b, -1)

export const sameDimension = (a: Dimension, b: Dimension): boolean =>
  baseDimensions.every((base) => (a[base] ?? 0) === (b[base] ?? 0))

function combined(a: Dimension, b: Dimension, sign: 1 | -1): Dimension {
  const sum: Dimension = {}
  for (const base of baseDimensions) {
    const power = (a[base] ?? 0) + sign * (b[base] ?? 0)
    if (power !== 0) sum[base] = power
  }
  return sum
}

const symbols: Record<BaseDimension, string> = {
  length: 'm',
  mass: 'kg',
  time: 'h',
  count: 'pcs',
  money: 'money',
}
const raised = ['', '', '²', '³', '⁴', '⁵', '⁶']

/** A dimension in the trade's units: `{length: 2}` → "m²", `{mass: 1, length: -3}` → "kg/m³", `{}` → "a plain number". */
export function dimensionInWords(dimension: Dimension): string {
  const side = (sign: 1 | -1): string =>
    baseDimensions
      .filter((base) => (dimension[base] ?? 0) * sign > 0)
      .map((base) => power(symbols[base], Math.abs(dimension[base] ?? 0)))
      .join('·')
  const [above, below] = [side(1), side(-1)]
  if (above === '' && below === '') return 'a plain number'
  return below === '' ? above : `${above === '' ? '1' : above}/${below.includes('·') ? `(${below})` : below}`
}

const power = (symbol: string, exponent: number): string => symbol + (raised[exponent] ?? `^${exponent}`)
