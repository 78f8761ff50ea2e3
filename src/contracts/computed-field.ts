import { z } from 'zod'
import { fieldTypeNames } from './field-types.ts'
import { fieldPathSchema } from './query.ts'
import { fieldSchema, type Field } from './field.ts'

/** Fields whose value is worked out by the server and kept; nobody writes them. */
export const computedTypes = ['formula', 'lookup', 'rollup'] as const
export type ComputedType = (typeof computedTypes)[number]

export const rollupFunctions = ['sum', 'count', 'min', 'max', 'avg', 'list'] as const
export type RollupFunction = (typeof rollupFunctions)[number]

const expressionText = z.string().min(1).max(4000)

const rollupSchema = z.strictObject({
  /** The related records: `line.estimate` are the lines whose field `estimate` points here, `items` those a field of this record lists. */
  of: z.string().regex(/^[a-z][a-z0-9_]{0,62}(\.[a-z][a-z0-9_]{0,62})?$/),
  fn: z.enum(rollupFunctions),
  /** What is taken of each: a field of theirs or an expression over their fields. Not for `count`. */
  value: expressionText.optional(),
  /** Which of them count: a condition over their fields. */
  where: expressionText.optional(),
})

/** A field of a model that is worked out: `{key, label, type: 'formula', formula: 'price * quantity'}`. */
export const computedFieldSchema = z.strictObject({
  ...fieldSchema.pick({
    key: true,
    label: true,
    description: true,
    scale: true,
    currency: true,
    unit: true,
    shown_in: true,
  }).shape,
  type: z.enum(computedTypes),
  /** What comes out, `money` or `date`; found out from the formula when it is absent. */
  result: z.enum(fieldTypeNames).optional(),
  /** For `formula`: over fields of this record and, across links to one record, of others (`item.price`). */
  formula: expressionText.optional(),
  /** For `lookup`: the field of another record, across links to one record: `item.price`. */
  lookup: fieldPathSchema.optional(),
  /** For `rollup`. */
  rollup: rollupSchema.optional(),
  /**
   * Also readable by those who may not read what it is worked out from; a lookup by those of them whose role's list of fields
   * names it. Without it, a value shows only to who may read every field behind it, in every record.
   */
  declassified: z.boolean().optional(),
})
export type ComputedField = z.infer<typeof computedFieldSchema>

/** A field as a model defines it: filled in by people, or worked out: see `is-computed-field.ts`. */
export const fieldDefinitionSchema = z.discriminatedUnion('type', [fieldSchema, computedFieldSchema])
export type FieldDefinition = Field | ComputedField
