import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import {
  emptyWords,
  fieldPath,
  modelKey,
  urlTemplate,
  where,
  words,
} from '../props/shared-props.definition.ts'

const stepSchema = z.object({
  from: z.string(),
  to: z.string(),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
})

export const recordLanes = defineComponent({
  type: 'record-lanes',
  title: 'Records in lanes',
  description:
    'What was made from what, over time: a lane for each variant, a line from each record to its origin.',
  group: 'data',
  icon: 'branch',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    label: words().optional(),
    where: where.optional(),
    /** A text that names the lane. */
    lane: fieldPath,
    /** What lanes are called whose names nobody chose, by these. */
    lane_names: z.record(z.string(), words(80)).default({}),
    /** The relation to the record it was made from. */
    parent: fieldPath,
    /** Orders them: a number, a day or a moment. */
    order: fieldPath,
    /** Days or moments that say when each was, the first that is filled: farther apart where more time lies between. */
    moments: z.array(fieldPath).max(3).default([]),
    /** Shown below the title; a state stands out. */
    fields: z.array(fieldPath).max(6).default([]),
    /** An amount whose change is written at the line. */
    amount: fieldPath.optional(),
    /** How many lines each has more, less and changed than the one it was made from: written at the line, too. */
    steps: z
      .array(stepSchema)
      .max(1000)
      .nullable()
      .optional()
      .meta({ description: 'Mostly bound: nodes.steps.value.steps' }),
    /** Where the way leads to: it stands out from the first record on, and is said. */
    reached: z
      .strictObject({
        field: fieldPath,
        values: z.array(z.string().max(63)).min(1).max(10),
        label: words(80),
      })
      .optional(),
    item_to: urlTemplate.optional(),
    /** Two may be chosen, to be compared. */
    choose_two: z.boolean().default(false),
    empty: emptyWords.optional(),
  }),
  events: { chosen: { title: 'Two are chosen: from, to' } },
  slots: { step: { title: 'What happened on the way from one to the next' } },
  exposes: {
    chosen: { title: 'Ids of the chosen ones, the earlier first' },
    step: { title: 'The step that is looked at: from, to' },
  },
  sample: {
    props: { model: 'work_packages', lane: 'code', parent: 'above', order: 'code', label: 'Work packages' },
  },
})
