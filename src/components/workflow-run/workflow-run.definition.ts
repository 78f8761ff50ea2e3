import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const workflowRun = defineComponent({
  type: 'workflow-run',
  title: 'Workflow run',
  description:
    'A run of a workflow: how it stands, what each step was given and gave; try again, run again, end it.',
  group: 'data',
  icon: 'list',
  version: 1,
  props: z.strictObject({
    /** The key of the workflow. */
    workflow: z.string().max(63).nullable().default(null),
    run: z.string().max(40).nullable().default(null),
  }),
  events: { replayed: { title: 'It was begun again: id' } },
  sample: { props: { workflow: 'remind', run: '0190a3c4-0000-7000-8000-000000000001' } },
})
