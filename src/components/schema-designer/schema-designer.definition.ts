import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId } from '../props/shared-props.definition.ts'

export const schemaDesigner = defineComponent({
  type: 'schema-designer',
  title: 'Field designer',
  description: 'The fields of a model or archetype: add, order, describe, limit.',
  group: 'design',
  icon: 'pencil-ruler',
  version: 1,
  props: z.strictObject({
    kind: z.enum(['model', 'archetype']).default('model'),
    id: recordId,
  }),
  events: { saved: { title: 'Saved and released' } },
  exposes: { dirty: { title: 'Whether something is not saved' } },
  sample: { props: { kind: 'model', id: 'sample-sys_model-1' } },
})
