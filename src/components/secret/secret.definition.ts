import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const secret = defineComponent({
  type: 'secret',
  title: 'Secret',
  description: 'A password or token that is shown once, to be copied.',
  group: 'data',
  icon: 'key',
  version: 1,
  props: z.strictObject({
    label: words(100),
    value: z.string().max(1000),
    help: words(600).optional(),
    /** Label of the button that ends it; answers with the event `done`. */
    done: words(80).optional(),
  }),
  events: { done: { title: 'It was taken' } },
  sample: {
    props: { label: 'Token', value: 'fw_sample', help: 'Copy it now: it is not shown again.', done: 'Done' },
  },
})
