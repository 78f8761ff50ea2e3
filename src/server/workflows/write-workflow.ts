import { createHash } from 'node:crypto'
import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newToken } from '#base/ids.ts'
import type { WorkflowState } from '#contracts/api/workflows.ts'
import type { Workflow, WorkflowUpdate } from '#contracts/workflow.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { readDefinition, type Definition } from '../releases/definitions.ts'
import { addDefinition, deleteDefinition, writeDefinition } from '../releases/write-definition.ts'
import { requireHandOut } from '../roles/hand-out.ts'
import type { Services } from '../services.ts'
import { newWebhookSecret } from '../webhooks/sign-message.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { releasedWorkflow } from './released-workflow.ts'

const most = 200

interface Known {
  user_id: string
  next_at: string | null
  has_hook: boolean
  has_secret: boolean
}
const known = `
  select workflow_id as id, user_id, to_json(next_at)#>>'{}' as next_at, hook_hash is not null as has_hook,
    workflow_id in (select app.signing_workflows()) as has_secret
  from app.workflow_states where tenant_id = $1`

/** Released workflows as the API shows them. */
export async function workflowStates(
  tx: Tx,
  caller: Caller,
  definitions: readonly Definition[],
): Promise<WorkflowState[]> {
  const { rows } = await tx.query<Known & { id: string }>(known, [caller.tenantId])
  const states = new Map(rows.map((row) => [row.id, row]))
  return definitions.map(({ id, version_id, body, updated_at }) => {
    const state = states.get(id)
    return {
      ...releasedWorkflow(version_id, body),
      id,
      version_id,
      owner_id: state?.user_id ?? null,
      next_at: state?.next_at ?? null,
      has_hook: state?.has_hook ?? false,
      has_secret: state?.has_secret ?? false,
      updated_at,
    }
  })
}

/** A released workflow. Throws 404. */
export async function workflowByKey(tx: Tx, key: string): Promise<Definition> {
  const found = await readDefinition(tx, 'workflow', key)
  if (!found) throw new AppError('not_found')
  return found
}

const stateOf = async (tx: Tx, caller: Caller, definition: Definition): Promise<WorkflowState> =>
  must((await workflowStates(tx, caller, [definition]))[0])

/** Makes a workflow and releases it. Throws 403, 422. */
export async function createWorkflow(tx: Tx, caller: Caller, workflow: Workflow): Promise<WorkflowState> {
  await requireRole(tx, caller, workflow.runs_as)
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from app.released where tenant_id = $1 and kind = 'workflow'`,
    [caller.tenantId],
  )
  if ((rows[0]?.count ?? 0) >= most)
    throw invalid([
      { path: 'key', code: 'limit', message: 'There are too many workflows. Delete some first.' },
    ])
  return stateOf(tx, caller, await addDefinition(tx, caller, 'workflow', workflow.key, workflow))
}

/** Changes a workflow and releases it; with `base`, only that version (412). Throws 403, 404, 422. */
export async function updateWorkflow(
  tx: Tx,
  caller: Caller,
  key: string,
  change: WorkflowUpdate,
  base?: string,
): Promise<WorkflowState> {
  await requireManage(tx, caller, 'workflows')
  const before = await workflowByKey(tx, key)
  if (base !== undefined && base !== before.version_id)
    throw new AppError('edit_conflict', 'Somebody else released this workflow in the meantime.')
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: Workflow = { ...releasedWorkflow(before.version_id, before.body), ...given }
  await requireRole(tx, caller, after.runs_as)
  return stateOf(tx, caller, await writeDefinition(tx, caller, 'workflow', key, after))
}

/** Takes a workflow out of the release. Throws 403, 404. */
export async function deleteWorkflow(tx: Tx, caller: Caller, key: string): Promise<void> {
  await requireManage(tx, caller, 'workflows')
  await deleteDefinition(tx, caller, 'workflow', key)
}

/** Nobody lets a workflow act as a role they could not give somebody. */
async function requireRole(tx: Tx, caller: Caller, role: string | null): Promise<void> {
  const { workspace } = await requireManage(tx, caller, 'workflows')
  if (role !== null && workspace.roles.has(role)) requireHandOut(workspace, caller, role)
}

/** What is kept of the token in the address other programs call. */
export const hashHook = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Makes the address by which other programs begin a workflow; the one before ends. Throws 403, 404, 422. */
export async function makeHook(
  tx: Tx,
  caller: Caller,
  services: Services,
  key: string,
): Promise<{ url: string }> {
  await requireManage(tx, caller, 'workflows')
  services.limiter.take('workflow-hook-made', caller.tenantId, 30, 3600)
  const { id, version_id, body } = await workflowByKey(tx, key)
  if (releasedWorkflow(version_id, body).trigger.on !== 'hook')
    throw invalid([
      { path: 'key', code: 'trigger', message: 'This workflow is not begun by another program.' },
    ])
  const { rows } = await tx.query<{ hook_hash: Buffer | null }>(
    'select hook_hash from app.workflow_states where tenant_id = $1 and workflow_id = $2 for update',
    [caller.tenantId, id],
  )
  const before = rows[0]?.hook_hash
  if (before) await tx.query('select app.forget_token($1)', [before])
  const token = newToken()
  await tx.query(`select app.remember_token($1, 'hook', 'infinity')`, [hashHook(token)])
  await tx.query('update app.workflow_states set hook_hash = $3 where tenant_id = $1 and workflow_id = $2', [
    caller.tenantId,
    id,
    hashHook(token),
  ])
  return { url: `${services.publicUrl()}/api/workflow-hooks/${token}` }
}

/** Makes the secret that the workflow's calls to other programs are signed with; the one before ends. Throws 403, 404. */
export async function makeSecret(
  tx: Tx,
  caller: Caller,
  services: Services,
  key: string,
): Promise<{ secret: string }> {
  await requireManage(tx, caller, 'workflows')
  services.limiter.take('workflow-secret-made', caller.tenantId, 30, 3600)
  const { id } = await workflowByKey(tx, key)
  const secret = newWebhookSecret()
  await tx.query('select app.keep_workflow_secret($1, $2)', [id, secret])
  return { secret }
}
