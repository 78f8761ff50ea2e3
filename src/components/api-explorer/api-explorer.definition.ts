import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const apiExplorer = defineComponent({
  type: 'api-explorer',
  title: 'API description',
  description: 'Every call of this workspace’s API, with its models, code to copy and a way to try it.',
  group: 'design',
  icon: 'code',
  version: 1,
  props: z.strictObject({}),
  sample: { props: {} },
})
