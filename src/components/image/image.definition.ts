import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

/** A picture of this server: a path, never another site. */
const imagePath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'Use a path of this server.')

export const image = defineComponent({
  type: 'image',
  title: 'Picture',
  description: 'A picture of a record or of this server.',
  group: 'media',
  icon: 'image',
  version: 1,
  props: z.strictObject({
    /** A value of a picture field: bind it (`record.photo`). Of several the first is shown. */
    file: z.json().nullable().optional(),
    src: imagePath.optional(),
    alt: words(),
    ratio: z.enum(['natural', 'square', 'wide', 'tall']).default('natural'),
    fit: z.enum(['cover', 'contain']).default('cover'),
  }),
  sample: { props: { alt: 'The site from the east, no picture yet', ratio: 'wide', file: null } },
})
