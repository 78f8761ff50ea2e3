import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const toolbar = defineComponent({
  type: 'toolbar',
  title: 'Toolbar',
  description: 'One row of controls above what they control.',
  group: 'layout',
  icon: 'minus',
  version: 1,
  props: z.strictObject({}),
  slots: { start: { title: 'Left' }, end: { title: 'Right' } },
  sample: {
    props: {},
    slots: {
      start: [{ component: 'search-box', props: { label: 'Search suppliers' } }],
      end: [{ component: 'button', props: { label: 'Export', icon: 'download' } }],
    },
  },
})
