import type { GeoPoint } from './geo-point.ts'

/** Reads `52.52, 13.405` (also with `;` or a space between); null when it is no pair of numbers. Ranges are not checked. */
export function parseGeoPoint(text: string): GeoPoint | null {
  const match = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text)
  return match ? { lat: Number(match[1]), lng: Number(match[2]) } : null
}
