import type { Archetype, ArchetypeUpdate, ArchetypeWrite } from '#contracts/archetype.ts'
import { newId } from '#base/ids.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { Definition } from '../releases/definitions.ts'
import { mergeSchema } from '../releases/merge-schema.ts'
import { deleteDefinition, findDefinition, writeDefinition } from '../releases/write-definition.ts'
import { requireManage } from '../workspaces/require-manage.ts'

/** Makes an archetype, released at once. Archetypes have no key of their own; their id is it. Throws 403, 422. */
export async function createArchetype(tx: Tx, caller: Caller, archetype: ArchetypeWrite): Promise<Archetype> {
  await requireManage(tx, caller, 'archetypes')
  const id = newId()
  return archetypeOf(await writeDefinition(tx, caller, 'archetype', id, { ...archetype }, id))
}

/**
 * Changes what `change` names; `schema` is replaced whole, or with the `base` its writer saw merged with what others
 * released meanwhile. Throws 403, 404, 412, 422.
 */
export async function updateArchetype(
  tx: Tx,
  caller: Caller,
  id: string,
  { base, ...change }: ArchetypeUpdate,
): Promise<Archetype> {
  await requireManage(tx, caller, 'archetypes')
  const found = await findDefinition(tx, 'archetype', id)
  const { schema: now } = found.body as ArchetypeWrite
  const schema = change.schema && base !== undefined ? { schema: mergeSchema(base, change.schema, now) } : {}
  const body = { ...found.body, ...change, ...schema }
  return archetypeOf(await writeDefinition(tx, caller, 'archetype', found.key, body))
}

/** Deletes an archetype that nothing uses. Throws 403, 404, 422 `in_use`. */
export async function deleteArchetype(tx: Tx, caller: Caller, id: string): Promise<void> {
  await requireManage(tx, caller, 'archetypes')
  const { key } = await findDefinition(tx, 'archetype', id)
  await deleteDefinition(tx, caller, 'archetype', key)
}

const archetypeOf = ({ id, body, created_at }: Definition): Archetype => ({
  ...(body as ArchetypeWrite),
  id,
  created_at,
})
