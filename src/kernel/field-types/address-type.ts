import { isJsonObject } from '#base/json.ts'
import { addressParts } from '#contracts/address.ts'
import { isStorableText } from '../models/value-formats.ts'
import { wrong, type FieldTypePart } from './field-type-part.ts'

const longest = 200

/** An address in its parts; a text is taken for the street line. Parts that are empty are left out. */
export const addressType: FieldTypePart = {
  normalise(value) {
    const given: unknown = typeof value === 'string' ? { street: value } : value
    if (!isJsonObject(given)) return wrong('type', 'Write an address.')
    const unknown = Object.keys(given).find((key) => !(addressParts as readonly string[]).includes(key))
    if (unknown !== undefined)
      return wrong('type', 'An address has no “{{part}}”.', { part: unknown.slice(0, 40) })
    const kept: Record<string, string> = {}
    for (const part of addressParts) {
      const text = given[part]
      if (text === undefined || text === null || text === '') continue
      if (typeof text !== 'string' || !isStorableText(text))
        return wrong('type', 'Write a text in every part.')
      if ([...text].length > longest)
        return wrong('max_length', 'At most {{count}} characters in a part.', { count: longest })
      const plain = text.replaceAll(/\s+/g, ' ').trim()
      if (plain !== '') kept[part] = plain
    }
    return { value: Object.keys(kept).length === 0 ? null : kept }
  },
  schema: () => ({
    type: 'object',
    properties: Object.fromEntries(
      addressParts.map((part) => [part, { type: 'string', maxLength: longest }]),
    ),
    additionalProperties: false,
  }),
}
