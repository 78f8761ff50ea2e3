import type { ComputedType } from '#contracts/computed-field.ts'
import type { FieldType } from '#contracts/field-types.ts'

interface FieldKind {
  icon: string
  /** What it is for, in one line. */
  hint: string
}

/** How each type is offered; one that is missing does not compile. */
export const fieldKinds = {
  text: { icon: 'text', hint: 'A name, a code, one line' },
  long_text: { icon: 'notes', hint: 'Remarks of several lines' },
  markdown: { icon: 'book', hint: 'Text with headings and lists' },
  number: { icon: 'number', hint: 'A measured quantity' },
  integer: { icon: 'hash', hint: 'A count' },
  decimal: { icon: 'ruler', hint: 'An exact quantity' },
  money: { icon: 'coins', hint: 'A price or an amount' },
  percent: { icon: 'percent', hint: 'A discount, a tax, waste' },
  duration: { icon: 'clock', hint: 'Hours and minutes of work' },
  rating: { icon: 'star', hint: 'One to five stars' },
  boolean: { icon: 'toggle', hint: 'A box to tick' },
  date: { icon: 'calendar', hint: 'A day' },
  datetime: { icon: 'clock', hint: 'A day with its time' },
  select: { icon: 'list', hint: 'One of a list' },
  multi_select: { icon: 'checklist', hint: 'Several of a list' },
  status: { icon: 'workflow', hint: 'A choice with steps from one to the next' },
  sequence: { icon: 'tag', hint: 'EST-2026-0001, given by itself' },
  address: { icon: 'address', hint: 'Street, postal code, town' },
  geo_point: { icon: 'compass', hint: 'Latitude and longitude' },
  colour: { icon: 'palette', hint: 'A colour from a chart' },
  icon: { icon: 'puzzle', hint: 'A sign from the set of the product' },
  relation: { icon: 'link', hint: 'A record of another model' },
  user: { icon: 'user', hint: 'Somebody of the workspace' },
  email: { icon: 'mail', hint: 'A mail address' },
  phone: { icon: 'phone', hint: 'A telephone number' },
  url: { icon: 'globe', hint: 'A web address' },
  file: { icon: 'paperclip', hint: 'Plans, offers, delivery notes' },
  image: { icon: 'camera', hint: 'Photos from the site' },
  signature: { icon: 'signature', hint: 'Drawn with a finger or the mouse' },
  json: { icon: 'code', hint: 'Data from another system' },
} as const satisfies Record<FieldType, FieldKind>

/** How fields that are worked out are offered. */
export const computedKinds = {
  formula: { label: 'Formula', icon: 'calculator', hint: 'Worked out from other fields: price * quantity' },
  lookup: { label: 'Lookup', icon: 'search', hint: 'A field of the record it links to' },
  rollup: { label: 'Roll-up', icon: 'layers', hint: 'A sum, count or list over related records' },
} as const satisfies Record<ComputedType, FieldKind & { label: string }>

/** The types in the order they are offered. */
export const offeredTypes = Object.keys(fieldKinds) as FieldType[]
