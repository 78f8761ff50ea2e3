import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { recordId } from '../props/shared-props.definition.ts'

export const transferList = defineComponent({
  type: 'transfer-list',
  title: 'Imports or exports',
  description:
    'What was imported or exported: how far it is, who, rows, errors; stop it, go on with it, download it.',
  group: 'data',
  icon: 'sync',
  version: 1,
  props: z.strictObject({
    kind: z.enum(['import', 'export']).default('import'),
    /** Newest first, at most so many. */
    size: z.int().min(5).max(200).default(50),
    /** Only what this schedule began. */
    schedule: recordId.optional(),
  }),
  events: { 'go-on': { title: 'An uploaded file is to be imported after all: id' } },
  sample: { props: { kind: 'import' } },
})
