import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { readDefinition, readDefinitionById, type Definition, type DefinitionKind } from './definitions.ts'
import { releaseChanges } from './release-changes.ts'

/**
 * Writes one definition and releases it in the same breath. Rights are the caller's business. Throws 422 with everything
 * that is wrong with the body. `id` is taken when the definition is new.
 */
export async function writeDefinition(
  tx: Tx,
  caller: Caller,
  kind: DefinitionKind,
  key: string,
  body: Record<string, unknown>,
  id?: string,
): Promise<Definition> {
  await releaseChanges(tx, caller, [{ kind, key, body, ...(id === undefined ? {} : { id }) }])
  return must(await readDefinition(tx, kind, key), 'what was released is there')
}

/** As `writeDefinition`, but 422 `not_unique` when the key is taken. */
export async function addDefinition(
  tx: Tx,
  caller: Caller,
  kind: DefinitionKind,
  key: string,
  body: Record<string, unknown>,
  path = 'key',
): Promise<Definition> {
  if (await readDefinition(tx, kind, key)) throw keyTaken(path)
  return writeDefinition(tx, caller, kind, key, body)
}

/** The refusal of a key that another definition has. */
export const keyTaken = (path = 'key'): AppError =>
  new AppError('not_unique', undefined, {
    details: [{ path, code: 'not_unique', message: 'This is taken.' }],
  })

/** A definition of the release by id. Throws 404. */
export async function findDefinition(tx: Tx, kind: DefinitionKind, id: string): Promise<Definition> {
  const found = await readDefinitionById(tx, kind, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Takes a definition out of the release. Throws 404, or 422 `in_use` naming what needs it. */
export async function deleteDefinition(
  tx: Tx,
  caller: Caller,
  kind: DefinitionKind,
  key: string,
): Promise<void> {
  if (!(await readDefinition(tx, kind, key))) throw new AppError('not_found')
  await releaseChanges(tx, caller, [{ kind, key, body: null }])
}
