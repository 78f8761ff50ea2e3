import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { icon, url, words } from '../props/shared-props.definition.ts'

export const linkGrid = defineComponent({
  type: 'link-grid',
  title: 'Links',
  description: 'Places to go to, as cards: given here, or all screens below a path.',
  group: 'action',
  icon: 'grid',
  version: 1,
  props: z.strictObject({
    label: words().optional(),
    items: z
      .array(
        z.strictObject({ title: words(120), text: words(300).optional(), icon: icon.optional(), to: url }),
      )
      .max(60)
      .optional(),
    /** All screens this reader may open whose parent is this path; `*` is every screen of the navigation. */
    parent: z.string().max(300).optional(),
  }),
  sample: {
    props: {
      label: 'Set up',
      items: [
        { title: 'Models', text: 'What you keep records of', icon: 'database', to: '/models' },
        { title: 'People', text: 'Who works here', icon: 'users', to: '/settings/users' },
        { title: 'Import', text: 'From a file to a screen', icon: 'upload', to: '/import' },
      ],
    },
  },
})
