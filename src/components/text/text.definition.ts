import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { longWords } from '../props/shared-props.definition.ts'

export const text = defineComponent({
  type: 'text',
  title: 'Text',
  description: 'Plain words; line breaks are kept.',
  group: 'text',
  icon: 'text',
  version: 1,
  props: z.strictObject({
    text: longWords(10_000).nullable(),
    tone: z.enum(['normal', 'quiet', 'faint', 'danger', 'success', 'warning']).default('normal'),
    size: z.enum(['small', 'body', 'lead']).default('body'),
    strong: z.boolean().default(false),
  }),
  sample: { props: { text: 'All prices are net and without delivery.', tone: 'quiet' } },
})
