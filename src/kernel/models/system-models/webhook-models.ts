import { memberModelKey } from '../field-info.ts'
import { columns, createdAt, eventKinds, id, named, needed, type SystemModel } from './system-model.ts'

/** Who is told of changes, and how that went. */
export const webhookModels: readonly SystemModel[] = [
  {
    // Who is told of changes by HTTP. The secret is answered once, when it is made.
    key: 'sys_webhook',
    label: 'Webhooks',
    view: 'sys_webhook',
    manage: 'workspace',
    writable: ['name', 'url', 'models', 'kinds', 'filter', 'active'],
    titleField: 'name',
    fields: columns(
      id,
      ['name', 'Name', 'text', 'text', needed],
      [
        'url',
        'Web address',
        'url',
        'text',
        { required: true, description: 'Where changes are sent to, with https://.' },
      ],
      ['models', 'Models', 'multi_select', 'jsonb', { choices: 'models', required: true }],
      [
        'kinds',
        'Changes',
        'multi_select',
        'jsonb',
        named({ created: 'Created', updated: 'Changed', deleted: 'Deleted', restored: 'Brought back' }),
      ],
      [
        'filter',
        'Only records where',
        'json',
        'jsonb',
        { description: 'A condition as in a question: {"field":"city","op":"eq","value":"Bonn"}.' },
      ],
      ['active', 'Switched on', 'boolean', 'boolean'],
      [
        'status',
        'Status',
        'select',
        'text',
        named({ active: 'Active', failing: 'Failing', off: 'Off', stopped: 'Stopped' }),
      ],
      ['trouble', 'Reason (English)', 'text', 'text'],
      ['reasons', 'Reason', 'json', 'jsonb'],
      ['user_id', 'Sees as', 'user', 'uuid', { target: memberModelKey }],
      ['failing_since', 'Failing since', 'datetime', 'timestamptz'],
      createdAt,
    ),
  },
  {
    // What became of each telling. Creating one tries its webhook; `waiting` sends it again.
    key: 'sys_webhook_delivery',
    label: 'Deliveries',
    view: 'sys_webhook_delivery',
    manage: 'workspace',
    writable: ['webhook_id', 'status'],
    titleField: 'kind',
    fields: columns(
      id,
      ['webhook_id', 'Webhook', 'relation', 'uuid', { target: 'sys_webhook' }],
      [
        'kind',
        'What',
        'select',
        'text',
        named({ ...eventKinds, gone: 'No longer visible', test: 'Test', lost: 'Changes lost' }),
      ],
      ['model', 'Model', 'select', 'text', { choices: 'models' }],
      ['record_id', 'Record', 'text', 'uuid'],
      ['number', 'Change number', 'integer', 'integer'],
      [
        'status',
        'Status',
        'select',
        'text',
        named({ waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' }),
      ],
      ['attempts', 'Tries', 'integer', 'integer'],
      ['next_at', 'Next try', 'datetime', 'timestamptz'],
      ['http_status', 'Answered with', 'integer', 'integer'],
      ['answer', 'Answer', 'text', 'text'],
      ['reasons', 'Reason', 'json', 'jsonb'],
      ['took_ms', 'Milliseconds', 'integer', 'integer'],
      ['delivered_at', 'Delivered', 'datetime', 'timestamptz'],
      createdAt,
    ),
  },
]
