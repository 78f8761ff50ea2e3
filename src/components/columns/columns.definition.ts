import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { gap } from '../props/shared-props.definition.ts'

export const columns = defineComponent({
  type: 'columns',
  title: 'Columns',
  description: 'Each thing in its own column; on a narrow screen below each other.',
  group: 'layout',
  icon: 'columns',
  version: 1,
  props: z.strictObject({
    /** `auto` makes as many columns as fit; the others divide the width. */
    divide: z.enum(['auto', 'equal', 'wide-first', 'wide-last']).default('equal'),
    /** Narrowest column in pixels. */
    min_width: z.int().min(120).max(800).default(240),
    gap: gap.default('large'),
  }),
  slots: { content: { title: 'Columns' } },
  sample: {
    props: { divide: 'wide-first' },
    slots: {
      content: [
        { component: 'text', props: { text: 'The wide column holds what the page is about.' } },
        { component: 'text', props: { text: 'The narrow one holds what helps.', tone: 'quiet' } },
      ],
    },
  },
})
