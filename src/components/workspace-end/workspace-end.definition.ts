import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const workspaceEnd = defineComponent({
  type: 'workspace-end',
  title: 'Leave, hand over, close',
  description: 'Leave the workspace; as its owner hand it over, or close it.',
  group: 'design',
  icon: 'building',
  version: 1,
  props: z.strictObject({}),
  sample: { props: {} },
})
