import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { gap } from '../props/shared-props.definition.ts'

export const stack = defineComponent({
  type: 'stack',
  title: 'Stack',
  description: 'Things below each other, or beside each other as long as there is room.',
  group: 'layout',
  icon: 'rows',
  version: 1,
  props: z.strictObject({
    direction: z.enum(['down', 'across']).default('down'),
    gap: gap.default('medium'),
    align: z.enum(['start', 'center', 'end', 'stretch', 'between']).default('stretch'),
  }),
  slots: { content: { title: 'Content' } },
  sample: {
    props: { direction: 'across', gap: 'small' },
    slots: {
      content: [
        { component: 'badge', props: { text: 'Carpentry' } },
        { component: 'badge', props: { text: 'Roofing' } },
        { component: 'badge', props: { text: 'Masonry' } },
      ],
    },
  },
})
