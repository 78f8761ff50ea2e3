import * as ifc from 'web-ifc'
import { canonicalJson, type Json } from '#base/json.ts'
import { partProblem } from '#kernel/models/json-problem.ts'
import { canonicalQuantity } from './canonical-quantity.ts'
import type { IfcQuantity, IfcUnits, PropertyText } from './ifc-facts.ts'
import { numberOf, refOf, refsOf, textOf, type IfcLines } from './ifc-lines.ts'
import { dimensionOfMeasure, readQuantitySet, toQuantity } from './read-quantities.ts'
import { valueKinds, type Argument } from './step-file.ts'

/** What stands in one property or quantity set; the text is that of its properties. */
export interface DefinedSet extends PropertyText {
  /** Null where the file does not name it. */
  name: string | null
  properties: Record<string, Json>
  quantities: IfcQuantity[]
  /** Values of a quantity set, those without a name or dimension as well; null for a property set. */
  values: number | null
}

/** The properties of one set, as they stand among those of an element. */
export const textOfSet = (properties: Record<string, Json>): PropertyText => ({
  text: canonicalJson(properties),
  isStorable: partProblem(properties, 2) === null,
})

const nothing = textOfSet({})

/** Reads sets by their express ids, each once, however many elements share it. */
export class IfcSets {
  private readonly read = new Map<number, DefinedSet | null>()

  constructor(
    private readonly lines: IfcLines,
    private readonly units: IfcUnits,
  ) {}

  /** Null for a definition that is neither a property set nor a quantity set. */
  set(id: number): DefinedSet | null {
    const known = this.read.get(id)
    if (known !== undefined) return known
    const found = this.readSet(id)
    this.read.set(id, found)
    return found
  }

  private readSet(id: number): DefinedSet | null {
    const { type, values } = this.lines.line(id)
    const name = textOf(values[2])
    if (type === ifc.IFCELEMENTQUANTITY) {
      const ids = refsOf(values[5])
      const quantities = readQuantitySet(this.lines, this.units, name, ids)
      return { name, properties: {}, ...nothing, quantities, values: ids.length }
    }
    if (type !== ifc.IFCPROPERTYSET) return null
    const quantities: IfcQuantity[] = []
    const properties = this.readProperties(refsOf(values[4]), (property, value, unitId) => {
      const found = this.quantityIn(name, property, value, unitId)
      if (found) quantities.push(found)
    })
    return { name, properties, ...textOfSet(properties), quantities, values: null }
  }

  private readProperties(
    ids: number[],
    single: (property: string, value: Argument, unitId: number | null) => void,
    depth = 0,
  ): Record<string, Json> {
    return Object.fromEntries(
      this.lines.linesWith(ids).map(({ id, type, values }) => {
        const name = textOf(values[0]) ?? String(id)
        if (type === ifc.IFCPROPERTYSINGLEVALUE) {
          if (depth === 0) single(name, values[2] ?? null, refOf(values[3]))
          return [name, this.valueOf(values[2])]
        }
        if (type === ifc.IFCCOMPLEXPROPERTY && depth < 5)
          return [name, this.readProperties(refsOf(values[3]), single, depth + 1)]
        if (type === ifc.IFCPROPERTYBOUNDEDVALUE)
          return [name, { upper: this.valueOf(values[2]), lower: this.valueOf(values[3]) }]
        if (type === ifc.IFCPROPERTYENUMERATEDVALUE || type === ifc.IFCPROPERTYLISTVALUE)
          return [name, this.valueOf(values[2])]
        return [name, null]
      }),
    )
  }

  // Of all properties only those that are called like a quantity of the whole element.
  private quantityIn(
    set: string | null,
    name: string,
    value: Argument,
    unitId: number | null,
  ): IfcQuantity | null {
    const dimension = value && !Array.isArray(value) ? dimensionOfMeasure(value.typecode) : undefined
    if (!dimension || canonicalQuantity(name, dimension) === null) return null
    const number = numberOf(value)
    if (number === null) return null
    return toQuantity(this.lines, this.units, { set, name, dimension, source: 'pset' }, number, unitId)
  }

  /** A value as JSON: numbers as decimal text, `.T.` and `.F.` as true and false. */
  private valueOf(argument: Argument | undefined): Json {
    if (!argument) return null
    if (Array.isArray(argument)) return argument.map((one) => this.valueOf(one))
    const { value, type, typecode } = argument
    if (typeof value === 'boolean') return value
    const isNumber =
      type === valueKinds.real ||
      typeof value === 'number' ||
      /(Measure|Real)$/.test(this.classNameOf(typecode))
    const number = isNumber ? numberOf(argument) : null
    return number ?? (typeof value === 'string' ? value : null)
  }

  private classNameOf(typecode: number | undefined): string {
    return typecode === undefined ? '' : this.lines.className(typecode)
  }
}
