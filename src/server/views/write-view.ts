import type { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import {
  sharedViewSchema,
  type SharedView,
  type ViewSettings,
  type viewUpdateSchema,
  type viewWriteSchema,
} from '#contracts/view.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import { conditionPaths } from '#kernel/permissions/narrow-view.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { readDefinitionById } from '../releases/definitions.ts'
import { deleteDefinition, findDefinition, writeDefinition } from '../releases/write-definition.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { requireMember } from '../workspaces/require-member.ts'

type ViewWrite = z.output<typeof viewWriteSchema>
type ViewUpdate = z.output<typeof viewUpdateSchema>

/** One person keeps no more than this of one workspace. */
const mostOfOne = 500

/**
 * Saves a view of a list and answers its id. A shared one is released and needs the right to change screens; one's own
 * needs only the right to read the model. Throws 403, 404 for a model one may not read, 422.
 */
export async function createView(tx: Tx, caller: Caller, view: ViewWrite): Promise<string> {
  const { workspace, access } = await requireMember(tx, caller)
  const model = workspace.models.get(view.model)
  if (!model || !access.can(model, 'read')) throw new AppError('not_found')
  const { shared, base_id: base, ...body } = view
  if (shared) {
    await requireManage(tx, caller, 'layouts')
    checkShared(workspace, body)
    const id = newId()
    return (await writeDefinition(tx, caller, 'view', id, body, id)).id
  }
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from app.personal_views where tenant_id = $1 and user_id = $2',
    [caller.tenantId, caller.userId],
  )
  if ((rows[0]?.count ?? 0) >= mostOfOne)
    throw invalid([{ path: 'title', code: 'limit', message: 'You have too many views. Delete some first.' }])
  const id = newId()
  await tx.query(
    `insert into app.personal_views (tenant_id, id, user_id, title, list, model, base_id, settings)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      caller.tenantId,
      id,
      caller.userId,
      body.title,
      body.list,
      body.model,
      base,
      JSON.stringify(body.settings),
    ],
  )
  return id
}

/** Changes a view; who may is as for creating. Throws 403, 404, 422. */
export async function updateView(tx: Tx, caller: Caller, id: string, change: ViewUpdate): Promise<string> {
  const shared = await readDefinitionById(tx, 'view', id)
  if (shared) {
    const { workspace } = await requireManage(tx, caller, 'layouts')
    const body = {
      ...sharedViewSchema.parse(shared.body),
      default_for: await rolesOf(tx, caller, id),
      ...change,
    } as SharedView
    checkShared(workspace, body)
    await writeDefinition(tx, caller, 'view', shared.key, body)
    return id
  }
  if (change.default_for !== undefined)
    throw new AppError('forbidden', 'Only a view for everybody can be where a role begins.')
  const { rowCount } = await tx.query(
    `update app.personal_views set title = coalesce($4, title), settings = coalesce($5, settings), updated_at = now()
     where tenant_id = $1 and user_id = $2 and id = $3`,
    [
      caller.tenantId,
      caller.userId,
      id,
      change.title ?? null,
      change.settings === undefined ? null : JSON.stringify(change.settings),
    ],
  )
  if (rowCount === 0) throw new AppError('not_found')
  return id
}

/** The roles that begin with a view: not those which begin with one that was saved later. */
async function rolesOf(tx: Tx, { tenantId }: Caller, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ default_for: string[] }>(
    'select default_for from app.sys_view where tenant_id = $1 and id = $2 and shared',
    [tenantId, id],
  )
  return rows[0]?.default_for ?? []
}

/** Deletes a view. Those that stand over a shared one stay, as views of their own. Throws 403, 404. */
export async function deleteView(tx: Tx, caller: Caller, id: string): Promise<void> {
  const shared = await readDefinitionById(tx, 'view', id)
  if (shared) {
    await requireManage(tx, caller, 'layouts')
    return deleteDefinition(tx, caller, 'view', (await findDefinition(tx, 'view', id)).key)
  }
  const { rowCount } = await tx.query(
    'delete from app.personal_views where tenant_id = $1 and user_id = $2 and id = $3',
    [caller.tenantId, caller.userId, id],
  )
  if (rowCount === 0) throw new AppError('not_found')
}

/** A view for everybody names no role that does not exist, and no field that not everybody may read: it would tell of it. */
function checkShared(workspace: Workspace, { model: key, default_for: roles, settings }: SharedView): void {
  const unknown = roles.filter((role) => !workspace.roles.has(role))
  if (unknown.length > 0)
    throw invalid([{ path: 'default_for', code: 'unknown_role', message: 'There is no such role.' }])
  const model = workspace.models.get(key)
  const rules = model?.id ? workspace.fieldPermissions.get(model.id) : undefined
  const named = fieldsOf(settings).find((path) => rules && Object.hasOwn(rules, path.split('.')[0] ?? ''))
  if (named !== undefined)
    throw invalid([
      {
        path: 'settings',
        code: 'restricted_field',
        message: 'This view uses a field that not everybody may read. Save it for yourself.',
      },
    ])
}

/** Every field a view names. */
function fieldsOf(settings: ViewSettings): string[] {
  const { filters, sort, group, order, hidden, widths, pins, totals, by, rows, measure } = settings
  return [
    ...(filters ? conditionPaths(filters) : []),
    ...(sort ?? []).map(({ field }) => field),
    ...(group ?? []),
    ...(order ?? []),
    ...[hidden, widths, pins, totals].flatMap((named) => Object.keys(named ?? {})),
    ...[by, rows, measure].filter((path) => path !== undefined),
  ]
}
