import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId } from '../props/shared-props.definition.ts'

export const permissionMatrix = defineComponent({
  type: 'permission-matrix',
  title: 'Field permissions',
  description: 'Who may read and write each field of a model.',
  group: 'design',
  icon: 'shield',
  version: 1,
  props: z.strictObject({
    /** The id of the model; a choice is offered when absent. */
    model_id: recordId.optional(),
  }),
  events: { saved: { title: 'Saved and released' } },
  exposes: { dirty: { title: 'Whether something is not saved' } },
  sample: { props: { model_id: 'sample-sys_model-1' } },
})
