import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { modelKey } from '../props/shared-props.definition.ts'

export const bin = defineComponent({
  type: 'bin',
  title: 'Bin',
  description: 'Deleted records: find one, look at it, bring it back, or remove it for good.',
  group: 'data',
  icon: 'trash',
  version: 1,
  props: z.strictObject({
    /** The model whose records show; the first that has some when absent. Mostly bound: query.model */
    model: modelKey.nullable().optional(),
    /** Records at once. */
    size: z.int().min(10).max(500).default(50),
  }),
  events: { 'model-chosen': { title: 'Another model was chosen: model' } },
  sample: { props: { model: 'suppliers' } },
})
