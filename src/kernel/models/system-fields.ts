import { columnField, memberModelKey, type FieldInfo } from './field-info.ts'

/**
 * What every record of a workspace's own models has beside its fields, as columns of `app.objects`. Whoever may read the
 * model may read them. `token` names one record, so nothing but equality makes sense and search leaves it out.
 */
export const objectSystemFields: readonly FieldInfo[] = [
  columnField('id', 'Id', 'text', 'uuid'),
  columnField('token', 'Token', 'text', 'text', { unsearchable: true }),
  columnField('model_id', 'Model', 'text', 'uuid'),
  columnField('archetype_id', 'Archetype', 'relation', 'uuid', { target: 'sys_archetype' }),
  columnField('revision', 'Revision', 'integer', 'integer'),
  columnField('created_at', 'Created', 'datetime', 'timestamptz'),
  columnField('created_by', 'Created by', 'user', 'uuid', { target: memberModelKey }),
  columnField('updated_at', 'Changed', 'datetime', 'timestamptz'),
  columnField('updated_by', 'Changed by', 'user', 'uuid', { target: memberModelKey }),
]
