import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, url, words } from '../props/shared-props.definition.ts'

export const link = defineComponent({
  type: 'link',
  title: 'Link',
  description: 'Leads to a screen or to another site.',
  group: 'action',
  icon: 'link',
  version: 1,
  props: z.strictObject({ label: words(), to: url, icon: icon.optional() }),
  sample: { props: { label: 'All suppliers', to: '/suppliers' } },
})
