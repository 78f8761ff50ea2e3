import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import {
  fieldPath,
  fieldPaths,
  modelKey,
  recordId,
  sort,
  where,
  words,
} from '../props/shared-props.definition.ts'

/** A measure of elements: a command that answers it for the models that show, and the records it is made of. */
const measure = z.strictObject({
  command: z.string().min(1).max(120),
  /** Offered to those who may read records of this model. */
  model: modelKey,
  /** Asked again when a record of these changes. */
  models: z.array(modelKey).max(20).default([]),
})

export const modelViewer = defineComponent({
  type: 'model-viewer',
  title: 'Model viewer',
  description: 'Building models to walk around in: choose, hide, cut, colour and measure their elements.',
  group: 'data',
  icon: 'cube',
  version: 1,
  props: z.strictObject({
    /** What a screen reader calls it. */
    label: words(),
    /** Records that each hold the geometry of one building model. */
    model: modelKey,
    where: where.optional(),
    sort: sort.optional(),
    geometry: fieldPath.meta({ control: 'field', description: 'The file field with the geometry.' }),
    /** Of records that agree in this only the first shows at first: the newest version of each model. */
    first_of: fieldPath.optional(),
    /** Shows this record first instead. */
    shown: recordId.optional(),
    /** The records of the elements, the relation to the record of their model, and the field with their number in it. */
    elements: z.strictObject({
      model: modelKey,
      of: fieldPath,
      number: fieldPath,
      title: fieldPath,
      /** Their GlobalId, by which kept views name them. */
      guid: fieldPath.optional(),
      /** Fields that the event `selected` carries besides: the place of an element, for a tree to open. */
      also: fieldPaths.optional(),
    }),
    /** Fields that elements can be coloured by. */
    colours: fieldPaths.optional(),
    /** Coloured by this one at first. */
    colour: fieldPath.nullable().optional(),
    /** What elements cost, to colour them by. */
    costs: measure.optional(),
    /** How much of elements is done, to colour them by. */
    progress: measure.optional(),
    /** Elements that stand out; the rest is only hinted at. Bind it to a tree or a filter bar. */
    only: where.optional(),
    /** The element that is chosen. Bind it to where it is chosen as well. */
    selected: recordId.optional(),
    /** Those that are chosen together. Bind it to where they are chosen as well. */
    chosen: z.array(z.string().max(63)).nullable().optional(),
    /** Where views are kept: their model, its fields for name, view and a small picture, and the record they belong to. */
    viewpoints: z
      .strictObject({
        model: modelKey,
        name: fieldPath,
        view: fieldPath,
        picture: fieldPath.optional(),
        of: fieldPath,
        record: recordId,
      })
      .optional(),
    height: z.int().min(200).max(2000).default(520),
  }),
  events: {
    selected: { title: 'An element was chosen: id, row; id is null when nothing is' },
    chosen: { title: 'Several elements are chosen together, or no longer: ids' },
  },
  exposes: {
    selected: { title: 'Id of the chosen element' },
    chosen: { title: 'Ids of the elements that are chosen together' },
    hidden: { title: 'How many elements are hidden' },
  },
  sample: {
    props: {
      label: 'Building model',
      model: 'materials',
      geometry: 'photo',
      elements: { model: 'materials', of: 'supplier', number: 'code', title: 'name' },
      height: 320,
    },
  },
})
