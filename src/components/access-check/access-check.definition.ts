import { defineComponent } from '#contracts/component.ts'
import { z } from 'zod'

export const accessCheck = defineComponent({
  type: 'access-check',
  title: 'Access check',
  description: 'What a role or a person may do, by which rule; and a look at the workspace as they see it.',
  group: 'design',
  icon: 'eye',
  version: 1,
  props: z.strictObject({
    /** The role that is asked about first. */
    role: z.string().max(63).optional().meta({ title: 'Role', control: 'role' }),
  }),
  sample: { props: {} },
})
