import { createHash } from 'node:crypto'
import type { ErrorDetail } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { keysTogether } from '#kernel/models/unique-values.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { saidFields } from '../names/said-names.ts'
import type { RecordContext } from './record-context.ts'

/** One row of `app.unique_values`, as the statements take it. */
export interface UniqueRow {
  object_id: string
  field_key: string
  value: string
}

/** Values by which uniqueness is decided: the value itself, or its hash when it is long. */
export const uniqueRows = (
  objectId: string,
  values: readonly { key: string; value: string }[],
): UniqueRow[] =>
  values.map(({ key, value }) => ({
    object_id: objectId,
    field_key: key,
    value:
      value.length <= 400 || [...value].length <= 400
        ? value
        : `sha256:${createHash('sha256').update(value).digest('hex')}`,
  }))

/** Everybody takes the rows in the same order, so that two writers wait for each other instead of blocking each other. */
export const inClaimOrder = (rows: readonly UniqueRow[]): UniqueRow[] => {
  const place = ({ field_key, value }: UniqueRow): string => `${field_key} ${value}`
  return rows.toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0))
}

// A value of a transaction that is still open makes the statement wait for its end: the primary key decides the race.
export const claimUnique = `
  insert into app.unique_values (tenant_id, model_id, field_key, value, object_id)
  select $1, $2, u.field_key, u.value, u.object_id from jsonb_to_recordset($4::jsonb) as u (object_id uuid, field_key text, value text)
  on conflict do nothing
  returning object_id, field_key`

/** The rows that were not among the claimed ones: their value belongs to another record. */
export function lostRows(
  wanted: readonly UniqueRow[],
  claimed: readonly { object_id: string; field_key: string }[],
): UniqueRow[] {
  const won = new Set(claimed.map(({ object_id, field_key }) => `${object_id} ${field_key}`))
  return wanted.filter(({ object_id, field_key }) => !won.has(`${object_id} ${field_key}`))
}

/**
 * The details of a value that is taken. They never hold the value: the other record may be hidden. Nor do they name a field
 * that the writer may not read.
 */
export const notUnique = (
  { access }: Pick<RecordContext, 'access'>,
  model: ModelInfo,
  path: string,
  key: string,
): ErrorDetail[] => {
  const keys = keysTogether(key)
  const named = keys.filter((one) => access.mayRead(model, one, true))
  const why =
    keys.length === 1
      ? saying('This value is used already.')
      : named.length === 0
        ? saying('Another record has the same values together.')
        : saying('Another record has the same values together: “{{fields}}”.', {
            fields: saidFields(
              model,
              named.map((one) => ({ key: one, label: model.fields.get(one)?.label ?? one })),
            ),
          })
  if (named.length === 0) return [{ path, code: 'not_unique', ...why }]
  return named.map((one) => ({ path: `${path}.${one}`, code: 'not_unique', ...why }))
}
