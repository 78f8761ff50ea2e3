import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { listSourceProps } from '../list-source/list-source.definition.ts'
import { fieldPath } from '../props/shared-props.definition.ts'

export const recordGallery = defineComponent({
  type: 'record-gallery',
  title: 'Gallery',
  description: 'Records as cards with their picture.',
  group: 'data',
  icon: 'grid',
  version: 1,
  props: z.strictObject({
    ...listSourceProps,
    /** The field with the picture; the first that has some otherwise. */
    picture: fieldPath.optional(),
  }),
  events: { 'row-opened': { title: 'A record was opened: id, row' } },
  sample: {
    props: { model: 'suppliers', label: 'Suppliers', fields: ['city', 'state', 'discount'], height: 420 },
  },
})
