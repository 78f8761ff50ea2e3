import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

export const account = defineComponent({
  type: 'account',
  title: 'Account',
  description:
    'A part of the account of whoever looks at the screen: their name and picture, preferences, mails, how they sign in, connected accounts, second factors, where they are signed in, or addresses of their calendar.',
  group: 'design',
  icon: 'user',
  version: 1,
  props: z.strictObject({
    show: z
      .enum(['profile', 'preferences', 'mails', 'accounts', 'sign-in', 'factors', 'sign-ins', 'calendar'])
      .default('factors'),
  }),
  sample: { props: { show: 'sign-ins' } },
})
