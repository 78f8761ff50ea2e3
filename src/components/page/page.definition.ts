import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId, tone, url, words } from '../props/shared-props.definition.ts'

export const page = defineComponent({
  type: 'page',
  title: 'Page',
  description: 'A screen: title row with status and actions, optional tabs, content to the edges.',
  group: 'layout',
  icon: 'layout',
  version: 1,
  props: z.strictObject({
    title: words(),
    subtitle: words(600).optional(),
    status: z
      .strictObject({ text: words(80), tone: tone.default('neutral') })
      .nullable()
      .optional(),
    /** Where the arrow before the title leads. */
    back: z.strictObject({ label: words(80), to: url }).optional(),
    /** The id of the record this page is of, of the source that reads it: without it the page says so and shows nothing else. */
    record: recordId.optional(),
    /** `fill` gives the content the rest of the height, for one grid; `reading` keeps lines short. */
    width: z.enum(['full', 'fill', 'reading']).default('full'),
  }),
  slots: {
    actions: { title: 'Actions' },
    tabs: { title: 'Tabs', accepts: ['tabs'] },
    content: { title: 'Content' },
    side: { title: 'At the side' },
  },
  sample: {
    props: { title: 'Suppliers', subtitle: 'Who we buy from', status: { text: 'Draft', tone: 'warning' } },
    slots: {
      actions: [{ component: 'button', props: { label: 'Add supplier', variant: 'primary', icon: 'plus' } }],
      content: [{ component: 'text', props: { text: 'The content of the page.' } }],
    },
  },
})
