import { AppError } from '#base/app-error.ts'
import { inBackground } from '../database/in-background.ts'
import type { Services } from '../services.ts'
import { activeWorkflows } from './active-workflows.ts'
import { beginRun } from './begin-run.ts'
import { hashHook } from './write-workflow.ts'

const find = `select tenant_id from app.token_directory where token_hash = $1 and kind = 'hook'`

/**
 * Begins the workflow an address belongs to, with what another program sent. `once` names the call, so that one that is
 * sent again begins nothing more. Throws 404 for an address that is not there, or whose workflow is switched off.
 */
export async function callHook(
  services: Services,
  token: string,
  body: unknown,
  once: string | null,
): Promise<void> {
  const hash = hashHook(token)
  const { rows } = await services.database.owner.query<{ tenant_id: string }>(find, [hash])
  const tenantId = rows[0]?.tenant_id
  if (tenantId === undefined) throw new AppError('not_found')
  services.limiter.take('workflow-hook', hash.toString('base64'), 600, 60)
  await inBackground(services.database, tenantId, async (tx) => {
    const [workflow] = await activeWorkflows(tx, tenantId, { trigger: 'hook', hookHash: hash })
    if (!workflow) throw new AppError('not_found')
    await beginRun(tx, tenantId, {
      workflow,
      userId: workflow.owner_id,
      role: workflow.role,
      trigger: { kind: 'hook', at: new Date().toISOString(), body },
      once: once === null ? null : `call ${once.slice(0, 200)}`,
    })
  })
}
