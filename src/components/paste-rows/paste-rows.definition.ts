import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const pasteRows = defineComponent({
  type: 'paste-rows',
  title: 'Rows from a spreadsheet',
  description:
    'A place to paste what was copied in a spreadsheet; shows how it is read. Others read the rows as nodes.<id>.rows.',
  group: 'input',
  icon: 'spreadsheet',
  version: 1,
  props: z.strictObject({
    label: words(80),
    help: words(300).optional(),
    /**
     * What a row may hold, in the order in which columns are taken when the first row does not name them. A heading counts
     * that is the label, the key or one of the other names.
     */
    columns: z
      .array(
        z.strictObject({
          key: z.string().min(1).max(63),
          label: words(80),
          names: z.array(z.string().max(60)).max(20).optional(),
          kind: z.enum(['text', 'number']).default('text'),
        }),
      )
      .min(1)
      .max(20),
    /** Offers to take them from a CSV file too. */
    from_file: z.boolean().default(false),
    /** The key of the column that a list of one column without a heading is. */
    single: z.string().max(63).optional(),
    /** A command that a button runs with `input` and the rows as `rows`; what it refuses is listed below, row by row. */
    run: z
      .strictObject({
        command: z.string().max(120),
        input: z.record(z.string(), z.json()).default({}),
        label: words(80),
      })
      .optional(),
    most: z.int().min(1).max(20_000).default(5000),
  }),
  events: { done: { title: 'The command took the rows' } },
  exposes: {
    rows: { title: 'The rows, by the keys of the columns; null while there is none or one cannot be read' },
    count: { title: 'How many rows there are' },
  },
  sample: {
    props: {
      label: 'Paste rows here',
      columns: [
        { key: 'title', label: 'Title' },
        { key: 'quantity', label: 'Quantity', kind: 'number' },
      ],
    },
  },
})
