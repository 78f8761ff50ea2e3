import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

const brandPart = z.enum(['logo', 'colour', 'letters'])

export const workspaceBrand = defineComponent({
  type: 'workspace-brand',
  title: 'Logo and colour',
  description: 'The logo and the colour of the workspace, with how they will look.',
  group: 'design',
  icon: 'palette',
  version: 1,
  props: z.strictObject({
    /** What is shown, in this order. `letters` is what stands at the head and the end of offers. */
    parts: z.array(brandPart).min(1).max(3).default(brandPart.options),
  }),
  sample: { props: {} },
})
