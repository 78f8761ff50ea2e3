import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const notificationList = defineComponent({
  type: 'notification-list',
  title: 'Notifications',
  description: 'What this person was told, newest first, and what they are asked to decide.',
  group: 'data',
  icon: 'bell',
  version: 1,
  props: z.strictObject({}),
  events: { opened: { title: 'The place a notification is about is wanted: link' } },
  sample: { props: {} },
})
