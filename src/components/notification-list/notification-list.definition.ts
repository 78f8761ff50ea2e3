import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const notificationList = defineComponent({
  type: 'notification-list',
  title: 'Notifications',
  description: 'What this person was told, newest first, and what they are asked to decide.',
  group: 'data',
  icon: 'bell',
  version: 1,
  props: z.strictObject({
    /** Only what was not read. */
    unread: z.boolean().default(false),
    limit: z.int().min(1).max(50).default(50),
  }),
  events: { opened: { title: 'The place a notification is about is wanted: link' } },
  sample: { props: {} },
})
