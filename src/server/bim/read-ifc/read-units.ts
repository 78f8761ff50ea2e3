import * as ifc from 'web-ifc'
import { decimal, decimalText } from '#base/decimal.ts'
import { numberOf, refOf, refsOf, textOf, type IfcLines } from './ifc-lines.ts'
import type { IfcUnit, IfcUnits } from './ifc-facts.ts'

const prefixes: Readonly<Record<string, string>> = {
  EXA: '1e18',
  PETA: '1e15',
  TERA: '1e12',
  GIGA: '1e9',
  MEGA: '1e6',
  KILO: '1e3',
  HECTO: '1e2',
  DECA: '1e1',
  DECI: '1e-1',
  CENTI: '1e-2',
  MILLI: '1e-3',
  MICRO: '1e-6',
  NANO: '1e-9',
  PICO: '1e-12',
  FEMTO: '1e-15',
  ATTO: '1e-18',
}

// What one of it is in m, m², m³ or kg, and to which power its prefix goes: MILLI SQUARE_METRE are square millimetres.
const siUnits: Readonly<Record<string, readonly [factor: string, power: number]>> = {
  METRE: ['1', 1],
  SQUARE_METRE: ['1', 2],
  CUBIC_METRE: ['1', 3],
  GRAM: ['0.001', 1],
}

const kinds = {
  length: ['LENGTHUNIT', 'METRE'],
  area: ['AREAUNIT', 'SQUARE_METRE'],
  volume: ['VOLUMEUNIT', 'CUBIC_METRE'],
  weight: ['MASSUNIT', 'KILOGRAM'],
} as const satisfies Record<keyof IfcUnits, readonly [string, string]>

interface ReadUnit {
  kind: string
  name: string
  factor: string
}

/** Reads one unit line; null for kinds that no quantity has. A circle of units ends as none. */
export function readUnit(lines: IfcLines, id: number, depth = 0): ReadUnit | null {
  const { type, values } = lines.line(id)
  if (depth > 5) return null
  if (type === ifc.IFCSIUNIT) {
    // The parser leaves the derived dimensions before these out.
    const [kind, prefix, name = ''] = values.slice(-3).map((value) => textOf(value))
    const si = siUnits[name ?? '']
    const scale = prefix ? prefixes[prefix] : '1'
    if (!kind || !si || scale === undefined) return null
    const factor = decimalText(decimal(si[0]).times(decimal(scale).pow(si[1])))
    return { kind, name: `${prefix ?? ''}${name}`, factor }
  }
  if (type !== ifc.IFCCONVERSIONBASEDUNIT && type !== ifc.IFCCONVERSIONBASEDUNITWITHOFFSET) return null
  const kind = textOf(values[1])
  const measure = refOf(values[3])
  if (kind === null || measure === null) return null
  const { values: parts } = lines.line(measure)
  const many = numberOf(parts[0])
  const base = refOf(parts[1])
  const unit = base === null ? null : readUnit(lines, base, depth + 1)
  if (many === null || unit === null) return null
  const factor = decimalText(decimal(many).times(decimal(unit.factor)))
  return { kind, name: textOf(values[2]) ?? '', factor }
}

/** The units of a file. One that it does not declare is SI, and said to be assumed. */
export function readUnits(lines: IfcLines): IfcUnits {
  const found = new Map<string, IfcUnit>()
  for (const id of unitIds(lines)) {
    const unit = readUnit(lines, id)
    if (unit && !found.has(unit.kind))
      found.set(unit.kind, { name: unit.name, factor: unit.factor, assumed: false })
  }
  const unitOf = ([kind, si]: readonly [string, string]): IfcUnit =>
    found.get(kind) ?? { name: si, factor: '1', assumed: true }
  return {
    length: unitOf(kinds.length),
    area: unitOf(kinds.area),
    volume: unitOf(kinds.volume),
    weight: unitOf(kinds.weight),
  }
}

// Of the project; a file that was put together from others keeps theirs as well, which nothing refers to.
function unitIds(lines: IfcLines): number[] {
  const [project] = lines.linesOf(ifc.IFCPROJECT)
  const assigned = refOf(project?.values[8]) ?? lines.idsOf(ifc.IFCUNITASSIGNMENT)[0]
  return assigned === undefined ? [] : refsOf(lines.line(assigned).values[0])
}
