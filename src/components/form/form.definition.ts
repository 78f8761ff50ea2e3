import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { rowsOffer } from '../props/rows-offer.definition.ts'
import {
  fieldPath,
  fieldPaths,
  modelKey,
  namedCodes,
  recordId,
  suggestions,
  where,
  words,
} from '../props/shared-props.definition.ts'

const offerSchema = z.strictObject({
  /** These records only. */
  where: where.optional(),
  /** Of a text that names records of a model, several with commas between them: which, by what, and what they are called. */
  names: z.strictObject({ model: modelKey, by: fieldPath, title: fieldPath }).optional(),
  /** Of a text that holds one of a few codes which the screen knows: these, by what they are called. Of several choices: beside those of the model. */
  options: namedCodes.optional(),
  /** Of a text: names that come up while it is typed; any other may be typed as well. */
  suggest: suggestions.optional(),
  /** Of data: the rows it is filled in by. */
  rows: rowsOffer.optional(),
  /** Of a text or data that is chosen in a way of its own: a plan of times, a time zone, what a list shows. */
  input: z.enum(['plan', 'time_zone', 'question']).optional(),
  /** Of what a list shows: of which model. */
  model: z.string().max(63).nullable().optional(),
})
export type FieldOffer = z.output<typeof offerSchema>

export const form = defineComponent({
  type: 'form',
  title: 'Form',
  description: 'Creates a record, or changes the one whose id is given.',
  group: 'input',
  icon: 'pencil',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    id: recordId.optional(),
    archetype_id: z.string().max(63).nullable().optional(),
    fields: fieldPaths
      .optional()
      .meta({ control: 'fields', description: 'These fields in this order; all otherwise.' }),
    /** Values to begin with when creating. */
    values: z.record(z.string(), z.json()).optional(),
    /** Creates by a command of the product, which may do more in its one transaction than write the record. */
    create_by: z
      .strictObject({
        command: z.string().min(1).max(120),
        /** Given to it beside what is typed. */
        input: z.record(z.string(), z.json()).default({}),
        /** Under which key it answers the id of the record. */
        answer: z.string().max(63).default('id'),
      })
      .optional(),
    /** Fields of a new record that are given and not typed, by key, and why; where the value is null it is typed as ever. */
    given: z.record(z.string(), z.strictObject({ value: z.json(), why: words() })).default({}),
    /** Keys of a new record that are made from what it is called, by the key they go in, and those that are taken already. */
    keys: z
      .record(
        z.string(),
        z.strictObject({ from: fieldPath, taken: z.array(z.string().nullable()).nullable().default([]) }),
      )
      .default({}),
    /** What is offered in fields that lead to records, name them or hold data, by key. */
    offers: z.record(z.string(), offerSchema).default({}),
    columns: z.int().min(1).max(2).default(1),
    submit: words(80).optional(),
    cancel: z.boolean().default(false),
    /** Begin again after creating, for entering many. */
    again: z.boolean().default(false),
    /** To look at and try: checks what is typed, saves nothing. */
    preview: z.boolean().default(false),
  }),
  events: {
    saved: { title: 'Saved: id, row, created' },
    cancelled: { title: 'Given up' },
  },
  slots: { more: { title: 'Between the fields and the buttons' } },
  exposes: { dirty: { title: 'Whether something is not saved' }, values: { title: 'The values as typed' } },
  sample: { props: { model: 'suppliers', columns: 2, cancel: true } },
})
