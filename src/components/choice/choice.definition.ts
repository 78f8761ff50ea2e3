import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import {
  fieldPath,
  fieldPaths,
  icon,
  modelKey,
  sort,
  where,
  words,
} from '../props/shared-props.definition.ts'

export const choice = defineComponent({
  type: 'choice',
  title: 'Choice',
  description: 'One of a list, or one of the records of a model; others read it as nodes.<id>.value.',
  group: 'input',
  icon: 'toggle',
  version: 1,
  props: z.strictObject({
    label: words(80),
    hide_label: z.boolean().default(false),
    /** Offered as they stand. */
    options: z
      .array(z.strictObject({ value: z.string().max(200), label: words() }))
      .max(200)
      .optional(),
    /** Or the records of this model. Beyond 500 the server searches all of them by the words and codes that are typed. */
    model: modelKey.optional(),
    /** What is chosen of a record. */
    value_field: fieldPath.default('id'),
    /** What a record is called; its title field when absent. */
    title: fieldPath.optional(),
    /** Show what records are called in the reader's language, where the product has the words: its own models and screens. */
    translated: z.boolean().default(false),
    /** Muted beside what a record is called: its code, its unit. */
    details: fieldPaths.optional(),
    /** Offered before all others while nothing is typed: favourites, what was used last. */
    first: z
      .array(
        z.object({
          value: z.string().max(200),
          label: z.string(),
          detail: z.string().optional(),
          icon: icon.optional(),
        }),
      )
      .max(200)
      .nullable()
      .optional(),
    where: where.optional(),
    sort: sort.optional(),
    /** What is chosen at first, or always when it is bound. */
    value: z.string().max(300).nullable().optional(),
    placeholder: words(80).optional(),
    clearable: z.boolean().default(false),
  }),
  events: { changed: { title: 'Another one was chosen: value, label' } },
  exposes: { value: { title: 'What is chosen' }, label: { title: 'What the chosen one is called' } },
  sample: { props: { label: 'Supplier', model: 'suppliers' } },
})
