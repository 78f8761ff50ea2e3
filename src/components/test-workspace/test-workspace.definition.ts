import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const testWorkspace = defineComponent({
  type: 'test-workspace',
  title: 'Test workspace',
  description: 'In development only: join the test workspace of the server, or fill this one with demo data.',
  group: 'design',
  icon: 'wand',
  version: 1,
  props: z.strictObject({ show: z.enum(['join', 'demo-data']).default('join') }),
  sample: { props: { show: 'join' } },
})
