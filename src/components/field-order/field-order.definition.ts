import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId } from '../props/shared-props.definition.ts'

export const fieldOrder = defineComponent({
  type: 'field-order',
  title: 'Order of fields',
  description: 'In which order lists, records and forms show the fields of a model, and which of them.',
  group: 'design',
  icon: 'list',
  version: 1,
  props: z.strictObject({ model_id: recordId }),
  slots: { empty: { title: 'When there is no model' } },
  events: { saved: { title: 'Saved and released' } },
  exposes: { dirty: { title: 'Whether something is not saved' } },
  sample: { props: { model_id: 'sample-sys_model-1' } },
})
