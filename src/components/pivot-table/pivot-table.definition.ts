import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { aggregateFunctions } from '#contracts/field-types.ts'
import { listSourceProps } from '../list-source/list-source.definition.ts'
import { fieldPath } from '../props/shared-props.definition.ts'

const { fields: _fields, row_to: _to, ...source } = listSourceProps

export const pivotTable = defineComponent({
  type: 'pivot-table',
  title: 'Pivot table',
  description: 'Records counted or added up by two fields, with totals.',
  group: 'data',
  icon: 'table',
  version: 1,
  props: z.strictObject({
    ...source,
    /** The field whose values are the rows; the first that fits otherwise. */
    rows: fieldPath.optional(),
    /** The field whose values are the columns. */
    by: fieldPath.optional(),
    /** What is added up; nothing: how many records. */
    measure: fieldPath.optional(),
    fn: z.enum(aggregateFunctions).default('sum'),
  }),
  sample: {
    props: {
      model: 'materials',
      label: 'Prices by category',
      rows: 'category',
      by: 'in_stock',
      measure: 'price',
      fn: 'avg',
    },
  },
})
