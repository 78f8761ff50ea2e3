import type { FieldType } from '#contracts/field-types.ts'
import type { ManageArea } from '#contracts/role.ts'
import {
  columnField,
  memberModelKey,
  type ColumnOptions,
  type ColumnType,
  type FieldInfo,
} from '../field-info.ts'

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

export type Column = [
  key: string,
  label: string,
  type: FieldType,
  column: ColumnType,
  options?: ColumnOptions,
]

export const columns = (...list: Column[]): FieldInfo[] => list.map((entry) => columnField(...entry))

export const needed: ColumnOptions = { required: true }
/** Options of a fixed list: value → what people call it. */
export const named = (labels: Record<string, string>): ColumnOptions => ({
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
})

export const id: Column = ['id', 'Id', 'text', 'uuid']
export const createdAt: Column = ['created_at', 'Created', 'datetime', 'timestamptz']
export const updatedAt: Column = ['updated_at', 'Changed', 'datetime', 'timestamptz']
export const createdBy: Column = ['created_by', 'Created by', 'user', 'uuid', { target: memberModelKey }]
export const updatedBy: Column = ['updated_by', 'Changed by', 'user', 'uuid', { target: memberModelKey }]

/** What happens to records and to what they are kept in. */
export const eventKinds = {
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
  failed: 'Failed',
  invited: 'Invited',
  withdrawn: 'Withdrawn',
  asked_access: 'Asked for access',
  preview_started: 'Looked as somebody else',
  exported: 'Exported',
  handed_over: 'Handed over',
  closed: 'Closed',
  reopened: 'Opened again',
  shared: 'Shared publicly',
  unshared: 'Public link taken back',
}
export type EventKind = keyof typeof eventKinds
