import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { isJsonObject } from '#base/json.ts'
import type { SeedAnswer } from '#contracts/api/development.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { createModel, deleteModel } from '../models/write-model.ts'
import { createObjects } from '../records/create-objects.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { recordContext } from '../records/open-records.ts'
import { readDefinition } from '../releases/definitions.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import { createRole, deleteRole } from '../roles/write-role.ts'
import { writeFieldPermissions } from '../roles/write-field-permissions.ts'
import type { Services } from '../services.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { seedModel, seedPermissions, seedRecords, seedRoles } from './seed-definitions.ts'

// What was seeded is written down, so that the removal takes exactly that and nothing of the same name.
interface Seeded {
  model: string
  roles: string[]
  objects: string[]
}

const placeOf = (prefix: string) => ({ kind: 'settings' as const, key: `seed:${prefix}` })

/**
 * Makes demo roles, a demo model with its permissions, and records, in the caller's workspace. Done twice it does
 * nothing more. Throws 403, or 422 `not_unique` when something of these names is there already.
 */
export async function seedDemo(
  tx: Tx,
  caller: Caller,
  services: Services,
  prefix: string,
): Promise<SeedAnswer> {
  await requireManage(tx, caller, 'models')
  await requireManage(tx, caller, 'roles')
  const before = await readSeeded(tx, prefix)
  if (before) return answerOf(prefix, before)
  const roles: string[] = []
  for (const role of seedRoles(prefix)) roles.push((await createRole(tx, caller, role)).id)
  const model = await createModel(tx, caller, seedModel(prefix))
  await writeFieldPermissions(tx, caller, seedPermissions(prefix, model.id))
  const context = await recordContext(tx, caller, services)
  // Whoever seeds may not be allowed to write every field, so the demo's own author is the owner.
  const asOwner = { ...context, access: compilePermissions(context.workspace, 'owner') }
  const info = must(context.workspace.modelsById.get(model.id))
  const { ids } = await createObjects(
    asOwner,
    info,
    seedRecords.map((values) => ({ values })),
  )
  const seeded: Seeded = { model: model.id, roles, objects: [...ids.values()] }
  await releaseChanges(tx, caller, [{ ...placeOf(prefix), body: { ...seeded } }], `Demo data ${prefix}`)
  return answerOf(prefix, seeded)
}

/**
 * Takes out what `seedDemo` made. Records, models and people of others stay: while the demo model has other records, or
 * somebody has a demo role, 422 `in_use` and nothing is removed. Without such a seed nothing happens.
 */
export async function removeSeed(tx: Tx, caller: Caller, services: Services, prefix: string): Promise<void> {
  await requireManage(tx, caller, 'models')
  await requireManage(tx, caller, 'roles')
  const seeded = await readSeeded(tx, prefix)
  if (!seeded) return
  const context = await recordContext(tx, caller, services)
  const model = context.workspace.modelsById.get(seeded.model)
  if (model) {
    const { rows } = await tx.query<{ id: string }>(
      'select id from app.objects where tenant_id = $1 and model_id = $2 and id = any($3) and deleted_at is null',
      [caller.tenantId, seeded.model, seeded.objects],
    )
    await deleteObjects(
      context,
      model,
      rows.map(({ id }) => id),
    )
    await deleteModel(tx, caller, seeded.model)
  }
  for (const id of seeded.roles)
    await deleteRole(tx, caller, id).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
    })
  await releaseChanges(tx, caller, [{ ...placeOf(prefix), body: null }])
}

async function readSeeded(tx: Tx, prefix: string): Promise<Seeded | null> {
  const { kind, key } = placeOf(prefix)
  const body = (await readDefinition(tx, kind, key))?.body
  return isJsonObject(body) ? (body as unknown as Seeded) : null
}

const answerOf = (prefix: string, { objects }: Seeded): SeedAnswer => ({
  prefix,
  models: [seedModel(prefix).key],
  roles: seedRoles(prefix).map(({ key }) => key),
  objects: objects.length,
})
