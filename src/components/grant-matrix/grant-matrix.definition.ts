import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId } from '../props/shared-props.definition.ts'

export const grantMatrix = defineComponent({
  type: 'grant-matrix',
  title: 'Role permissions',
  description: 'What a role may do with the records of each model, and which areas it manages.',
  group: 'design',
  icon: 'key',
  version: 1,
  props: z.strictObject({
    /** The id of the role; a choice is offered when absent. */
    role_id: recordId.optional(),
  }),
  events: { saved: { title: 'Saved and released' } },
  exposes: { dirty: { title: 'Whether something is not saved' } },
  sample: { props: {} },
})
