import { z } from 'zod'
import { isDecimalText } from '#base/decimal.ts'

/** What money is spent on. Every split by type has these five, in this order. */
export const itemTypes = ['labour', 'material', 'equipment', 'subcontract', 'other'] as const
export type ItemType = (typeof itemTypes)[number]

export const decimalTextSchema = z.string().refine(isDecimalText, 'Write a plain decimal, such as 12.50.')
export const positiveTextSchema = decimalTextSchema.refine(
  (text) => !/^-|^0*\.?0*$/.test(text),
  'This must be above zero.',
)
export const currencySchema = z.string().regex(/^[A-Z]{3}$/)
export const daySchema = z.iso.date()

/** An item of a catalogue: an hour of a mason, a cubic metre of concrete. */
export const catalogueItemSchema = z.strictObject({
  id: z.string().min(1),
  code: z.string().min(1).max(200),
  name: z.string().min(1).max(1000),
  type: z.enum(itemTypes),
  /** As `parseUnit` reads it; empty where the source has none. */
  unit: z.string().max(60),
  /** Its prices are for that many of the unit. */
  price_basis: positiveTextSchema.default('1'),
  /** Per cent that is lost; a component may say another. Material only. */
  waste_default: decimalTextSchema.nullable().default(null),
  status: z.enum(['active', 'blocked', 'replaced']).default('active'),
})
export type CatalogueItem = z.output<typeof catalogueItemSchema>

/** A price of an item. Where two are for the same, the one that is more exactly for the question counts. */
export const itemPriceSchema = z.strictObject({
  id: z.string().min(1),
  item_id: z.string().min(1),
  currency: currencySchema,
  unit_price: decimalTextSchema,
  /** The first and the last day it holds; null is open. */
  valid_from: daySchema.nullable().default(null),
  valid_to: daySchema.nullable().default(null),
  /** `DE` or, more exactly, `DE-BE`; null is everywhere. */
  region: z.string().min(1).max(60).nullable().default(null),
  /** From this quantity on. */
  min_quantity: decimalTextSchema.default('0'),
  discount_percent: decimalTextSchema.default('0'),
  /** `manual`, `import:<run>`, `quote:<id>` */
  source: z.string().max(200).default('manual'),
})
export type ItemPrice = z.output<typeof itemPriceSchema>
