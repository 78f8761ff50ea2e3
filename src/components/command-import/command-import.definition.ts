import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { url, words } from '../props/shared-props.definition.ts'

const commandName = z.string().max(120)

export const commandImport = defineComponent({
  type: 'command-import',
  title: 'Import by a command',
  description:
    'Takes a file, shows what a command of the product would make of it, and runs another when told.',
  group: 'data',
  icon: 'upload',
  version: 1,
  props: z.strictObject({
    /** Says what would change; gets `input` and the id of the staged file as `import`. */
    preview: commandName,
    /** Does it; gets the same, and `leave_out` when rows that cannot be taken are to be left out. */
    run: commandName,
    input: z.record(z.string(), z.json()).default({}),
    text: words(600).optional(),
    /** Where to go when it is done. */
    done: url.optional(),
  }),
  events: { imported: { title: 'It is done' } },
  sample: {
    props: {
      preview: 'catalogue.preview-import',
      run: 'catalogue.import',
      input: { catalogue: 'sample-catalogues-1' },
      text: 'A file with code, name, unit and price of each item.',
    },
  },
})
