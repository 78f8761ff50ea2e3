import { defineComponent } from '#contracts/component.ts'
import { z } from 'zod'

export const scheduleList = defineComponent({
  type: 'schedule-list',
  title: 'Schedules',
  description:
    'Exports and imports that are repeated by a plan: when they run next, how they went; run, pause, delete.',
  group: 'data',
  icon: 'clock',
  version: 1,
  props: z.strictObject({}),
  events: {
    create: { title: 'A new one is wished for: kind, zone' },
    edit: { title: 'One is to be changed: id, kind, name' },
    runs: { title: 'The runs of one are to be shown: id, kind, name' },
  },
  sample: { props: {} },
})
