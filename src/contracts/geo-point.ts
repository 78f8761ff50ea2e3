import { isJsonObject } from '#base/json.ts'

/** A place on earth in degrees (WGS 84). */
export interface GeoPoint {
  lat: number
  lng: number
}

/** Whether a value is a place as it is stored. */
export const isGeoPoint = (value: unknown): value is GeoPoint =>
  isJsonObject(value) && typeof value['lat'] === 'number' && typeof value['lng'] === 'number'

/** A place as text, the way it is exported and read again: `52.52, 13.405`. */
export const geoPointText = ({ lat, lng }: GeoPoint): string => `${plain(lat)}, ${plain(lng)}`

// 1e-7 is a number too, but no decimal text.
const plain = (degrees: number): string =>
  String(Number(degrees.toFixed(7))).includes('e') ? degrees.toFixed(7) : String(Number(degrees.toFixed(7)))
