import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

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
    /** Stands above them, where there are any. */
    title: words(120).optional(),
  }),
  events: { started: { title: 'One was begun: id, workflow' } },
  sample: { props: { title: 'Begin something' } },
})
