import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'

const values = z.record(z.string(), z.json()).nullable().optional()

export const valueChanges = defineComponent({
  type: 'value-changes',
  title: 'Values before and after',
  description: 'What became of values, one below the other, as the history of a record shows it.',
  group: 'data',
  icon: 'compare',
  version: 1,
  props: z.strictObject({
    /** Nothing where it is new. */
    before: values.meta({ description: 'Mostly bound: sources.entry.before' }),
    /** Nothing where it is gone. */
    after: values.meta({ description: 'Mostly bound: sources.entry.after' }),
  }),
  sample: {
    props: {
      before: { role: 'viewer', status: 'active' },
      after: { role: 'estimator', status: 'active' },
    },
  },
})
