import { isDecimalText } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import type { PropertyCondition, PropertyVariable } from '#contracts/takeoff.ts'
import type { ElementQuantity, QuantitySource, TakeoffElement, TakeoffRule } from './takeoff-rule.ts'

/** A value a formula reads, or why there is none. */
export type FoundValue =
  | { value: string; source: QuantitySource; assumedUnit: boolean }
  | { lacks: 'missing' | 'zero' }

/**
 * What an element has under a name. A declared quantity goes before a measured one, what is not zero before a zero; what
 * is measured counts only where the rule allows it.
 */
export function valueOf(element: TakeoffElement, key: string, rule: TakeoffRule): FoundValue {
  const variable = rule.variables.find((one) => one.key === key)
  if (variable) return propertyNumber(element, variable)
  const allowed = element.quantities.filter(
    ({ keys, source }) => keys.includes(key) && (source !== 'computed' || rule.whenMissing === 'computed'),
  )
  const found = allowed.find(({ zero }) => !zero)
  if (found) return ofQuantity(found)
  // Each element is one piece, whatever else is known of it.
  if (key === 'count') return { value: '1', source: 'count', assumedUnit: false }
  return { lacks: allowed.length > 0 ? 'zero' : 'missing' }
}

const ofQuantity = ({ value, source, assumedUnit }: ElementQuantity): FoundValue => ({
  value,
  source,
  assumedUnit,
})

function propertyNumber(element: TakeoffElement, { set, name }: PropertyVariable): FoundValue {
  for (const value of valuesUnder(element, set, name)) {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && isDecimalText(text))
      return Number(text) === 0 ? { lacks: 'zero' } : { value: text, source: 'pset', assumedUnit: false }
  }
  return { lacks: 'missing' }
}

/** Whether an element has the properties a rule asks for. */
export const hasProperties = (element: TakeoffElement, conditions: readonly PropertyCondition[]): boolean =>
  conditions.every((condition) => meets(element, condition))

function meets(element: TakeoffElement, { set, name, op, value }: PropertyCondition): boolean {
  // A list of values, or of codes of one system, has each of them.
  const found = valuesUnder(element, set, name)
    .flat()
    .map(wordOf)
    .filter((word) => word !== '')
  const wanted = wordOf(value)
  switch (op) {
    case 'eq':
      return found.includes(wanted)
    case 'ne':
      return !found.includes(wanted)
    case 'contains':
      return found.some((word) => word.includes(wanted))
    case 'empty':
      return (found.length === 0) === (value !== false)
  }
}

/** What an element has under a property of a set, or of any set. */
export function valuesUnder(
  { properties }: TakeoffElement,
  set: string | undefined,
  name: string,
): unknown[] {
  const sets = set === undefined ? Object.values(properties) : [own(properties, set)]
  return sets.flatMap((group) => {
    const value = isJsonObject(group) ? own(group, name) : undefined
    return value === undefined ? [] : [value]
  })
}

const own = (map: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined

/** As it is compared: in small letters, a number without zeros at its end. */
function wordOf(value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  const text = value.trim().toLowerCase()
  return isDecimalText(text) && text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
