import * as ifc from 'web-ifc'
import { decimal } from '#base/decimal.ts'
import { canonicalQuantity, type Dimension } from './canonical-quantity.ts'
import type { IfcQuantity, IfcUnits } from './ifc-facts.ts'
import { numberOf, plainDecimal, refOf, refsOf, textOf, type IfcLines } from './ifc-lines.ts'
import { readUnit } from './read-units.ts'

const dimensions: ReadonlyMap<number, Dimension> = new Map([
  [ifc.IFCQUANTITYLENGTH, 'length'],
  [ifc.IFCQUANTITYAREA, 'area'],
  [ifc.IFCQUANTITYVOLUME, 'volume'],
  [ifc.IFCQUANTITYWEIGHT, 'weight'],
  [ifc.IFCQUANTITYCOUNT, 'count'],
])

// Quantities that stand in a property set say by the type of their value what they are.
const measures: ReadonlyMap<number, Dimension> = new Map([
  [ifc.IFCLENGTHMEASURE, 'length'],
  [ifc.IFCPOSITIVELENGTHMEASURE, 'length'],
  [ifc.IFCNONNEGATIVELENGTHMEASURE, 'length'],
  [ifc.IFCAREAMEASURE, 'area'],
  [ifc.IFCVOLUMEMEASURE, 'volume'],
  [ifc.IFCMASSMEASURE, 'weight'],
  [ifc.IFCCOUNTMEASURE, 'count'],
])

/** The dimension of a property whose value has this type, if it is a quantity. */
export const dimensionOfMeasure = (typecode: number | undefined): Dimension | undefined =>
  typecode === undefined ? undefined : measures.get(typecode)

/** Turns a number of the file into a quantity in SI units. Null for one that is no number, or too long to be one. */
export function toQuantity(
  lines: IfcLines,
  units: IfcUnits,
  what: { set: string | null; name: string; dimension: Dimension; source: IfcQuantity['source'] },
  value: string,
  unitId: number | null,
): IfcQuantity | null {
  const { set, name, dimension, source } = what
  // “If no Unit is given, the global unit assignment applies.”
  const own = unitId === null ? null : readUnit(lines, unitId)
  const global = dimension === 'count' ? null : units[dimension]
  const factor = own?.factor ?? global?.factor ?? '1'
  const si = inUnit(value, factor)
  if (si === null) return null
  const canonical = canonicalQuantity(name, dimension)
  const assumedUnit = own === null && global?.assumed === true
  // Written out: there are a hundred thousand, and copying what an object happens to have takes three times as long.
  return { set, name, canonical, dimension, si, source, zero: si === '0', assumedUnit }
}

/** A value times the factor of its unit. Millimetres, which most files are in, only move the point. */
function inUnit(value: string, factor: string): string | null {
  if (factor === '1') return value
  const places = /^0\.0*1$/.test(factor) ? factor.length - 2 : 0
  const sign = value.startsWith('-') ? '-' : ''
  const point = value.indexOf('.')
  const whole = value.slice(sign.length, point < 0 ? undefined : point)
  const part = point < 0 ? '' : value.slice(point + 1)
  if (places === 0 || part.length + places > 18) return plainDecimal(decimal(value).times(decimal(factor)))
  const digits = whole.padStart(places + 1, '0')
  const si = `${digits.slice(0, -places)}.${digits.slice(-places)}${part}`.replace(/\.?0+$/, '')
  return si === '0' ? si : sign + si
}

/** The quantities of a set: those of a group inside it by “group / name”. Times are not among them. */
export function readQuantitySet(
  lines: IfcLines,
  units: IfcUnits,
  set: string | null,
  ids: number[],
  prefix = '',
): IfcQuantity[] {
  return lines.linesWith(ids).flatMap(({ type, values }) => {
    const name = prefix + (textOf(values[0]) ?? '')
    if (type === ifc.IFCPHYSICALCOMPLEXQUANTITY)
      return prefix === '' ? readQuantitySet(lines, units, set, refsOf(values[2]), `${name} / `) : []
    const dimension = dimensions.get(type)
    const value = numberOf(values[3])
    if (!dimension || value === null) return []
    return toQuantity(lines, units, { set, name, dimension, source: 'qto' }, value, refOf(values[2])) ?? []
  })
}
