import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const progress = defineComponent({
  type: 'progress',
  title: 'Progress',
  description: 'How far something is, as a bar with its per cent.',
  group: 'data',
  icon: 'gauge',
  version: 1,
  props: z.strictObject({
    label: words(),
    /** Per cent from 0 to 100, mostly bound: item.progress */
    value: z
      .union([z.number(), z.string().max(60)])
      .nullable()
      .optional(),
    /** Digits after the point. What is beyond them is cut, so that nothing reads as whole before it is. */
    digits: z.number().int().min(0).max(6).default(0),
    tone: z.enum(['accent', 'success', 'warning', 'danger']).default('accent'),
  }),
  sample: { props: { label: 'Progress', value: 62 } },
})
