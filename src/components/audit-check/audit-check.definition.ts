import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const auditCheck = defineComponent({
  type: 'audit-check',
  title: 'Check of the audit log',
  description: 'Looks through the chain of entries and tells the first that is not as it was written.',
  group: 'data',
  icon: 'check',
  version: 1,
  props: z.strictObject({}),
  sample: { props: {} },
})
