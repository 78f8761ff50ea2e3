import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const workflowStart = defineComponent({
  type: 'workflow-start',
  title: 'Begin workflows',
  description: 'Buttons for the workflows this person may begin here: on a record, or by filling in a form.',
  group: 'action',
  icon: 'play',
  version: 1,
  props: z.strictObject({
    /** Only those on records of this model. */
    model: z.string().max(63).nullable().default(null),
    /** The record they are begun for. */
    record: z.string().max(40).nullable().default(null),
    /** Only this one. */
    workflow: z.string().max(63).nullable().default(null),
    /** Says so when there is none. */
    empty: z.boolean().default(false),
  }),
  events: { started: { title: 'One was begun: id, workflow' } },
  sample: { props: { empty: true } },
})
