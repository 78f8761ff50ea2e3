import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const workspaceBrand = defineComponent({
  type: 'workspace-brand',
  title: 'Logo and colour',
  description: 'The logo and the colour of the workspace, with how they will look.',
  group: 'design',
  icon: 'palette',
  version: 1,
  props: z.strictObject({}),
  sample: { props: {} },
})
