import type { ManageArea } from '#contracts/role.ts'
import {
  columnField,
  memberModelKey,
  type ColumnOptions,
  type ColumnType,
  type FieldInfo,
} from './field-info.ts'
import type { FieldType } from '#contracts/field-types.ts'

/** A model of the system: a view of schema `app` with a column `tenant_id` beside the ones listed. */
export interface SystemModel {
  key: string
  label: string
  /** Name of the view in schema `app`. */
  view: string
  /** Who may read all of it and change it. */
  manage: ManageArea
  /** Open to every role but customers, reduced to `memberFields` and the rows of `Access.rowRule`. */
  memberFields?: readonly string[]
  /** Members may write too; what exactly is decided where it is written. */
  memberWrites?: boolean
  /** What a person may write through the record calls; nothing when empty. */
  writable: readonly string[]
  titleField: string
  fields: readonly FieldInfo[]
}

type Column = [key: string, label: string, type: FieldType, column: ColumnType, options?: ColumnOptions]

const columns = (...list: Column[]): FieldInfo[] => list.map((entry) => columnField(...entry))

const needed: ColumnOptions = { required: true }
/** Options of a fixed list: value → what people call it. */
const named = (labels: Record<string, string>): ColumnOptions => ({
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
})
const eventKinds = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Brought back',
  purged: 'Removed for good',
  joined: 'Joined',
  released: 'Released',
  revoked: 'Revoked',
  refused: 'Refused',
  stopped: 'Stopped',
}
const eventSubjects = {
  record: 'Record',
  tenant: 'Workspace',
  member: 'Person',
  invite: 'Invitation',
  release: 'Configuration',
  api_token: 'API token',
  webhook: 'Webhook',
}
const origin: Column = [
  'origin',
  'Origin',
  'select',
  'text',
  named({ stock: 'Shipped', customised: 'Changed here', own: 'Own' }),
]
const role: Column = ['role', 'Role', 'select', 'text', { choices: 'roles', required: true }]

const id: Column = ['id', 'Id', 'text', 'uuid']
const createdAt: Column = ['created_at', 'Created', 'datetime', 'timestamptz']
const updatedAt: Column = ['updated_at', 'Changed', 'datetime', 'timestamptz']
const createdBy: Column = ['created_by', 'Created by', 'user', 'uuid', { target: memberModelKey }]
const updatedBy: Column = ['updated_by', 'Changed by', 'user', 'uuid', { target: memberModelKey }]

/**
 * The system's own models, answered by the same questions as a workspace's. Each is a view `app.<view>`
 * (security_invoker) with the columns named here and `tenant_id`; `server/database/migrations` makes them.
 * `id` is unique within a workspace.
 */
