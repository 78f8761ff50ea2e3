import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { url } from '../props/shared-props.definition.ts'

export const quickSetupWizard = defineComponent({
  type: 'quick-setup-wizard',
  title: 'Quick setup',
  description: 'One question a step: trade, what to manage, a file to import, people.',
  group: 'design',
  icon: 'wand',
  version: 1,
  props: z.strictObject({
    /** Where the way ends when nothing was made. */
    done_to: url.default('/dashboard'),
  }),
  events: { finished: { title: 'Set up: models, routes' } },
  sample: { props: {} },
})
