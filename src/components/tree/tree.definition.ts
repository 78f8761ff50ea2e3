import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import {
  emptyWords,
  fieldPath,
  icon,
  modelKey,
  recordId,
  sort,
  urlTemplate,
  where,
  words,
} from '../props/shared-props.definition.ts'

export const tree = defineComponent({
  type: 'tree',
  title: 'Tree',
  description: 'Records under each other; a level is fetched when it is opened.',
  group: 'data',
  icon: 'tree',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    label: words().optional(),
    /** The relation that points to the record above. */
    parent: fieldPath,
    title: fieldPath
      .optional()
      .meta({ control: 'field', description: 'The title field of the model when absent.' }),
    /** Shown quietly at the right. */
    note: fieldPath.optional(),
    /** What a record is called where another is moved under it: names that come again say nothing there. */
    place: fieldPath.optional(),
    where: where.optional(),
    sort: sort.optional(),
    icon: icon.optional(),
    selected: recordId.optional(),
    item_to: urlTemplate.optional(),
    /** Allow moving a record under another one. */
    movable: z.boolean().default(false),
    empty: emptyWords.optional(),
  }),
  events: {
    selected: { title: 'A record was chosen: id, row' },
    moved: { title: 'A record was moved: id, parent' },
    create: { title: 'The action of the empty state' },
  },
  exposes: { selected: { title: 'Id of the chosen record' } },
  sample: { props: { model: 'work_packages', parent: 'above', note: 'code', label: 'Work packages' } },
})
