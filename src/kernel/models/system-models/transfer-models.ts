import { memberModelKey } from '../field-info.ts'
import {
  columns,
  createdAt,
  createdBy,
  id,
  named,
  needed,
  type Column,
  type SystemModel,
} from './system-model.ts'

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
  ['error', 'Reason (English)', 'text', 'text'],
  ['reasons', 'Reason', 'json', 'jsonb'],
  createdAt,
  createdBy,
  ['started_at', 'Started', 'datetime', 'timestamptz'],
  ['ended_at', 'Ended', 'datetime', 'timestamptz'],
  ['pace', 'Rows a second', 'integer', 'integer'],
]
const schedule: Column = ['schedule_id', 'Schedule', 'relation', 'uuid', { target: 'sys_schedule' }]
const outcomes = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  undone: 'Taken back',
}
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
  schedule,
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
  schedule,
)

const scheduleFields = columns(
  id,
  ['name', 'Name', 'text', 'text', needed],
  ['kind', 'What', 'select', 'text', named({ export: 'Export', import: 'Import' })],
  [
    'plan',
    'Plan',
    'text',
    'text',
    {
      required: true,
      description: 'Minute, hour, day, month, weekday: 0 6 * * 1-5 is six o’clock on weekdays.',
    },
  ],
  ['zone', 'Time zone', 'text', 'text', { description: 'Such as Europe/Berlin.' }],
  ['model', 'Model', 'select', 'text', { column: 'model_key', choices: 'models', required: true }],
  [
    'format',
    'Format',
    'select',
    'text',
    named({ csv: 'CSV', xlsx: 'Excel', json: 'JSON', jsonl: 'JSON, a record a line' }),
  ],
  [
    'query',
    'Question',
    'json',
    'jsonb',
    {
      description:
        'Which records and columns, as in a question: {"where":{"field":"city","op":"eq","value":"Bonn"},"fields":["code","name"]}. Everything when empty.',
    },
  ],
  ['keep_days', 'Keep files for days', 'integer', 'integer'],
  ['keep_count', 'Keep at most so many files', 'integer', 'integer'],
  ['source', 'Name of the source', 'text', 'text', { description: 'Files are uploaded under this name.' }],
  [
    'key',
    'Found by',
    'text',
    'text',
    { description: 'The field that finds the record to change instead of adding one.' },
  ],
  [
    'mode',
    'When a row has a mistake',
    'select',
    'text',
    named({ skip_bad: 'Leave the row out', all_or_nothing: 'Import nothing' }),
  ],
  ['active', 'Switched on', 'boolean', 'boolean'],
  [
    'status',
    'Status',
    'select',
    'text',
    named({ active: 'Active', failing: 'Failing', paused: 'Paused', stopped: 'Stopped' }),
  ],
  ['next_at', 'Next run', 'datetime', 'timestamptz'],
  ['last_at', 'Last run', 'datetime', 'timestamptz'],
  ['last_status', 'Last result', 'select', 'text', named(outcomes)],
  ['trouble', 'Reason (English)', 'text', 'text'],
  ['reasons', 'Reason', 'json', 'jsonb'],
  ['user_id', 'Sees as', 'user', 'uuid', { target: memberModelKey }],
  createdAt,
)

const runFields = columns(
  id,
  schedule,
  ['kind', 'What', 'select', 'text', named({ export: 'Export', import: 'Import' })],
  ['due_at', 'Due', 'datetime', 'timestamptz'],
  ['status', 'Status', 'select', 'text', named(outcomes)],
  ['done', 'Done', 'integer', 'integer', { column: 'done_count' }],
  ['rejected', 'Left out', 'integer', 'integer', { column: 'rejected_count' }],
  ['error', 'Reason (English)', 'text', 'text'],
  ['reasons', 'Reason', 'json', 'jsonb'],
  createdAt,
  createdBy,
  ['ended_at', 'Ended', 'datetime', 'timestamptz'],
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
  {
    // What is repeated by a plan. Everybody has their own: it makes what they may see.
    key: 'sys_schedule',
    label: 'Schedules',
    view: 'sys_schedule',
    manage: 'models',
    memberFields: keysOf(scheduleFields),
    memberWrites: true,
    writable: [
      ...(['name', 'kind', 'plan', 'zone', 'model', 'format', 'query', 'keep_days', 'keep_count'] as const),
      ...(['source', 'key', 'mode', 'active'] as const),
    ],
    titleField: 'name',
    fields: scheduleFields,
  },
  {
    // The exports and imports that schedules began. Creating one runs its schedule now.
    key: 'sys_schedule_run',
    label: 'Runs of schedules',
    view: 'sys_schedule_run',
    manage: 'models',
    memberFields: keysOf(runFields),
    memberWrites: true,
    writable: ['schedule_id'],
    titleField: 'status',
    fields: runFields,
  },
]
