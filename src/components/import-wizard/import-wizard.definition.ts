import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId } from '../props/shared-props.definition.ts'

export const importWizard = defineComponent({
  type: 'import-wizard',
  title: 'Import',
  description: 'From a file to a working screen: drop, look, import, open.',
  group: 'design',
  icon: 'upload',
  version: 1,
  props: z.strictObject({
    /** Import into this model; otherwise the choice is the reader's, a new one first. */
    model: z.string().max(63).nullable().optional().meta({ control: 'model' }),
    /** A file that was uploaded before and not imported: begins with its columns. */
    staged: recordId.optional(),
  }),
  events: { finished: { title: 'Imported: model, routes, created' }, cancelled: { title: 'Given up' } },
  sample: { props: {} },
})
