import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const workspaceAddress = defineComponent({
  type: 'workspace-address',
  title: 'Address of the workspace',
  description: 'Changes where the workspace is reached; tells while one types whether an address is free.',
  group: 'input',
  icon: 'globe',
  version: 1,
  props: z.strictObject({}),
  sample: { props: {} },
})
