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
    /** Shown below the title; a state stands out. */
    fields: z.array(fieldPath).max(6).default([]),
    /** An amount whose change is written at the line. */
    amount: fieldPath.optional(),
    item_to: urlTemplate.optional(),
    /** Two may be chosen, to be compared. */
    choose_two: z.boolean().default(false),
    empty: emptyWords.optional(),
  }),
  events: { chosen: { title: 'Two are chosen: from, to' } },
  exposes: { chosen: { title: 'Ids of the chosen ones, the earlier first' } },
  sample: {
    props: { model: 'work_packages', lane: 'code', parent: 'above', order: 'code', label: 'Work packages' },
  },
})
