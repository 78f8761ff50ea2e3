import type { GeoPoint } from './geo-point.ts'

const points = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/
// A comma between two of them cannot be told from that of a fraction, unless a space follows.
const commas = /^\s*(-?\d{1,3}(?:,\d{1,15})?)(?:\s*;\s*|,?\s+)(-?\d{1,3}(?:,\d{1,15})?)\s*$/

/**
 * Reads `52.52, 13.405` (also with `;` or a space between) and `52,52; 13,405`; null when it is no pair of numbers. Ranges are
 * not checked.
 */
export function parseGeoPoint(text: string): GeoPoint | null {
  const [, lat, lng] = points.exec(text) ?? commas.exec(text) ?? []
  return lat && lng ? { lat: degrees(lat), lng: degrees(lng) } : null
}

const degrees = (text: string): number => Number(text.replace(',', '.'))
