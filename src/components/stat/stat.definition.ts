import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { aggregate, icon, modelKey, searchText, url, where, words } from '../props/shared-props.definition.ts'

export const stat = defineComponent({
  type: 'stat',
  title: 'Number',
  description: 'One number that opens what it counts: counted over a question, or bound.',
  group: 'data',
  icon: 'hash',
  version: 1,
  props: z.strictObject({
    label: words(),
    hint: words().optional(),
    icon: icon.optional(),
    model: modelKey.optional(),
    where: where.optional(),
    search: searchText.optional(),
    aggregate: aggregate.default({ fn: 'count' }),
    /** Instead of a question: a bound value. */
    value: z
      .union([z.number(), z.string().max(60)])
      .nullable()
      .optional(),
    unit: z.string().max(40).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    /** Digits after the point. */
    scale: z.int().min(0).max(18).optional(),
    /** Digits after the point at least: a rate that has more shows them. */
    min_scale: z.int().min(0).max(18).optional(),
    /** Smaller, for several amounts in a row. */
    compact: z.boolean().default(false),
    to: url.optional(),
    /** Leads to the records it counts, where their model is listed. */
    opens_list: z.boolean().default(false),
  }),
  events: { opened: { title: 'The number was chosen' } },
  exposes: { value: { title: 'The number' } },
  sample: { props: { label: 'Suppliers', model: 'suppliers', to: '/suppliers', hint: 'Active and on hold' } },
})
