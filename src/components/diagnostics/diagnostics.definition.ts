import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

const diagnosticsPart = z.enum(['state', 'server', 'database', 'workspace', 'files', 'queues', 'jobs'])
export type DiagnosticsPart = z.output<typeof diagnosticsPart>

export const diagnostics = defineComponent({
  type: 'diagnostics',
  title: 'Diagnostics',
  description: 'How the server and the workspace are, with a bundle for support.',
  group: 'design',
  icon: 'activity',
  version: 1,
  props: z.strictObject({
    /** What is shown, in this order. `state` is the sentence at the top, with the bundle for support. */
    parts: z.array(diagnosticsPart).min(1).max(7).default(diagnosticsPart.options),
  }),
  sample: { props: {} },
})
