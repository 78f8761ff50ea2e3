import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, words } from '../props/shared-props.definition.ts'

export const needsModels = defineComponent({
  type: 'needs-models',
  title: 'Needs models',
  description:
    'Shows what is inside once the workspace has these models of the product; until then how to get them.',
  group: 'layout',
  icon: 'package',
  version: 1,
  props: z.strictObject({
    /** Keys of standard models. */
    models: z.array(z.string().max(63)).min(1).max(20),
    icon: icon.optional(),
    title: words(),
    text: words(1000).optional(),
  }),
  slots: { content: { title: 'Content' } },
  events: { added: { title: 'The models were taken in' } },
  exposes: {
    present: { title: 'Whether the workspace has them: for what stands beside, as actions of the page' },
    may_create: {
      title: 'Models that the reader may add records to: nodes.<id>.may_create.projects == true',
    },
  },
  sample: {
    props: {
      models: ['estimates'],
      icon: 'calculator',
      title: 'Estimates are not set up yet',
      text: 'Sections and lines with prices from your catalogues and recipes.',
    },
    slots: { content: [{ component: 'text', props: { text: 'The list of estimates.' } }] },
  },
})
