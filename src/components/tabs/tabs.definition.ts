import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, url, words } from '../props/shared-props.definition.ts'

const slotNames = ['tab1', 'tab2', 'tab3', 'tab4', 'tab5', 'tab6', 'tab7', 'tab8'] as const

export const tabs = defineComponent({
  type: 'tabs',
  title: 'Tabs',
  description: 'Several views of one thing. A tab shows its own content or leads to another screen.',
  group: 'layout',
  icon: 'card',
  version: 1,
  props: z.strictObject({
    label: words(80).optional().meta({ text: true, description: 'Name of the group for screen readers.' }),
    items: z
      .array(
        z.strictObject({
          slot: z.enum(slotNames),
          label: words(80),
          icon: icon.optional(),
          count: z.number().nullable().optional(),
          /** Leads to a screen instead of showing content. */
          to: url.optional(),
          /** Marks a tab that leads away as the one we are on; without it that is the one that leads to where we are. */
          current: z.boolean().optional(),
          /** Beside others: so many pixels wide; the rest of the width when absent. */
          width: z.int().min(120).max(1200).optional(),
          /** Beside others: in a row of its own below them. */
          below: z.boolean().optional(),
        }),
      )
      .max(8),
    /** From this width in pixels on everything shows at once, beside each other, instead of one tab at a time. */
    beside_from: z.int().min(600).max(3000).optional(),
  }),
  slots: Object.fromEntries(slotNames.map((name, index) => [name, { title: `Tab ${index + 1}` }])),
  events: { changed: { title: 'Another tab was opened' } },
  exposes: { active: { title: 'Slot of the open tab' } },
  sample: {
    props: {
      label: 'Parts of the record',
      items: [
        { slot: 'tab1', label: 'Facts' },
        { slot: 'tab2', label: 'Prices', count: 12 },
      ],
    },
    slots: {
      tab1: [{ component: 'text', props: { text: 'Facts of the record.' } }],
      tab2: [{ component: 'text', props: { text: 'Its prices.' } }],
    },
  },
})
