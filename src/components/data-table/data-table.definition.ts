import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const dataTable = defineComponent({
  type: 'data-table',
  title: 'Table of data',
  description: 'What a data field holds, to be read: a list of things as a table, named groups as facts.',
  group: 'data',
  icon: 'list',
  version: 1,
  props: z.strictObject({
    /** Mostly bound to a data field: sources.element.quantities */
    value: z.json().nullable().optional(),
    label: words(),
    /** For a list: which values, in this order; all that the first one has otherwise. */
    columns: z
      .array(z.strictObject({ key: z.string().min(1).max(120), label: words() }))
      .max(20)
      .optional(),
    /** Shown when there is nothing. */
    empty: words().optional(),
  }),
  sample: {
    props: {
      label: 'Quantities',
      columns: [
        { key: 'name', label: 'Name' },
        { key: 'value', label: 'Value' },
      ],
      value: [
        { name: 'Net volume', value: '2.5' },
        { name: 'Gross area', value: '12.75' },
      ],
    },
  },
})
