import { isDecimalText } from '#base/decimal.ts'
import { canonicalJson, type Json } from '#base/json.ts'
import { isPropertySplit, type PropertySplit, type Split } from '#contracts/takeoff.ts'
import { valuesUnder } from './element-values.ts'
import type { TakeoffElement } from './takeoff-rule.ts'

/**
 * What an element is told apart by; null where it has none. The same value is the same text in every run.
 * @example splitValue(wall, 'pset.Pset_WallCommon.IsExternal') // 'true'
 */
export function splitValue(element: TakeoffElement, key: Split): string | null {
  if (!isPropertySplit(key)) return element.facts[key] ?? null
  return textOfValue(propertyOf(element, key).value)
}

/** The property a split names, with the value an element has. Names may have points inside: the shortest set it has counts. */
export function propertyOf(element: TakeoffElement, key: PropertySplit): { name: string; value: unknown } {
  const path = key.slice('pset.'.length)
  const ends = [...path.matchAll(/\./g)].map(({ index }) => index)
  for (const end of ends) {
    const name = path.slice(end + 1)
    const [value] = valuesUnder(element, path.slice(0, end), name)
    if (value !== undefined) return { name, value }
  }
  return { name: path.slice((ends[0] ?? -1) + 1), value: null }
}

function textOfValue(value: unknown): string | null {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    const text = value.trim()
    if (text === '') return null
    return isDecimalText(text) && text.includes('.') ? text.replace(/\.?0+$/, '') : text
  }
  if (Array.isArray(value)) {
    const texts = value.flatMap((one: unknown) => textOfValue(one) ?? [])
    return texts.length === 0 ? null : texts.join(', ')
  }
  return value === null || value === undefined ? null : canonicalJson(value as Json)
}
