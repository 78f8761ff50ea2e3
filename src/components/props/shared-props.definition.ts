import { z } from 'zod'
import { aggregateFunctions } from '#contracts/field-types.ts'
import { fieldPathSchema, sortSchema, whereSchema } from '#contracts/query.ts'
import { safeUrlPattern } from './safe-url.definition.ts'

// `meta.text` marks words a person reads (they are translated); `meta.control` tells the inspector which control to offer.

/** Words a person reads. */
export const words = (max = 300) => z.string().max(max).meta({ text: true })

/** Several lines a person reads. */
export const longWords = (max = 20_000) => z.string().max(max).meta({ text: true, control: 'long-text' })

/** The few codes a text may hold and what they are called, where the screen knows them and the model does not. */
export const namedCodes = z
  .array(
    z.strictObject({
      value: z.string().max(200),
      label: words(),
      /** A tone, or #rrggbb: the badge it is drawn as. */
      color: z.string().max(20).optional(),
    }),
  )
  .max(500)

/** Names that come up while a text is typed. `of`: they are all of the text, one of its list with commas, or a name in a formula. */
export const suggestions = z.strictObject({
  names: z.array(z.string().max(1000)).max(1000),
  of: z.enum(['all', 'list', 'formula']).default('all'),
})

export const url = z
  .string()
  .max(2000)
  .regex(safeUrlPattern, 'Use http(s), mailto, tel or a path such as /items.')
  .meta({ control: 'url' })
/** A path with record keys: `/items/{id}`. */
export const urlTemplate = url.meta({
  control: 'url',
  description: 'May hold {field} of the record: /items/{id}.',
})

export const icon = z.string().max(40).meta({ control: 'icon' })
export const tone = z.enum(['neutral', 'accent', 'success', 'warning', 'danger', 'info'])
export const gap = z.enum(['none', 'small', 'medium', 'large'])

export const modelKey = z.string().min(1).max(63).meta({ control: 'model' })
export const fieldPath = fieldPathSchema.meta({ control: 'field' })
export const fieldPaths = z.array(fieldPath).max(200).meta({ control: 'fields' })
export const recordId = z
  .string()
  .max(200)
  .nullable()
  .meta({ description: 'The id of a record, mostly bound: params.id' })
export const where = whereSchema.nullable().meta({ control: 'where' })
export const sort = z.array(sortSchema).max(8).meta({ control: 'sort' })
export const searchText = z.string().max(200).nullable()
export const aggregate = z.strictObject({ fn: z.enum(aggregateFunctions), field: fieldPath.optional() })

/** What to show while there is nothing: what this is for, and one way on. */
export const emptyWords = z.strictObject({
  icon: icon.optional(),
  title: words().optional(),
  text: words(600).optional(),
  /** Label of the one action; answers with the event `create`. */
  action: words(80).optional(),
})
