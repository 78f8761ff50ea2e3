import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { listSourceProps } from '../list-source/list-source.definition.ts'
import { fieldPath } from '../props/shared-props.definition.ts'

export const kanban = defineComponent({
  type: 'kanban',
  title: 'Board',
  description: 'Records as cards in columns, one for each value of a field; dragged from one to another.',
  group: 'data',
  icon: 'kanban',
  version: 1,
  props: z.strictObject({
    ...listSourceProps,
    /** The field whose values are the columns; the first that fits otherwise. */
    by: fieldPath.optional(),
  }),
  events: {
    'row-opened': { title: 'A record was opened: id, row' },
    moved: { title: 'A record was moved: id, field, value' },
  },
  sample: {
    props: { model: 'suppliers', label: 'Suppliers by state', by: 'state', fields: ['city'], height: 420 },
  },
})
