import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const inviteList = defineComponent({
  type: 'invite-list',
  title: 'Invite many people',
  description:
    'A list of addresses and roles, pasted or from a file, checked line by line before it is sent.',
  group: 'input',
  icon: 'users',
  version: 1,
  props: z.strictObject({}),
  events: { sent: { title: 'The invitations were sent' } },
  sample: { props: {} },
})
