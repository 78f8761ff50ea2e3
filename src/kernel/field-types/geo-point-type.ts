import { isJsonObject } from '#base/json.ts'
import { parseGeoPoint } from '#contracts/parse-geo-point.ts'
import { wrong, type FieldTypePart } from './field-type-part.ts'

const message = 'Write a latitude and a longitude such as 52.52, 13.405.'

/** A place on earth, to seven digits after the point (about a centimetre); a text such as `52.52, 13.405` is read too. */
export const geoPointType: FieldTypePart = {
  normalise(value) {
    const point =
      typeof value === 'string'
        ? parseGeoPoint(value)
        : isJsonObject(value) && Object.keys(value).every((key) => key === 'lat' || key === 'lng')
          ? { lat: value.lat, lng: value.lng }
          : null
    if (!point) return wrong('type', message)
    const [lat, lng] = [degrees(point.lat, 90), degrees(point.lng, 180)]
    return lat === null || lng === null ? wrong('range', message) : { value: { lat, lng } }
  },
  schema: () => ({
    type: 'object',
    properties: {
      lat: { type: 'number', minimum: -90, maximum: 90 },
      lng: { type: 'number', minimum: -180, maximum: 180 },
    },
    required: ['lat', 'lng'],
    additionalProperties: false,
  }),
}

function degrees(value: unknown, most: number): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > most) return null
  return Number(value.toFixed(7)) + 0
}
