import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { fieldPath, modelKey, recordId, words } from '../props/shared-props.definition.ts'

export const jsonForm = defineComponent({
  type: 'json-form',
  title: 'Form of a structured field',
  description: 'Edits what a JSON field holds through inputs: one set of values, or a list of them.',
  group: 'input',
  icon: 'list',
  version: 1,
  props: z.strictObject({
    label: words(80),
    model: modelKey,
    id: recordId,
    /** The field that is edited. What it holds beside the values below stays as it is. */
    field: z.string().min(1).max(63),
    /** A list of sets of values; otherwise one. */
    list: z.boolean().default(false),
    values: z
      .array(
        z.strictObject({
          key: z.string().min(1).max(63),
          label: words(80),
          /** `number` is kept as decimal text, `whole` as a whole number; an empty one is none. */
          kind: z.enum(['text', 'number', 'whole', 'choice']).default('text'),
          unit: words(20).optional(),
          /** What is there while it is empty: not rounded. */
          empty: words(40).optional(),
          choices: z
            .array(
              z.strictObject({
                value: z.string().max(63),
                label: words(80),
                /** Other values it brings; when one of them is changed, the choice that brings none takes its place. */
                sets: z.record(z.string(), z.json()).optional(),
              }),
            )
            .max(50)
            .optional(),
          /** Of a choice: the records of a model instead, by what is kept of each and what it is called. */
          choices_of: z.strictObject({ model: modelKey, value: fieldPath, title: fieldPath }).optional(),
        }),
      )
      .min(1)
      .max(30),
    editable: z.boolean().default(true),
  }),
  events: { saved: { title: 'It was saved' } },
  sample: {
    props: {
      label: 'Opening hours',
      model: 'suppliers',
      id: 'sample-suppliers-1',
      field: 'name',
      list: true,
      values: [
        { key: 'day', label: 'Day' },
        { key: 'from', label: 'From', kind: 'number', unit: 'h' },
      ],
    },
  },
})
