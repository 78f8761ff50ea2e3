import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const serviceAccounts = defineComponent({
  type: 'service-accounts',
  title: 'Service accounts',
  description: 'Members that are no people: makes them, and tokens for the programs that work as them.',
  group: 'design',
  icon: 'key',
  version: 1,
  props: z.strictObject({}),
  sample: { props: {} },
})
