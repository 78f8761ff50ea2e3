import { AppError, invalid } from '#base/app-error.ts'
import type { Model, ModelUpdate, ModelWrite } from '#contracts/model.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { Definition } from '../releases/definitions.ts'
import { addDefinition, findDefinition, writeDefinition } from '../releases/write-definition.ts'
import { mergeSchema } from '../releases/merge-schema.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import { refuseOutdated } from '../standard-models/update-standard-models.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { fieldsInUse } from './fields-in-use.ts'

/** Makes a model, released at once. Throws 403, 422. Needs a transaction of mode `release`. */
export async function createModel(tx: Tx, caller: Caller, model: ModelWrite): Promise<Model> {
  await requireManage(tx, caller, 'models')
  return modelOf(await addDefinition(tx, caller, 'model', model.key, { ...model }))
}

/**
 * Changes what `change` names; `schema` is replaced whole, or with the `base` its writer saw merged with what others
 * released meanwhile. Throws 403, 404, 412, 422; `in_use` for a field that goes while something names it and that `drop` does not
 * list; `outdated` for the schema of a standard model that does not have what is
 * new in the product.
 */
export async function updateModel(
  tx: Tx,
  caller: Caller,
  id: string,
  { key, base, drop = [], ...change }: ModelUpdate,
): Promise<Model> {
  await requireManage(tx, caller, 'models')
  const found = await findDefinition(tx, 'model', id)
  if (key !== undefined && key !== found.key) throw keyIsFixed()
  // A schema that is not outdated has the words of today: what it says from now on, it says on purpose.
  const brought = change.schema ? refuseOutdated(found.body as ModelWrite) : {}
  const { schema: now } = found.body as ModelWrite
  const schema = change.schema && base !== undefined ? { schema: mergeSchema(base, change.schema, now) } : {}
  const body = { ...found.body, ...change, ...schema, ...brought }
  await refuseNamed(tx, found.key, now, body.schema as ModelWrite['schema'], drop)
  return modelOf(await writeDefinition(tx, caller, 'model', found.key, body))
}

async function refuseNamed(
  tx: Tx,
  model: string,
  before: ModelWrite['schema'],
  after: ModelWrite['schema'],
  dropped: readonly string[],
): Promise<void> {
  const keysOf = (schema: ModelWrite['schema']): string[] => (schema?.fields ?? []).map(({ key }) => key)
  const stays = new Set([...keysOf(after), ...dropped])
  const gone = (before?.fields ?? []).filter(({ key }) => !stays.has(key))
  const details = await fieldsInUse(tx, model, gone)
  if (details.length > 0)
    throw new AppError('in_use', 'Something still names the fields that go.', { details })
}

/** Deletes a model without records, with its field permissions. Throws 403, 404, 422 `in_use`. */
export async function deleteModel(tx: Tx, caller: Caller, id: string): Promise<void> {
  await requireManage(tx, caller, 'models')
  const { key } = await findDefinition(tx, 'model', id)
  await releaseChanges(tx, caller, [
    { kind: 'model', key, body: null },
    { kind: 'field_permissions', key: id, body: null },
  ])
}

/** Layouts, routes and other models name things by key, so a key stays. */
export const keyIsFixed = () =>
  invalid([{ path: 'key', code: 'fixed', message: 'A key cannot be changed: other things name it.' }])

const modelOf = ({ id, body, created_at }: Definition): Model => ({ ...(body as ModelWrite), id, created_at })
