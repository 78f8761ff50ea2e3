import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, url, words } from '../props/shared-props.definition.ts'

export const emptyState = defineComponent({
  type: 'empty-state',
  title: 'Empty state',
  description: 'What this is for, one action, one link to learn.',
  group: 'text',
  icon: 'inbox',
  version: 1,
  props: z.strictObject({
    icon: icon.optional(),
    title: words(),
    text: words(1000).optional(),
    action: words(80).optional(),
    learn: z.strictObject({ label: words(80), to: url }).optional(),
  }),
  events: { action: { title: 'The action was chosen' } },
  sample: {
    props: {
      icon: 'package',
      title: 'No materials yet',
      text: 'Materials hold what you buy, with prices and suppliers.',
      action: 'Add material',
    },
  },
})
