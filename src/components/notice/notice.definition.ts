import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const notice = defineComponent({
  type: 'notice',
  title: 'Notice',
  description: 'Something to know before going on, in the page.',
  group: 'text',
  icon: 'info',
  version: 1,
  props: z.strictObject({
    tone: z.enum(['info', 'success', 'warning', 'danger']).default('info'),
    title: words(),
    text: words(2000).optional(),
    /** Label of the one action; answers with the event `action`. */
    action: words(80).optional(),
  }),
  events: { action: { title: 'The action was chosen' } },
  sample: {
    props: { tone: 'warning', title: 'Prices older than a year', text: '14 items were last priced in 2024.' },
  },
})
