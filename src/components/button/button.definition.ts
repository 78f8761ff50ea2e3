import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, url, words } from '../props/shared-props.definition.ts'

export const button = defineComponent({
  type: 'button',
  title: 'Button',
  description: 'A verb with its object: does something, or leads somewhere.',
  group: 'action',
  icon: 'cursor',
  version: 1,
  props: z.strictObject({
    label: words(80),
    variant: z.enum(['primary', 'secondary', 'ghost', 'danger']).default('secondary'),
    icon: icon.optional(),
    to: url.optional(),
    disabled: z.boolean().default(false),
    /** Said when it is disabled, or when the words are not enough. */
    hint: words().optional(),
  }),
  events: { click: { title: 'Chosen' } },
  sample: { props: { label: 'Add supplier', variant: 'primary', icon: 'plus' } },
})
