import { z } from 'zod'
import { currencySchema, daySchema, decimalTextSchema, itemTypes, positiveTextSchema } from './catalogue.ts'

/** Names of parameters, tables and components: they are read by formulas. */
const nameSchema = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const labelSchema = z.string().min(1).max(200)
const formulaSchema = z.string().min(1).max(4000)
const unitText = z.string().max(60)

/** What a parameter is: a decimal in its unit, one of its choices, yes or no. */
export const paramValueSchema = z.union([z.string().max(200), z.boolean()])
export type ParamValue = z.infer<typeof paramValueSchema>

/**
 * What a recipe can be told. A choice may bring values for other parameters (`overrides`): they count before the defaults
 * and after what was said outright. A derived one is worked out from those before it. No unit: a plain number.
 */
export const recipeParamSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('number'),
    key: nameSchema,
    label: labelSchema,
    unit: unitText.default(''),
    default: decimalTextSchema,
    min: decimalTextSchema.optional(),
    max: decimalTextSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('choice'),
    key: nameSchema,
    label: labelSchema,
    default: z.string().max(200),
    choices: z
      .array(
        z.strictObject({
          value: z.string().min(1).max(200),
          label: labelSchema,
          overrides: z.record(nameSchema, paramValueSchema).default({}),
        }),
      )
      .min(1)
      .max(200),
  }),
  z.strictObject({ kind: z.literal('bool'), key: nameSchema, label: labelSchema, default: z.boolean() }),
  z.strictObject({
    kind: z.literal('derived'),
    key: nameSchema,
    label: labelSchema,
    unit: unitText.default(''),
    formula: formulaSchema,
  }),
])
export type RecipeParam = z.output<typeof recipeParamSchema>

/** Values by key for `lookup(table, key)`: keys are texts, or numbers in `key_unit`. */
export const recipeTableSchema = z.strictObject({
  key: nameSchema,
  /** Null: the keys are texts. */
  key_unit: unitText.nullable().default(null),
  unit: unitText.default(''),
  rows: z.array(z.strictObject({ key: z.string().max(200), value: decimalTextSchema })).max(1000),
})
export type RecipeTable = z.output<typeof recipeTableSchema>

/**
 * How much of a component one output (`output_basis` × `output_unit`) takes: a coefficient in the component's own unit for
 * that output, or a formula, whose units say what it is (`120 * kg / m3`), whatever the basis.
 */
const quantitySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('coefficient'), coefficient: decimalTextSchema }),
  z.strictObject({ mode: z.literal('formula'), formula: formulaSchema }),
])
export type ComponentQuantity = z.output<typeof quantitySchema>

const priceSchema = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('lookup') }),
  z.strictObject({
    source: z.literal('fixed'),
    unit_price: decimalTextSchema,
    currency: currencySchema,
    price_basis: positiveTextSchema.default('1'),
  }),
])
export type PriceSource = z.output<typeof priceSchema>

const component = {
  key: nameSchema,
  /** Yes or no from the parameters; while it is no, the component is not there. */
  condition: formulaSchema.optional(),
}

export const recipeComponentSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...component,
    kind: z.literal('item'),
    item_id: z.string().min(1),
    quantity: quantitySchema,
    /** Material only; the item's own where it is absent. */
    waste_percent: decimalTextSchema.optional(),
    price: priceSchema.default({ source: 'lookup' }),
  }),
  /** People and machines that together make so much an hour. */
  z.strictObject({
    ...component,
    kind: z.literal('crew'),
    /** Output units (not bases) an hour. */
    output_per_hour: positiveTextSchema,
    crew: z
      .array(z.strictObject({ item_id: z.string().min(1), count: positiveTextSchema }))
      .min(1)
      .max(50),
  }),
  z.strictObject({
    ...component,
    kind: z.literal('recipe'),
    recipe_id: z.string().min(1),
    quantity: quantitySchema,
    /** Formulas over this recipe's parameters, by the other's keys. */
    params: z.record(nameSchema, formulaSchema).default({}),
  }),
  z.strictObject({
    ...component,
    kind: z.literal('percent'),
    label: labelSchema,
    percent: decimalTextSchema,
    /** Of the components of a type, of all but percentages (`direct`), or of components named that stand before. */
    of: z.union([z.enum(['labour', 'material', 'equipment', 'direct']), z.array(nameSchema).min(1).max(100)]),
    /** What the amount itself counts as. */
    type: z.enum(itemTypes),
  }),
  z.strictObject({ ...component, kind: z.literal('text'), text: z.string().max(4000) }),
])
export type RecipeComponent = z.output<typeof recipeComponentSchema>

export const recipeSchema = z.strictObject({
  id: z.string().min(1),
  code: z.string().min(1).max(200),
  name: z.string().min(1).max(1000),
  output_unit: unitText,
  output_basis: positiveTextSchema.default('1'),
})
export type Recipe = z.output<typeof recipeSchema>

/** What a recipe is made of from a day on. Once published it never changes. */
export const recipeVersionSchema = z.strictObject({
  id: z.string().min(1),
  recipe_id: z.string().min(1),
  version_no: z.int().min(1),
  valid_from: daySchema,
  params: z.array(recipeParamSchema).max(200).default([]),
  tables: z.array(recipeTableSchema).max(50).default([]),
  components: z.array(recipeComponentSchema).max(1000),
  note: z.string().max(4000).default(''),
})
export type RecipeVersion = z.output<typeof recipeVersionSchema>
