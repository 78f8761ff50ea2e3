import { isJsonObject } from '#base/json.ts'
import { mostPoints, mostSide } from '#contracts/signature.ts'
import { wrong, type FieldTypePart } from './field-type-part.ts'

const message = 'This is no signature.'
const side = { type: 'integer', minimum: 1, maximum: mostSide } as const

/** Strokes of a signature within their field. Two that look alike are not the same one: nothing is asked of them. */
export const signatureType: FieldTypePart = {
  normalise(value) {
    if (!isJsonObject(value) || Object.keys(value).toSorted().join() !== 'height,strokes,width')
      return wrong('type', message)
    const { width, height, strokes } = value
    if (!isWithin(width, 1, mostSide) || !isWithin(height, 1, mostSide)) return wrong('type', message)
    if (!Array.isArray(strokes) || strokes.length === 0) return wrong('type', message)
    let points = 0
    for (const stroke of strokes) {
      if (!Array.isArray(stroke) || stroke.length < 2 || stroke.length % 2 === 1)
        return wrong('type', message)
      points += stroke.length / 2
      if (points > mostPoints) return wrong('range', 'This signature has too many points. Draw it anew.')
      if (!stroke.every((place, at) => isWithin(place, 0, at % 2 === 0 ? width : height)))
        return wrong('range', message)
    }
    return { value: { width, height, strokes } }
  },
  schema: () => ({
    type: 'object',
    properties: {
      width: side,
      height: side,
      strokes: {
        type: 'array',
        minItems: 1,
        items: { type: 'array', minItems: 2, items: { type: 'integer', minimum: 0, maximum: mostSide } },
      },
    },
    required: ['width', 'height', 'strokes'],
    additionalProperties: false,
  }),
}

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
