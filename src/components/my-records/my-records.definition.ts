import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const myRecords = defineComponent({
  type: 'my-records',
  title: 'My records',
  description:
    'What this person worked on lately, or what is assigned to them: records that name them, and what they are asked to decide.',
  group: 'data',
  icon: 'user',
  version: 1,
  props: z.strictObject({
    label: words(),
    show: z.enum(['recent', 'assigned']).default('recent'),
    limit: z.int().min(1).max(50).default(8),
  }),
  sample: { props: { label: 'Assigned to me', show: 'assigned' } },
})
