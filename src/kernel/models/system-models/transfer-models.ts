import { columns, createdAt, createdBy, id, named, type Column, type SystemModel } from './system-model.ts'

// What imports and exports have in common: before and after the columns of their own.
const name: Column = ['name', 'File', 'text', 'text']
const status = (labels: Record<string, string>): Column => [
  'status',
  'Status',
  'select',
  'text',
  named(labels),
]
const counts: Column[] = [
  ['format', 'Format', 'text', 'text'],
  ['rows', 'Rows', 'integer', 'integer', { column: 'row_count' }],
  ['done', 'Done', 'integer', 'integer', { column: 'done_count' }],
]
const course: Column[] = [
  ['model', 'Model', 'text', 'text', { column: 'model_key' }],
  ['error', 'Reason', 'text', 'text'],
  createdAt,
  createdBy,
  ['started_at', 'Started', 'datetime', 'timestamptz'],
  ['ended_at', 'Ended', 'datetime', 'timestamptz'],
  ['pace', 'Rows a second', 'integer', 'integer'],
]
const keysOf = (fields: SystemModel['fields']): string[] => fields.map(({ key }) => key)

const importFields = columns(
  id,
  name,
  status({
    staged: 'Not started',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
    undone: 'Taken back',
  }),
  ...counts,
  ['created', 'Created', 'integer', 'integer', { column: 'created_count' }],
  ['updated', 'Changed', 'integer', 'integer', { column: 'updated_count' }],
  ['rejected', 'Left out', 'integer', 'integer', { column: 'rejected_count' }],
  ...course,
)

const exportFields = columns(
  id,
  name,
  status({
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Cancelled',
    expired: 'Expired',
  }),
  ...counts,
  ['size', 'Bytes', 'integer', 'integer'],
  ...course,
  ['expires_at', 'Kept until', 'datetime', 'timestamptz'],
)

/** Records on their way in and out. Whoever may see one knows the whole of it. */
export const transferModels: readonly SystemModel[] = [
  {
    // A member sees the imports they started.
    key: 'sys_import',
    label: 'Imports',
    view: 'sys_import',
    manage: 'models',
    memberFields: keysOf(importFields),
    writable: [],
    titleField: 'name',
    fields: importFields,
  },
  {
    // Everybody sees the exports they asked for, and nobody else's: what is in them is what that person may see.
    key: 'sys_export',
    label: 'Exports',
    view: 'sys_export',
    manage: 'models',
    memberFields: keysOf(exportFields),
    writable: [],
    titleField: 'name',
    fields: exportFields,
  },
]
