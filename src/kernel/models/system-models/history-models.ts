import { memberModelKey } from '../field-info.ts'
import { columns, createdAt, createdBy, eventKinds, id, named, type SystemModel } from './system-model.ts'

const eventSubjects = {
  record: 'Record',
  tenant: 'Workspace',
  member: 'Person',
  invite: 'Invitation',
  release: 'Configuration',
  api_token: 'API token',
  webhook: 'Webhook',
  schedule: 'Schedule',
}
/** What happened, and what was released. */
export const historyModels: readonly SystemModel[] = [
  {
    // Who did what, without the values: those are redacted per reader by `redactEvent`, never asked for here.
    key: 'sys_event',
    label: 'History',
    view: 'sys_event',
    manage: 'workspace',
    writable: [],
    titleField: 'kind',
    fields: columns(
      id,
      ['at', 'When', 'datetime', 'timestamptz'],
      ['actor_id', 'Who', 'user', 'uuid', { target: memberModelKey }],
      ['kind', 'What', 'select', 'text', named(eventKinds)],
      ['subject', 'About', 'select', 'text', named(eventSubjects)],
      ['model_id', 'Model', 'relation', 'uuid', { target: 'sys_model' }],
      ['record_id', 'Record', 'text', 'uuid'],
      ['token', 'Link', 'text', 'text', { unsearchable: true }],
      ['request_id', 'Request', 'text', 'text'],
      ['via', 'By token', 'text', 'text'],
    ),
  },
  {
    key: 'sys_release',
    label: 'Releases',
    view: 'sys_release',
    manage: 'layouts',
    writable: [],
    titleField: 'note',
    fields: columns(
      id,
      ['number', 'Number', 'integer', 'integer'],
      ['note', 'Note', 'long_text', 'text'],
      ['current', 'Current', 'boolean', 'boolean'],
      createdAt,
      createdBy,
    ),
  },
]
