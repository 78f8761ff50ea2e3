import { z } from 'zod'
import { whereSchema } from './query.ts'

/** What elements of one rule may be told apart by, each giving a line of its own. */
export const splitKeys = [
  'ifc_class',
  'predefined_type',
  'type_name',
  'materials',
  'storey',
  'name',
  'classification',
] as const
export type SplitKey = (typeof splitKeys)[number]

/** Or by a property: `pset.Pset_WallCommon.FireRating`. */
export type PropertySplit = `pset.${string}.${string}`
export type Split = SplitKey | PropertySplit

/** Whether a text names a property set and a property of it, as rules write it. */
export const isPropertySplit = (text: string): text is PropertySplit =>
  // Names may have points inside, but none of them is empty.
  /^pset\.[^\s.]([^\r\n]*[^\s.])?\.[^\s.]([^\r\n]*\S)?$/u.test(text)

export const isSplitKey = (text: string): text is SplitKey => splitKeys.some((key) => key === text)

const nameSchema = z.string().min(1).max(300)

/** A property an element must have: `{set: 'Pset_WallCommon', name: 'IsExternal', op: 'eq', value: true}`. */
export const propertyConditionSchema = z
  .strictObject({
    /** Any set where it is absent. */
    set: nameSchema.optional(),
    name: nameSchema,
    op: z.enum(['eq', 'ne', 'contains', 'empty']),
    value: z.union([z.string().max(300), z.number(), z.boolean()]).optional(),
  })
  .refine(({ op, value }) => op !== 'empty' || typeof value === 'boolean', {
    path: ['value'],
    message: 'Say with true or false whether the property is missing.',
  })
export type PropertyCondition = z.output<typeof propertyConditionSchema>

/** A property with a number that a formula may read under a name, in the unit the file has it in. */
export const propertyVariableSchema = z.strictObject({
  key: z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/),
  set: nameSchema.optional(),
  name: nameSchema,
  /** Empty: a plain number. */
  unit: z.string().max(60).default(''),
})
export type PropertyVariable = z.output<typeof propertyVariableSchema>

/** How many elements a rule may name. */
export const mostChosen = 500

/**
 * Which elements a rule is for: a condition of the query language over elements, those that were chosen by hand (ids of
 * their first versions, so that it finds them in later ones too), and conditions on their properties.
 */
export const takeoffFilterSchema = z.strictObject({
  where: whereSchema.optional(),
  elements: z.array(z.uuid()).min(1).max(mostChosen).optional(),
  properties: z.array(propertyConditionSchema).max(20).default([]),
})
export type TakeoffFilter = z.output<typeof takeoffFilterSchema>

export const propertyVariablesSchema = z.array(propertyVariableSchema).max(20)

/** Formulas for the parameters of a recipe, by their keys. */
export const paramMapSchema = z.record(
  z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/),
  z.string().min(1).max(4000),
)

/** What becomes of an element that lacks a quantity: measured from its triangles, left out and told, or nothing at all. */
export const whenMissingKinds = ['computed', 'skip_and_flag', 'fail'] as const
export type WhenMissing = (typeof whenMissingKinds)[number]
