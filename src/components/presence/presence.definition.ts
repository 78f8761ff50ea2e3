import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { modelKey, recordId } from '../props/shared-props.definition.ts'

export const presence = defineComponent({
  type: 'presence',
  title: 'People here',
  description: 'Who else looks at this record or list now. Shows nothing while nobody does.',
  group: 'data',
  icon: 'users',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    id: recordId.optional(),
    /** As many faces; the others are a number. */
    most: z.int().min(1).max(8).default(4),
  }),
  sample: { props: { model: 'suppliers' } },
})
