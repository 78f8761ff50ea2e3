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
  export: 'Export',
  share: 'Public link',
  calendar: 'Calendar address',
}
export type EventSubject = keyof typeof eventSubjects

// `workspace` is the release a workspace begins with.
const releasedKinds = {
  workspace: 'Workspace was made',
  model: 'Models',
  archetype: 'Archetypes',
  layout: 'Screens',
  route: 'Addresses',
  view: 'Views',
  workflow: 'Workflows',
  role: 'Roles',
  field_permissions: 'Field permissions',
  settings: 'Settings',
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
    // What happened beside records, each entry chained to the one before; nobody changes it.
    key: 'sys_audit',
    label: 'Audit log',
    view: 'sys_audit',
    manage: 'workspace',
    writable: [],
    titleField: 'kind',
    fields: columns(
      id,
      ['number', 'No.', 'integer', 'integer'],
      ['at', 'When', 'datetime', 'timestamptz'],
      ['actor', 'Who', 'text', 'text'],
      ['actor_id', 'Person', 'user', 'uuid', { target: memberModelKey }],
      ['kind', 'What', 'select', 'text', named({ ...eventKinds, tenant_denied: 'Was not let in' })],
      ['subject', 'About', 'select', 'text', named(eventSubjects)],
      ['subject_id', 'Id of it', 'text', 'uuid'],
      ['before', 'Before', 'json', 'jsonb'],
      ['after', 'After', 'json', 'jsonb'],
      ['address', 'From', 'text', 'text'],
      ['via', 'By token', 'text', 'text'],
      ['model_id', 'Model', 'relation', 'uuid', { target: 'sys_model' }],
      ['request_id', 'Request', 'text', 'text'],
      ['hash', 'Hash', 'text', 'text', { unsearchable: true }],
    ),
  },
  {
    // `current` lets an earlier one count again.
    key: 'sys_release',
    label: 'Releases',
    view: 'sys_release',
    manage: 'layouts',
    writable: ['current'],
    titleField: 'note',
    fields: columns(
      id,
      ['number', 'No.', 'integer', 'integer'],
      ['note', 'Note', 'long_text', 'text'],
      ['current', 'Current', 'boolean', 'boolean'],
      ['changed', 'What changed', 'multi_select', 'jsonb', named(releasedKinds)],
      ['names', 'Names', 'multi_select', 'jsonb'],
      createdAt,
      createdBy,
    ),
  },
]
