import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

const key = z.string().min(1).max(63)

export const valueChart = defineComponent({
  type: 'value-chart',
  title: 'Chart of values',
  description:
    'Values that are worked out and not stored, as lines, areas or bars; also readable as a table.',
  group: 'data',
  icon: 'trend',
  version: 1,
  props: z.strictObject({
    kind: z.enum(['line', 'area', 'bar']).default('line'),
    label: words(),
    rows: z
      .array(z.record(z.string(), z.json()))
      .max(2000)
      .nullable()
      .meta({ description: 'Mostly bound: nodes.answer.value.curve' }),
    /** The key of each row that stands along the axis: a text, a day, or a month (2026-05). */
    along: key,
    along_label: words(80),
    /** A row without a value leaves a gap. */
    series: z
      .array(z.strictObject({ key, label: words(80) }))
      .min(1)
      .max(8),
    /** ISO code for amounts of money. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullable()
      .optional(),
    unit: z.string().max(40).optional(),
    height: z.int().min(120).max(1000).default(260),
  }),
  sample: {
    props: {
      label: 'Planned and done',
      currency: 'EUR',
      along: 'day',
      along_label: 'Day',
      series: [
        { key: 'planned', label: 'Planned' },
        { key: 'done', label: 'Done' },
      ],
      rows: [
        { day: '2026-03-02', planned: '0.00', done: '0.00' },
        { day: '2026-03-09', planned: '4200.00', done: '3100.00' },
        { day: '2026-03-16', planned: '9800.00', done: '8450.50' },
        { day: '2026-03-23', planned: '14000.00', done: null },
      ],
    },
  },
})
