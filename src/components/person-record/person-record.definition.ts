import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { modelKey, recordId } from '../props/shared-props.definition.ts'

export const personRecord = defineComponent({
  type: 'person-record',
  title: 'Record of a person',
  description: 'Which record stands for a person: the firm of a customer, for one. Row rules can ask for it.',
  group: 'design',
  icon: 'link',
  version: 1,
  props: z.strictObject({
    /** The id of the person. Without one nobody is changed: what is chosen is for whoever is invited next. */
    user_id: recordId.optional(),
    /** The kind of record to begin with, where nothing was chosen before. */
    model: modelKey.optional(),
  }),
  exposes: { record_id: { title: 'The id of the chosen record, or nothing' } },
  events: { saved: { title: 'Saved' } },
  sample: { props: { user_id: 'sample-sys_member-1' } },
})
