import { invalid } from '#base/app-error.ts'
import type { Model, ModelUpdate, ModelWrite } from '#contracts/model.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { Definition } from '../releases/definitions.ts'
import { addDefinition, findDefinition, writeDefinition } from '../releases/write-definition.ts'
import { mergeSchema } from '../releases/merge-schema.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import { refuseOutdated } from '../standard-models/update-standard-models.ts'
import { requireManage } from '../workspaces/require-manage.ts'

/** Makes a model, released at once. Throws 403, 422. Needs a transaction of mode `release`. */
export async function createModel(tx: Tx, caller: Caller, model: ModelWrite): Promise<Model> {
  await requireManage(tx, caller, 'models')
  return modelOf(await addDefinition(tx, caller, 'model', model.key, { ...model }))
}

/**
 * Changes what `change` names; `schema` is replaced whole, or with the `base` its writer saw merged with what others
 * released meanwhile. Throws 403, 404, 412, 422; `outdated` for the schema of a standard model that does not have what is
 * new in the product.
 */
export async function updateModel(
  tx: Tx,
  caller: Caller,
  id: string,
  { key, base, ...change }: ModelUpdate,
): Promise<Model> {
  await requireManage(tx, caller, 'models')
  const found = await findDefinition(tx, 'model', id)
  if (key !== undefined && key !== found.key) throw keyIsFixed()
  // A schema that is not outdated has the words of today: what it says from now on, it says on purpose.
  const brought = change.schema ? refuseOutdated(found.body as ModelWrite) : {}
  const { schema: now } = found.body as ModelWrite
  const schema = change.schema && base !== undefined ? { schema: mergeSchema(base, change.schema, now) } : {}
  return modelOf(
    await writeDefinition(tx, caller, 'model', found.key, {
      ...found.body,
      ...change,
      ...schema,
      ...brought,
    }),
  )
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
