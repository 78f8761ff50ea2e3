import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { words } from '../props/shared-props.definition.ts'

export const fileCommand = defineComponent({
  type: 'file-command',
  title: 'File for a command',
  description: 'Takes a file, keeps it and gives it to a command of the product.',
  group: 'data',
  icon: 'upload',
  version: 1,
  props: z.strictObject({
    /** Gets `input` and the id of the uploaded file as `file`, or under `file_key`. */
    run: z.string().max(120),
    file_key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,62}$/)
      .default('file'),
    input: z.record(z.string(), z.json()).default({}),
    text: words(600).optional(),
    /** Which files it takes, in words. */
    takes: words(200).optional(),
  }),
  events: { done: { title: 'The command is done: result' } },
  sample: {
    props: {
      run: 'estimate.import-file',
      text: 'A tender of a customer becomes an estimate with its numbers and texts.',
      takes: 'GAEB DA XML (.x81 to .x86)',
    },
  },
})
