import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { modelKey, recordId } from '../props/shared-props.definition.ts'

export const relatedRecords = defineComponent({
  type: 'related-records',
  title: 'Records that link here',
  description: 'The other side of relations that have a name there; linked and unlinked from here.',
  group: 'data',
  icon: 'link',
  version: 1,
  props: z.strictObject({ model: modelKey, id: recordId }),
  events: { opened: { title: 'One was chosen: model, id' } },
  sample: { props: { model: 'suppliers', id: 'sample-suppliers-1' } },
})
