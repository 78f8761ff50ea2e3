import { z } from 'zod'
import { fieldTypeNames } from './field-types.ts'
import { optionColour } from './option-colour.ts'
import { fieldPlaces } from './shown-in.ts'

/** Keys of models, fields, roles, layouts: they become JSON keys, never SQL text. */
export const keySchema = z
  .string()
  .min(1)
  .regex(
    /^[a-z][a-z0-9_]{0,62}$/,
    'Use lower-case letters, digits and _, starting with a letter (at most 63).',
  )

/** What every record has beside its fields; no field may take one of these keys. */
export const systemFieldKeys = [
  'id',
  'token',
  'tenant_id',
  'model_id',
  'archetype_id',
  'attributes',
  'base',
  'revision',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'deleted_at',
  'model',
  'catalog',
  'archetype',
  'parents',
  'children',
  'events',
] as const

export const optionSchema = z.union([
  z.string().min(1).max(200),
  z.strictObject({
    value: z.string().min(1).max(200),
    label: z.string().min(1).max(200),
    color: z.string().max(20).regex(optionColour, 'Write the colour as #rrggbb.').optional(),
  }),
])
export type Option = z.infer<typeof optionSchema>

const currencySchema = z.string().regex(/^[A-Z]{3}$/)
/** A condition on the record's own fields, by their keys: `status == "sent"`. `user` is who writes. */
const conditionSchema = z.string().min(1).max(4000)

export const fieldSchema = z.strictObject({
  key: keySchema.refine(
    (key) => !(systemFieldKeys as readonly string[]).includes(key),
    'This key is taken by the system.',
  ),
  label: z.string().min(1).max(200),
  type: z.enum(fieldTypeNames),
  description: z.string().max(2000).optional(),
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  /** What a new record begins with: a value, or an expression such as `{"=": "today()"}`. */
  default: z.json().optional(),
  /** The field exists for a record only while this holds; otherwise it keeps its value and cannot be written. */
  visible_if: conditionSchema.optional(),
  /** Required while this holds. */
  required_if: conditionSchema.optional(),
  /** Not to be changed while the record, as it is stored, meets this. */
  read_only_if: conditionSchema.optional(),
  options: z.array(optionSchema).max(500).optional(),
  /** For `multi_select`: short texts that are none of the options are taken as well. */
  open: z.literal(true).optional(),
  /** For `relation`: the key of the model it points to. */
  target: keySchema.optional(),
  /** For `relation`, `user`: a list instead of one. */
  many: z.boolean().optional(),
  /** For `relation`: what the records that point here are called on the other side; absent: not shown there. */
  inverse: z.string().min(1).max(200).optional(),
  /** For `status`: which options follow which; an option that is not named leads nowhere. Absent: any to any. */
  transitions: z.record(z.string().max(200), z.array(z.string().max(200)).max(500)).optional(),
  /** For `status`: the options a record may begin with; absent: any. */
  starts: z.array(z.string().max(200)).max(500).optional(),
  /** For `sequence`: `EST-{yyyy}-{0000}`; the counter begins anew whenever what stands before or behind it changes. */
  numbering: z.string().min(1).max(100).optional(),
  min: z.union([z.number(), z.string().max(60)]).optional(),
  max: z.union([z.number(), z.string().max(60)]).optional(),
  min_length: z.int().min(1).max(100_000).optional(),
  max_length: z.int().min(1).max(100_000).optional(),
  pattern: z.string().max(500).optional(),
  /** Digits after the point for `decimal`, `money`, `percent`. */
  scale: z.int().min(0).max(18).optional(),
  /** ISO 4217 code shown with `money`. */
  currency: currencySchema.optional(),
  /** For `money` in several currencies: a value then travels as `{"amount": "12.50", "currency": "USD"}`. */
  currencies: z.array(currencySchema).min(1).max(40).optional(),
  /** For `money` whose currency another field names: its path, `currency` or `version.currency`. */
  currency_from: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}(\.[a-z][a-z0-9_]{0,62}){0,3}$/)
    .optional(),
  unit: z.string().max(40).optional(),
  /** Kept by the product's own rules for a standard model: nobody writes it. */
  derived: z.literal(true).optional(),
  /** Absent: every place, long texts and files not in lists. A required field is always in forms. */
  shown_in: z.array(z.enum(fieldPlaces)).max(3).optional(),
})
export type Field = z.infer<typeof fieldSchema>
