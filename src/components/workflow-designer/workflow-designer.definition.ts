import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const workflowDesigner = defineComponent({
  type: 'workflow-designer',
  title: 'Workflow designer',
  description: 'What begins a workflow and what it does, step by step, with a dry run for any person.',
  group: 'design',
  icon: 'workflow',
  version: 1,
  props: z.strictObject({
    /** The key of the workflow. */
    workflow: z.string().max(63).nullable().default(null),
  }),
  events: { saved: { title: 'It was saved and released' } },
  exposes: { dirty: { title: 'Something is not saved' } },
  sample: { props: { workflow: 'remind' } },
})
