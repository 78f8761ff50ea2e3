import { z } from 'zod'
import { isDecimalText } from '#base/decimal.ts'

export const baseDimensions = ['length', 'mass', 'time', 'count', 'money'] as const
export type BaseDimension = (typeof baseDimensions)[number]

/** Powers of what is measured; what is absent is 0: an area is `{length: 2}`, a density `{mass: 1, length: -3}`. */
export const dimensionSchema = z.partialRecord(z.enum(baseDimensions), z.int().min(-6).max(6))
export type Dimension = z.infer<typeof dimensionSchema>

const shortText = z.string().min(1).max(60)

/** A unit: `{code: "m2", symbol: "m²", label: {en, de}, dimension: {length: 2}, to_si: "1", aliases: ["qm"]}`. */
export const unitSchema = z.strictObject({
  code: z.string().regex(/^([a-z][a-z0-9]*|%)$/i),
  symbol: shortText,
  label: z.strictObject({ en: shortText, de: shortText }),
  dimension: dimensionSchema,
  /** What one of it is in SI (m, kg, s, pieces, the currency), exact. */
  to_si: z.string().refine((text) => isDecimalText(text) && !/^-|^0*\.?0*$/.test(text)),
  /** Other ways to write it; upper and lower case, spaces and a full stop at the end do not matter. */
  aliases: z.array(shortText),
})
export type Unit = z.infer<typeof unitSchema>
