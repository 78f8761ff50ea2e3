import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const record = defineComponent({
  type: 'record',
  title: 'Record of a link',
  description: 'Finds the record a link or QR code names and puts it in scope of its content.',
  group: 'data',
  icon: 'link',
  version: 1,
  props: z.strictObject({
    /** The token of the record, mostly bound: params.token */
    token: z.string().max(200).nullable(),
  }),
  slots: {
    content: {
      title:
        'Content; `item` holds id, token, title, model (its key), model_label, archetype, can_update, can_delete, files (key, label, read_only), parents and children (token, title, model_label)',
    },
  },
  exposes: { item: { title: 'The same `item`, for what repeats inside: nodes.<id>.item.id' } },
  sample: {
    props: { token: 'sample-suppliers-1' },
    slots: { content: [{ component: 'heading', props: { text: { '=': 'item.title' } } }] },
  },
})
