import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const shareLinks = defineComponent({
  type: 'share-links',
  title: 'Public links',
  description:
    'Links that show some fields of a record to whoever holds them: made with a look at what will be seen, counted, taken back. Nothing for who may not share.',
  group: 'data',
  icon: 'share',
  version: 1,
  props: z.strictObject({
    /** Of the record. */
    token: z.string().min(1).max(200),
  }),
  sample: { props: { token: 'sample' } },
})
