import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { fieldPaths, modelKey, recordId } from '../props/shared-props.definition.ts'

export const detailList = defineComponent({
  type: 'detail-list',
  title: 'Facts',
  description: 'The fields of one record, labelled.',
  group: 'data',
  icon: 'list',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    id: recordId,
    fields: fieldPaths
      .optional()
      .meta({ control: 'fields', description: 'All readable fields when absent.' }),
    columns: z.int().min(1).max(4).default(2),
    /** What amounts are in that another record names the currency of. */
    currency: z.string().max(3).nullable().optional(),
    hide_empty: z.boolean().default(false),
  }),
  exposes: { record: { title: 'The record' } },
  sample: { props: { model: 'suppliers', id: 'sample-suppliers-1', columns: 2 } },
})
