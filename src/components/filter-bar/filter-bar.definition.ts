import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { fieldPaths, modelKey, where } from '../props/shared-props.definition.ts'

export const filterBar = defineComponent({
  type: 'filter-bar',
  title: 'Filter bar',
  description: 'Conditions over the fields of a model; a grid reads them as nodes.<id>.where.',
  group: 'input',
  icon: 'filter',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    /** Offered first; all readable fields otherwise. */
    fields: fieldPaths.optional(),
    /** Conditions to begin with. */
    initial: where.optional(),
    /** Records are offered as they were at this moment; bind it to nodes.<id>.at of “As it was”, as the grid’s. */
    as_of: z.string().max(40).nullable().optional(),
  }),
  events: { changed: { title: 'Other conditions' } },
  exposes: { where: { title: 'The condition' }, count: { title: 'How many conditions' } },
  sample: {
    props: {
      model: 'materials',
      fields: ['category', 'price'],
      initial: { field: 'category', op: 'eq', value: 'Concrete' },
    },
  },
})
