import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { listSourceProps } from '../list-source/list-source.definition.ts'
import { fieldPath } from '../props/shared-props.definition.ts'

export const recordCalendar = defineComponent({
  type: 'record-calendar',
  title: 'Calendar',
  description: 'Records on the days of a month; dragged from one day to another.',
  group: 'data',
  icon: 'calendar',
  version: 1,
  props: z.strictObject({
    ...listSourceProps,
    /** The field that says when; the first date otherwise. */
    by: fieldPath.optional(),
    /** The field that says until when, where records take several days. */
    until: fieldPath.optional(),
    /** The month shown first, as one of its days: 2026-03-01. Today's otherwise. */
    month: z.iso.date().optional(),
  }),
  events: {
    'row-opened': { title: 'A record was opened: id, row' },
    moved: { title: 'A record was moved: id, field, value' },
  },
  sample: {
    props: { model: 'materials', label: 'Prices by day', by: 'priced_on', month: '2026-03-01', fields: [] },
  },
})
