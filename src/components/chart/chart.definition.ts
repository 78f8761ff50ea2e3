import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { aggregate, fieldPath, modelKey, searchText, where, words } from '../props/shared-props.definition.ts'

export const chart = defineComponent({
  type: 'chart',
  title: 'Chart',
  description:
    'A grouped question as bars, lines, areas or a ring, whose parts open their records; also readable as a table.',
  group: 'data',
  icon: 'chart',
  version: 1,
  props: z.strictObject({
    kind: z.enum(['bar', 'line', 'area', 'donut']).default('bar'),
    label: words(),
    model: modelKey,
    /** What the bars stand for. */
    group: fieldPath,
    /** One series for each value of this field. */
    split: fieldPath.nullable().optional(),
    aggregate: aggregate.default({ fn: 'count' }),
    where: where.optional(),
    search: searchText.optional(),
    /** Records that say yes here are left out. Whoever may not read this field is shown all. */
    without: fieldPath.optional(),
    /** Largest first keeps the ones that count; the rest is summed when the function allows it. */
    order: z.enum(['value', 'group']).default('value'),
    limit: z.int().min(1).max(50).default(12),
    height: z.int().min(120).max(1000).default(260),
  }),
  events: { opened: { title: 'A part was chosen, instead of opening its records: field, value, where' } },
  sample: {
    props: {
      kind: 'bar',
      label: 'Materials by category',
      model: 'materials',
      group: 'category',
      aggregate: { fn: 'count' },
    },
  },
})
