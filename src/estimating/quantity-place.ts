import { fraction, one, over, plainText, times, compareFractions, type Fraction } from '#base/fraction.ts'
import type { ParamValue, RecipeParam, RecipeTable } from '#contracts/recipe.ts'
import { isDecimalText } from '#base/decimal.ts'
import type { QuantityScope, QuantityValue } from '#expressions/evaluate-quantity.ts'
import type { QuantityName, QuantityType } from '#expressions/quantity-type.ts'
import { measureOf, type Measure } from './measure.ts'
import { units } from './units.ts'

interface Entry {
  type: QuantityType
  value?: QuantityValue
  words?: string
}

const plainMeasure: Measure = { text: '', dimension: {}, si: one }
const unitCodes: ReadonlySet<string> = new Set(units.map(({ code }) => code))

/** Whether a formula reads this name as a unit, so that no parameter can have it: `h` is an hour. */
export const isUnitName = (name: string): boolean => unitCodes.has(name)

/** The measure of a declared unit; no unit is a plain number; null when it is unknown. */
export const declaredMeasure = (unit: string): Measure | null =>
  unit === '' ? plainMeasure : measureOf(unit)

/** The names a formula of a recipe may read: the parameters declared so far, the tables, the units by code. */
export class QuantityPlace implements QuantityScope {
  private readonly entries = new Map<string, Entry>()
  private readonly tables: ReadonlyMap<string, RecipeTable>

  constructor(tables: readonly RecipeTable[]) {
    this.tables = new Map(tables.map((table) => [table.key, table]))
  }

  /** Lets formulas read a parameter; with a value where there is one. */
  declare(param: RecipeParam, value?: ParamValue): void {
    const type = typeOfParam(param)
    if (value === undefined) this.entries.set(param.key, { type })
    else this.entries.set(param.key, { type, ...valueOf(param, value) })
  }

  readonly find = (name: string): QuantityName | undefined => {
    const entry = this.entries.get(name)
    if (entry) return entry.type
    const table = this.tables.get(name)
    if (table) return { kind: 'table', key: keyType(table), value: quantityType(table.unit) }
    return isUnitName(name) ? quantityType(name) : undefined
  }

  read(name: string): QuantityValue | undefined {
    return this.entries.get(name)?.value ?? (isUnitName(name) ? measureOf(name)?.si : undefined)
  }

  lookUp(name: string, key: QuantityValue): Fraction | undefined {
    const table = this.tables.get(name)
    const row = table?.rows.find((row) => isKey(table, row.key, key))
    return table && row && toSi(row.value, table.unit)
  }

  /** A parameter's value as it stands in an explanation: "0.24 m", "“DF”", "yes". Undefined for other names. */
  words(name: string): string | undefined {
    return this.entries.get(name)?.words
  }
}

export const toSi = (text: string, unit: string): Fraction =>
  times(fraction(text), declaredMeasure(unit)?.si ?? one)

/** A quantity in SI as decimal text of a unit. */
export const inUnit = (value: Fraction, unit: string): string =>
  plainText(over(value, declaredMeasure(unit)?.si ?? one))

export function typeOfParam(param: RecipeParam): QuantityType {
  if (param.kind === 'bool') return { kind: 'boolean' }
  return param.kind === 'choice' ? { kind: 'text' } : quantityType(param.unit)
}

function valueOf(param: RecipeParam, value: ParamValue): { value: QuantityValue; words: string } {
  if (typeof value === 'boolean') return { value, words: value ? 'yes' : 'no' }
  if (param.kind === 'choice' || param.kind === 'bool') return { value, words: `“${value}”` }
  return { value: toSi(value, param.unit), words: param.unit === '' ? value : `${value} ${param.unit}` }
}

const quantityType = (unit: string): QuantityType => ({
  kind: 'quantity',
  dimension: declaredMeasure(unit)?.dimension ?? {},
})

const keyType = ({ key_unit }: RecipeTable): QuantityType =>
  key_unit === null ? { kind: 'text' } : quantityType(key_unit)

function isKey({ key_unit }: RecipeTable, written: string, key: QuantityValue): boolean {
  if (key_unit === null) return written === key
  return (
    typeof key === 'object' && isDecimalText(written) && compareFractions(toSi(written, key_unit), key) === 0
  )
}
