import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, words } from '../props/shared-props.definition.ts'

export const heading = defineComponent({
  type: 'heading',
  title: 'Heading',
  description: 'Names a part of the page.',
  group: 'text',
  icon: 'text',
  version: 1,
  props: z.strictObject({ text: words(), level: z.int().min(2).max(4).default(2), icon: icon.optional() }),
  sample: { props: { text: 'Prices and delivery', level: 2 } },
})
