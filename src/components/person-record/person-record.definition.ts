import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId } from '../props/shared-props.definition.ts'

export const personRecord = defineComponent({
  type: 'person-record',
  title: 'Record of a person',
  description: 'Which record stands for a person: the firm of a customer, for one. Row rules can ask for it.',
  group: 'design',
  icon: 'link',
  version: 1,
  props: z.strictObject({
    /** The id of the person. */
    user_id: recordId,
  }),
  events: { saved: { title: 'Saved' } },
  sample: { props: { user_id: 'sample-sys_member-1' } },
})
