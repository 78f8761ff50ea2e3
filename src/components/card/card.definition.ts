import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const card = defineComponent({
  type: 'card',
  title: 'Card',
  description: 'A region with an edge. Inside another card it draws no second edge.',
  group: 'layout',
  icon: 'square',
  version: 1,
  props: z.strictObject({
    title: words().optional(),
    description: words(600).optional(),
    /** `flush` lets a grid or list touch the edge. */
    padding: z.enum(['normal', 'flush']).default('normal'),
  }),
  slots: { content: { title: 'Content' }, actions: { title: 'Actions' } },
  sample: {
    props: { title: 'Delivery', description: 'Where and when' },
    slots: { content: [{ component: 'text', props: { text: 'Monday, 7:30, gate 2.' } }] },
  },
})
