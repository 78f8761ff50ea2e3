import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, tone, words } from '../props/shared-props.definition.ts'

export const badge = defineComponent({
  type: 'badge',
  title: 'Badge',
  description: 'A short state or kind.',
  group: 'text',
  icon: 'badge',
  version: 1,
  props: z.strictObject({ text: words(80).nullable(), tone: tone.default('neutral'), icon: icon.optional() }),
  sample: { props: { text: 'Approved', tone: 'success', icon: 'check' } },
})
