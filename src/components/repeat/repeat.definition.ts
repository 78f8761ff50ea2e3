import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import {
  emptyWords,
  fieldPaths,
  modelKey,
  searchText,
  sort,
  urlTemplate,
  where,
  words,
} from '../props/shared-props.definition.ts'

export const repeat = defineComponent({
  type: 'repeat',
  title: 'Repeat',
  description: 'Draws its content once for every record of a question: a list, cards or a gallery.',
  group: 'data',
  icon: 'grid',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    label: words().optional(),
    where: where.optional(),
    /** Held in addition; bind it to a filter bar: nodes.<id>.where */
    filters: where.optional(),
    search: searchText.optional(),
    sort: sort.optional(),
    fields: fieldPaths.optional(),
    expand: z.record(z.string(), z.strictObject({ fields: fieldPaths.optional() })).optional(),
    size: z.int().min(1).max(500).default(50),
    look: z.enum(['list', 'cards', 'gallery']).default('cards'),
    /** Narrowest card in pixels. */
    min_width: z.int().min(120).max(800).default(260),
    item_to: urlTemplate.optional(),
    empty: emptyWords.optional(),
  }),
  slots: {
    item: { title: 'One record; `item` and `index` are in scope' },
    empty: { title: 'When there is none' },
  },
  events: { create: { title: 'The action of the empty state' } },
  exposes: { count: { title: 'How many are shown' } },
  sample: {
    props: { model: 'suppliers', label: 'Suppliers', size: 4, look: 'cards' },
    slots: {
      item: [
        { component: 'heading', props: { text: { '=': 'item.name' }, level: 3 } },
        { component: 'text', props: { text: { '=': 'item.city' }, tone: 'quiet' } },
      ],
    },
  },
})
