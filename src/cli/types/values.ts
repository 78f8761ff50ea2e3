// How values travel: `formwork types` writes this file's text first.

declare const decimalBrand: unique symbol
/** An exact decimal number as text: `"12.50"`. Make one with `decimal()`; do not calculate with JavaScript numbers. */
export type Decimal = string & { readonly [decimalBrand]: true }

/** UUID of a record or person. */
export type Id = string
/** `2026-03-01` */
export type DateText = string
/** ISO 8601 with zone: `2026-03-01T12:30:00Z` */
export type DateTimeText = string
export interface FileRef {
  id: Id
  name?: string
  type?: string
  size?: number
}
export interface Address {
  street?: string
  extra?: string
  postal_code?: string
  city?: string
  region?: string
  country?: string
}
/** Strokes of points `[x, y, x, y, …]` in a field of this size. */
export interface Signature {
  width: number
  height: number
  strokes: number[][]
}
export interface GeoPoint {
  lat: number
  lng: number
}
