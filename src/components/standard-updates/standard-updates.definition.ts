import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const standardUpdates = defineComponent({
  type: 'standard-updates',
  title: 'News for standard models',
  description:
    'Says when the product has new fields for models the workspace took in earlier, shows which, and takes them in. Shows nothing otherwise.',
  group: 'data',
  icon: 'package',
  version: 1,
  props: z.strictObject({}),
  sample: { props: {} },
})
