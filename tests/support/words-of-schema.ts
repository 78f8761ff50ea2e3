import { isJsonObject } from '../../src/base/json.ts'
import { wordsOf } from '../../src/editor/inspector/prop-kind.ts'

// What a condition or an order is made of has controls of its own, and places are called as their slots are.
const ownControl = new Set(['where', 'sort'])
const conditionKeys = new Set(['and', 'or', 'not', 'op', 'field', 'value', 'dir', '='])

/** Names of properties, choices and help of a component as the inspector shows them, in English. */
export function wordsOfSchema(schema: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const part of schema) wordsOfSchema(part, found)
  if (!isJsonObject(schema) || ownControl.has(String(schema['control']))) return found
  if (isCondition(schema)) return found
  const { properties, enum: choices, description } = schema
  if (typeof description === 'string') found.add(description)
  if (Array.isArray(choices))
    for (const choice of choices)
      if (typeof choice === 'string' && !/^tab\d$/.test(choice)) found.add(wordsOf(choice))
  if (isJsonObject(properties))
    for (const [key, inner] of Object.entries(properties)) {
      if (key === '=') continue
      found.add(wordsOf(key))
      wordsOfSchema(inner, found)
    }
  for (const part of ['anyOf', 'oneOf', 'allOf', 'items', 'additionalProperties', '$defs']) {
    const inner = schema[part]
    wordsOfSchema(part === '$defs' && isJsonObject(inner) ? Object.values(inner) : inner, found)
  }
  return found
}

const isCondition = ({ properties }: Record<string, unknown>): boolean =>
  isJsonObject(properties) &&
  Object.keys(properties).length > 0 &&
  Object.keys(properties).every((key) => conditionKeys.has(key))
