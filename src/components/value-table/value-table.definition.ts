import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { emptyWords, words } from '../props/shared-props.definition.ts'

const valueKind = z.enum([
  'text',
  'word',
  'number',
  'rate',
  'money',
  'change',
  'percent',
  'day',
  'month',
  'bar',
  'step',
  'yes',
  'unit',
  'entry',
])
export type ValueKind = z.output<typeof valueKind>

const columnSchema = z.strictObject({
  /** A key of each row. */
  key: z.string().min(1).max(63),
  label: words(80),
  /**
   * `rate` is a price with all its digits, at least two; `word` is one of the product's or a list of them, and translated; `unit` is printed as units are; `bar` draws the size of a number; `step` how much more or
   * less, to both sides; `change` writes its sign; `entry` is a
   * number to be typed, answered by the event `entered`.
   */
  kind: valueKind.default('text'),
  /** Digits after the point at most: of a `number`. */
  max_digits: z.int().min(0).max(18).optional(),
  /** A key of each row with words that stand quietly below the value. */
  note: z.string().max(63).optional(),
})

export const valueTable = defineComponent({
  type: 'value-table',
  title: 'Table of values',
  description: 'Rows that are worked out and not stored: the result of a command, a list of sums.',
  group: 'data',
  icon: 'table',
  version: 1,
  props: z.strictObject({
    label: words(),
    rows: z
      .array(z.record(z.string(), z.json()))
      .max(20_000)
      .nullable()
      .meta({ description: 'Mostly bound: state.compared.changes' }),
    columns: z.array(columnSchema).min(1).max(30),
    /** A key of each row with a whole number that says how far in it stands: an outline. */
    indent: z.string().max(63).optional(),
    /** A key of each row with what it is known by: rows can be chosen, and others read them as nodes.<id>.chosen. */
    choose: z.string().max(63).optional(),
    /** Whether rows can be opened, where the screen does something then. */
    opens: z.boolean().default(true),
    /** Whether numbers may be typed: without it, the columns for them are left out. */
    enters: z.boolean().default(true),
    /** ISO code for amounts of money. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable()
      .optional(),
    /** Or a key of each row with its own. */
    currency_from: z.string().max(63).optional(),
    /** Rows shown until all are asked for. */
    limit: z.int().min(5).max(500).default(100),
    empty: emptyWords.optional(),
  }),
  events: {
    opened: { title: 'A row was chosen: row, index' },
    entered: { title: 'A number was typed: row, index, key, value' },
  },
  exposes: { chosen: { title: 'What the chosen rows are known by' } },
  sample: {
    props: {
      label: 'From one version to the next',
      currency: 'EUR',
      rows: [
        { step: 'Quantity', amount: '1250.00' },
        { step: 'Price', amount: '-310.40' },
      ],
      columns: [
        { key: 'step', label: 'Step' },
        { key: 'amount', label: 'Amount', kind: 'change' },
      ],
    },
  },
})