export const systemModels: readonly SystemModel[] = [
  {
    key: 'sys_model',
    label: 'Models',
    view: 'sys_model',
    manage: 'models',
    memberFields: ['id', 'key', 'label', 'construct_type', 'description', 'icon', 'created_at'],
    writable: ['key', 'label', 'construct_type', 'description', 'icon', 'default_archetype_id', 'schema'],
    titleField: 'label',
    fields: columns(
      id,
      ['key', 'Key', 'text', 'text'],
      ['label', 'Name', 'text', 'text', needed],
      ['construct_type', 'Construct type', 'text', 'text'],
      ['description', 'Description', 'long_text', 'text'],
      ['icon', 'Icon', 'icon', 'text'],
      ['default_archetype_id', 'Default archetype', 'relation', 'uuid', { target: 'sys_archetype' }],
      ['schema', 'Fields', 'json', 'jsonb'],
      createdAt,
      updatedAt,
      updatedBy,
    ),
  },
  {
    key: 'sys_archetype',
    label: 'Archetypes',
    view: 'sys_archetype',
    manage: 'archetypes',
    memberFields: ['id', 'name', 'description', 'created_at'],
    writable: ['name', 'description', 'schema'],
    titleField: 'name',
    fields: columns(
      id,
      ['name', 'Name', 'text', 'text', needed],
      ['description', 'Description', 'long_text', 'text'],
      ['schema', 'Assemblies', 'json', 'jsonb'],
      createdAt,
      updatedAt,
      updatedBy,
    ),
  },
  {
    key: 'sys_role',
    label: 'Roles',
    view: 'sys_role',
    manage: 'roles',
    writable: ['key', 'label', 'description', 'grants', 'manage'],
    titleField: 'label',
    fields: columns(
      id,
      ['key', 'Key', 'text', 'text'],
      ['label', 'Name', 'text', 'text', needed],
      ['description', 'Description', 'long_text', 'text'],
      ['grants', 'Grants', 'json', 'jsonb'],
      ['manage', 'Manages', 'json', 'jsonb'],
      ['built_in', 'Built in', 'boolean', 'boolean'],
      createdAt,
      updatedAt,
      updatedBy,
    ),
  },
  {
    // One row per model and field key; `id` is text, `<model_id>:<field_key>`.
    key: 'sys_field_permission',
    label: 'Field permissions',
    view: 'sys_field_permission',
    manage: 'roles',
    writable: ['model_id', 'field_key', 'read_roles', 'write_roles'],
    titleField: 'field_key',
    fields: columns(
      ['id', 'Id', 'text', 'text'],
      ['model_id', 'Model', 'relation', 'uuid', { target: 'sys_model' }],
      ['field_key', 'Field', 'text', 'text'],
      ['read_roles', 'Read by', 'json', 'jsonb'],
      ['write_roles', 'Written by', 'json', 'jsonb'],
    ),
  },
  {
    key: 'sys_route',
    label: 'Routes',
    view: 'sys_route',
    manage: 'routes',
    writable: ['path', 'layout', 'title', 'icon', 'order', 'parent', 'nav', 'roles', 'access', 'params'],
    titleField: 'title',
    fields: columns(
      id,
      [
        'path',
        'Address',
        'text',
        'text',
        { required: true, description: 'Such as /projects or /projects/{id}.' },
      ],
      ['layout', 'Screen', 'select', 'text', { required: true, choices: 'layouts' }],
      ['title', 'Title', 'text', 'text', needed],
      ['icon', 'Icon', 'icon', 'text'],
      [
        'order',
        'Order',
        'number',
        'integer',
        { column: 'position', description: 'Small numbers come first.' },
      ],
      ['parent', 'Under', 'select', 'text', { choices: 'routes' }],
      ['nav', 'In the navigation', 'boolean', 'boolean'],
      [
        'roles',
        'Open to',
        'multi_select',
        'jsonb',
        { choices: 'roles', description: 'Nothing chosen: everybody but customers.' },
      ],
      ['access', 'Access', 'json', 'jsonb'],
      ['params', 'Parameters', 'json', 'jsonb'],
      origin,
      createdAt,
      updatedAt,
      updatedBy,
    ),
  },
  {
    key: 'sys_layout',
    label: 'Layouts',
    view: 'sys_layout',
    manage: 'layouts',
    writable: ['title', 'key'],
    titleField: 'title',
    fields: columns(
      id,
      ['key', 'Key', 'text', 'text'],
      ['title', 'Title', 'text', 'text', needed],
      origin,
      ['draft', 'Has a draft', 'boolean', 'boolean'],
      createdAt,
      updatedAt,
      updatedBy,
    ),
  },
  {
    // Views of lists: those for everybody, and one's own. Whether a write is for everybody is decided by its contents.
    key: 'sys_view',
    label: 'Views',
    view: 'sys_view',
    manage: 'layouts',
    memberFields: [
      ...(['id', 'title', 'list', 'model', 'shared', 'default_for', 'base_id', 'settings'] as const),
      ...(['created_at', 'updated_at'] as const),
    ],
    memberWrites: true,
    writable: ['title', 'list', 'model', 'shared', 'default_for', 'base_id', 'settings'],
    titleField: 'title',
    fields: columns(
      id,
      ['title', 'Title', 'text', 'text', needed],
      ['list', 'List', 'text', 'text'],
      ['model', 'Model', 'text', 'text'],
      ['shared', 'For everybody', 'boolean', 'boolean'],
      ['default_for', 'Begins for', 'json', 'jsonb'],
      // No relation: what may be known of a view is decided row by row, so no path leads to one.
      ['base_id', 'Over', 'text', 'uuid'],
      ['settings', 'Settings', 'json', 'jsonb'],
      createdAt,
      createdBy,
      updatedAt,
      updatedBy,
    ),
  },
  {
    // `id` is the user's id, so that a `user` field can be followed: `owner.name`.
    key: memberModelKey,
    label: 'People',
    view: 'sys_member',
    manage: 'members',
    memberFields: ['id', 'name', 'role'],
    writable: ['role'],
    titleField: 'name',
    fields: columns(
      id,
      ['name', 'Name', 'text', 'text'],
      ['email', 'Email', 'email', 'text'],
      role,
      ['status', 'Status', 'select', 'text', named({ active: 'Active', suspended: 'Suspended' })],
      createdAt,
    ),
  },
  {
    // The workspace itself: one row.
    key: 'sys_tenant',
    label: 'Workspace',
    view: 'sys_tenant',
    manage: 'workspace',
    memberFields: ['id', 'name', 'subdomain'],
    writable: ['name', 'subdomain'],
    titleField: 'name',
    fields: columns(
      id,
      ['name', 'Name', 'text', 'text', needed],
      ['subdomain', 'Address', 'text', 'text'],
      createdAt,
    ),
  },
  {
    key: 'sys_invite',
    label: 'Invitations',
    view: 'sys_invite',
    manage: 'members',
    writable: ['email', 'role'],
    titleField: 'email',
    fields: columns(
      id,
      ['email', 'Email', 'email', 'text', needed],
      role,
      [
        'status',
        'Status',
        'select',
        'text',
        named({ open: 'Pending', accepted: 'Accepted', expired: 'Expired', withdrawn: 'Withdrawn' }),
      ],
      ['expires_at', 'Expires', 'datetime', 'timestamptz'],
      ['accepted_at', 'Accepted', 'datetime', 'timestamptz'],
      createdAt,
      createdBy,
    ),
  },
  {
    // A member sees their own tokens. The token itself is answered once, when it is made.
    key: 'sys_api_token',
    label: 'API tokens',
    view: 'sys_api_token',
    manage: 'members',
    memberFields: [
      ...(['id', 'name', 'user_id', 'role', 'hint', 'valid_days', 'status'] as const),
      ...(['expires_at', 'last_used_at', 'created_at'] as const),
    ],
    memberWrites: true,
    writable: ['name', 'role', 'valid_days'],
    titleField: 'name',
    fields: columns(
      id,
      [
        'name',
        'Name',
        'text',
        'text',
        { required: true, description: 'What it is for: the history names it.' },
      ],
      ['user_id', 'Person', 'user', 'uuid', { target: memberModelKey }],
      [
        'role',
        'Role',
        'select',
        'text',
        { choices: 'roles', description: 'Nothing chosen: the role you have.' },
      ],
      ['hint', 'Token', 'text', 'text', { unsearchable: true }],
      [
        'valid_days',
        'Valid for',
        'select',
        'text',
        { required: true, ...named({ 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' }) },
      ],
      [
        'status',
        'Status',
        'select',
        'text',
        named({ active: 'Active', expired: 'Expired', revoked: 'Revoked' }),
      ],
      ['expires_at', 'Expires', 'datetime', 'timestamptz'],
      ['last_used_at', 'Last used', 'datetime', 'timestamptz'],
      createdAt,
    ),
  },
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
      ['trouble', 'Why', 'text', 'text'],
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
      ['model', 'Model', 'text', 'text'],
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
      ['took_ms', 'Milliseconds', 'integer', 'integer'],
      ['delivered_at', 'Delivered', 'datetime', 'timestamptz'],
      createdAt,
    ),
  },
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
  {
    // A member sees the imports they started.
    key: 'sys_import',
    label: 'Imports',
    view: 'sys_import',
    manage: 'models',
    memberFields: [
      'id',
      'name',
      'format',
      'status',
      'rows',
      'done',
      'created',
      'updated',
      'rejected',
      'model',
      'error',
      'created_at',
      'created_by',
      'started_at',
      'ended_at',
      'pace',
    ],
    writable: [],
    titleField: 'name',
    fields: columns(
      id,
      ['name', 'File', 'text', 'text'],
      [
        'status',
        'Status',
        'select',
        'text',
        named({
          staged: 'Not started',
          running: 'Running',
          done: 'Done',
          failed: 'Failed',
          cancelled: 'Cancelled',
          undone: 'Taken back',
        }),
      ],
      ['format', 'Format', 'text', 'text'],
      ['rows', 'Rows', 'integer', 'integer', { column: 'row_count' }],
      ['done', 'Done', 'integer', 'integer', { column: 'done_count' }],
      ['created', 'Created', 'integer', 'integer', { column: 'created_count' }],
      ['updated', 'Changed', 'integer', 'integer', { column: 'updated_count' }],
      ['rejected', 'Left out', 'integer', 'integer', { column: 'rejected_count' }],
      ['model', 'Model', 'text', 'text', { column: 'model_key' }],
      ['error', 'Reason', 'text', 'text'],
      createdAt,
      createdBy,
      ['started_at', 'Started', 'datetime', 'timestamptz'],
      ['ended_at', 'Ended', 'datetime', 'timestamptz'],
      ['pace', 'Rows a second', 'integer', 'integer'],
    ),
  },
  {
    // Everybody sees the exports they asked for, and nobody else's: what is in them is what that person may see.
    key: 'sys_export',
    label: 'Exports',
    view: 'sys_export',
    manage: 'models',
    memberFields: [
      'id',
      'name',
      'format',
      'status',
      'rows',
      'done',
      'size',
      'model',
      'error',
      'created_at',
      'created_by',
      'started_at',
      'ended_at',
      'expires_at',
      'pace',
    ],
    writable: [],
    titleField: 'name',
    fields: columns(
      id,
      ['name', 'File', 'text', 'text'],
      [
        'status',
        'Status',
        'select',
        'text',
        named({
          running: 'Running',
          done: 'Done',
          failed: 'Failed',
          cancelled: 'Cancelled',
          expired: 'Expired',
        }),
      ],
      ['format', 'Format', 'text', 'text'],
      ['rows', 'Rows', 'integer', 'integer', { column: 'row_count' }],
      ['done', 'Done', 'integer', 'integer', { column: 'done_count' }],
      ['size', 'Bytes', 'integer', 'integer'],
      ['model', 'Model', 'text', 'text', { column: 'model_key' }],
      ['error', 'Reason', 'text', 'text'],
      createdAt,
      createdBy,
      ['started_at', 'Started', 'datetime', 'timestamptz'],
      ['ended_at', 'Ended', 'datetime', 'timestamptz'],
      ['pace', 'Rows a second', 'integer', 'integer'],
      ['expires_at', 'Kept until', 'datetime', 'timestamptz'],
    ),
  },
]
