import { z } from 'zod'
import { defineComponent } from '#contracts/component.ts'
import { aggregateFunctions } from '#contracts/field-types.ts'
import {
  emptyWords,
  fieldPath,
  fieldPaths,
  icon,
  modelKey,
  namedCodes,
  recordId,
  searchText,
  sort,
  tone,
  urlTemplate,
  where,
  words,
} from '../props/shared-props.definition.ts'

const columnSchema = z.strictObject({
  /** A field, or a path across a relation: `supplier.name`. */
  field: fieldPath,
  label: words().optional(),
  width: z.int().min(48).max(1200).optional(),
  pin: z.enum(['left', 'right']).optional(),
  /** Off until chosen in the column menu. */
  hidden: z.boolean().optional(),
  editable: z.boolean().optional(),
  /** Digits after the point that a number is rounded to where it is only looked at; it is edited, copied and exported in full. */
  scale: z.int().min(0).max(18).optional(),
  /** A text that is a formula of a quantity: what it may read is offered while it is typed, and what it gives is said. */
  formula: z
    .strictObject({
      /** Records with `key`, `label`, `unit` and `formula`: the variables. */
      model: modelKey,
      where: where.optional(),
      /** The field that holds the unit the quantity is wanted in. */
      unit: fieldPath.optional(),
      /** The number it works out: an equals sign typed there begins a formula here, as in a spreadsheet. */
      of: fieldPath.optional(),
    })
    .optional(),
  /** A text that holds one of a few codes which the screen knows: chosen by what they are called. */
  options: namedCodes.optional(),
  /** Shown below the column and per group. */
  total: z.enum(aggregateFunctions).optional(),
})

export const dataGrid = defineComponent({
  type: 'data-grid',
  title: 'Data grid',
  description: 'Records as a table: sort, search, filter, group, edit in place, choose, export.',
  group: 'data',
  icon: 'table',
  version: 1,
  props: z.strictObject({
    model: modelKey,
    /** What a screen reader calls the table; the label of the model otherwise. */
    label: words().optional(),
    /** All readable fields when absent. */
    columns: z.array(columnSchema).max(200).optional(),
    /** What a card says of a record where there is no room for columns, first what matters most; without what is usual. */
    facts: z.array(z.strictObject({ field: fieldPath, usual: z.string().optional() })).optional(),
    where: where.optional().meta({ control: 'where', description: 'Always holds.' }),
    /** Held in addition; bind it to a filter bar: nodes.<id>.where */
    filters: where.optional(),
    search: searchText.optional().meta({ description: 'Bind it to a search box: nodes.<id>.value' }),
    sort: sort.optional(),
    /** The records as they were at this moment, to look at only; bind it to nodes.<id>.at of “As it was”. */
    as_of: z.string().max(40).nullable().optional(),
    expand: z.record(z.string(), z.strictObject({ fields: fieldPaths.optional() })).optional(),
    /** One field, or up to three over each other; totals are shown for each group. */
    group: z
      .union([fieldPath, z.array(fieldPath).max(3)])
      .nullable()
      .optional(),
    /** The relation to the record above: rows stand under rows. */
    tree: fieldPath.optional(),
    /** Everything of a tree shows until it is closed. */
    tree_open: z.boolean().default(false),
    /** A whole number that says how far in the title stands, for rows that are sorted as an outline. */
    indent: fieldPath.optional(),
    page_size: z.int().min(10).max(500).default(100),
    density: z.enum(['compact', 'roomy', 'tall']).default('compact'),
    /** Search box and filters of its own, for a grid that stands alone. */
    search_box: z.boolean().default(false),
    /** The row above the table: count, columns, export. */
    toolbar: z.boolean().default(true),
    filter_bar: z.boolean().default(false),
    selectable: z.boolean().default(true),
    editable: z.boolean().default(false),
    export: z.boolean().default(true),
    /** Allow deleting what is chosen, after a question. */
    delete: z.boolean().default(true),
    /** Readers may have the record of the cursor shown beside the list. */
    detail: z.boolean().default(true),
    /** Rows are links: /suppliers/{id} */
    row_to: urlTemplate.optional(),
    row_actions: z
      .array(
        z.strictObject({
          key: z.string().min(1).max(63),
          label: words(80),
          icon: icon.optional(),
          tone: tone.optional(),
          danger: z.boolean().optional(),
          /** Keys that do it for the row of the cursor: Ctrl+Enter, Alt+Shift+ArrowUp. */
          shortcut: z
            .string()
            .regex(/^((Ctrl|Alt|Shift)\+){1,3}\w{1,12}$/)
            .optional(),
          /** Offered only for records that meet all of these: field equals value. */
          only: z.record(z.string(), z.json()).optional(),
        }),
      )
      .max(12)
      .optional(),
    /** Rows are dragged to other places, which “rows-moved” does. */
    move: z
      .strictObject({
        /** Rows that take others inside: those that meet all of these, field equals value. */
        into: z.record(z.string(), z.json()).optional(),
      })
      .optional(),
    empty: emptyWords.optional(),
    /** The record that is chosen elsewhere: the cursor goes there, and “current-changed” tells when it goes on. */
    current: recordId.optional(),
    /** Height in pixels when it does not fill the page. */
    height: z.int().min(120).max(4000).optional(),
    /** Readers save views of it: for themselves, and for everybody. */
    views: z.boolean().default(false),
    /** Asked again every so many seconds: for what the system keeps and tells nobody of. */
    every: z.int().min(2).max(3600).optional(),
    /** Name under which this browser remembers widths, order and hidden columns. */
    remember: z.string().max(63).optional(),
  }),
  slots: { toolbar: { title: 'In the toolbar' }, empty: { title: 'When there is none' } },
  events: {
    'row-opened': { title: 'A record was opened: id, row' },
    'row-action': { title: 'An action of a row was chosen: key, id, row' },
    'rows-pasted': { title: 'Rows were pasted past the end: rows by field, below (the last record)' },
    'rows-moved': { title: 'Rows were dragged: ids, place (above, below, inside), target' },
    'cell-edited': { title: 'A cell was changed: id, field, value' },
    'selection-changed': { title: 'Other records are chosen: ids' },
    'current-changed': { title: 'The cursor went to another record, with “current” only: id, row' },
    create: { title: 'The action of the empty state' },
  },
  exposes: {
    selection: { title: 'Ids of the chosen records' },
    selected: { title: 'The record the cursor is in' },
    count: { title: 'How many records there are' },
  },
  sample: {
    props: {
      model: 'materials',
      label: 'Materials',
      columns: [
        { field: 'code', width: 110, pin: 'left' },
        { field: 'name', width: 260 },
        { field: 'category' },
        { field: 'unit', width: 80 },
        { field: 'price', total: 'avg' },
        { field: 'priced_on' },
        { field: 'in_stock' },
      ],
      editable: true,
      search_box: true,
      filter_bar: true,
      height: 420,
    },
  },
})
