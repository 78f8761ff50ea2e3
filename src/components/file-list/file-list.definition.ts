import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { fieldPath, modelKey, recordId, words } from '../props/shared-props.definition.ts'

export const fileList = defineComponent({
  type: 'file-list',
  title: 'Files',
  description: 'The files of one field of a record: add by drop or choice, download, remove.',
  group: 'media',
  icon: 'paperclip',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    id: recordId,
    field: fieldPath,
    label: words().optional(),
    read_only: z.boolean().default(false),
  }),
  events: { changed: { title: 'Files were added or removed' } },
  sample: { props: { model: 'suppliers', id: 'sample-suppliers-1', field: 'documents', label: 'Documents' } },
})
