import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const diagnostics = defineComponent({
  type: 'diagnostics',
  title: 'Diagnostics',
  description: 'How the server and the workspace are, with a bundle for support.',
  group: 'design',
  icon: 'activity',
  version: 1,
  props: z.strictObject({}),
  sample: { props: {} },
})
