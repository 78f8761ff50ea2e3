import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId } from '../props/shared-props.definition.ts'

export const estimateCalculation = defineComponent({
  type: 'estimate-calculation',
  title: 'Sums of an estimate while typing',
  description:
    'Works the sums of a version out in the browser while its lines are edited in a list inside, before the server answers.',
  group: 'data',
  icon: 'calculator',
  version: 1,
  props: z.strictObject({
    /** The version whose lines are in the list. */
    version: recordId,
    /** The record of the version: what the server keeps of it stands in the end. */
    stored: z.record(z.string(), z.json()).nullable().optional(),
  }),
  slots: { content: { title: 'Content' } },
  exposes: {
    sums: { title: 'What the version comes to with what is being written; null while the stored sums stand' },
  },
  sample: {
    props: { version: null },
    slots: { content: [{ component: 'text', props: { text: 'A list of estimate lines.' } }] },
  },
})
