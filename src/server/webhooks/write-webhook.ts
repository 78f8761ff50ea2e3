import { AppError, invalid } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { Where } from '#contracts/query.ts'
import type { WebhookUpdate, WebhookWrite } from '#contracts/webhook.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { recordContext } from '../records/open-records.ts'
import { prepare } from '../records/record-context.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { Services } from '../services.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { readDestination } from './find-destination.ts'
import { newWebhookSecret } from './sign-message.ts'

const most = 50

/**
 * Makes a webhook that tells of everything from now on with the caller's rights, and answers its id and, this once, its
 * secret. Throws 403, 422.
 */
export async function createWebhook(
  tx: Tx,
  caller: Caller,
  services: Services,
  wish: WebhookWrite,
): Promise<{ id: string; secret: string }> {
  await requireManage(tx, caller, 'workspace')
  await check(tx, caller, services, wish)
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from app.webhooks where tenant_id = $1',
    [caller.tenantId],
  )
  if ((rows[0]?.count ?? 0) >= most)
    throw invalid([
      { path: 'name', code: 'limit', message: 'There are too many webhooks. Delete some first.' },
    ])
  const id = newId()
  const secret = newWebhookSecret()
  const { name, url, models, kinds, filter, active } = wish
  await tx.query(
    `insert into app.webhooks (tenant_id, id, name, url, models, kinds, filter, active, secret, cursor)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, app.last_change())`,
    [
      caller.tenantId,
      id,
      name,
      url,
      JSON.stringify(models),
      JSON.stringify(kinds),
      filterText(filter),
      active,
      secret,
    ],
  )
  await tx.query('select app.wake_webhooks()')
  await recordEvent(tx, caller, {
    kind: 'created',
    subject: 'webhook',
    recordId: id,
    after: { name, host: new URL(url).host },
  })
  return { id, secret }
}

interface Stored {
  user_id: string
  name: string
  url: string
  models: string[]
  kinds: string[]
  filter: Where | null
  active: boolean
}

/**
 * Changes a webhook. Who changes what it tells or whom becomes its owner: it then tells what they may see. Throws 403,
 * 404, 422.
 */
export async function updateWebhook(
  tx: Tx,
  caller: Caller,
  services: Services,
  id: string,
  change: WebhookUpdate,
): Promise<string> {
  await requireManage(tx, caller, 'workspace')
  const before = await find(tx, caller, id)
  const { user_id: owner, ...settings } = before
  const after = { ...settings, ...change }
  const onlySwitched = Object.keys(change).every((key) => key === 'active' || key === 'name')
  // It keeps its owner, and tells what it told: also where that names what this person may not read.
  if (!onlySwitched) await check(tx, caller, services, after)
  await tx.query(
    `update app.webhooks set name = $3, url = $4, models = $5, kinds = $6, filter = $7, active = $8, user_id = $9,
       trouble = null, failing_since = case when active then failing_since end
     where tenant_id = $1 and id = $2`,
    [
      caller.tenantId,
      id,
      after.name,
      after.url,
      JSON.stringify(after.models),
      JSON.stringify(after.kinds),
      filterText(after.filter),
      after.active,
      onlySwitched ? owner : caller.userId,
    ],
  )
  await tx.query('select app.wake_webhooks()')
  await recordEvent(tx, caller, {
    kind: 'updated',
    subject: 'webhook',
    recordId: id,
    after: { name: after.name, host: new URL(after.url).host, active: after.active },
  })
  return id
}

/** Deletes a webhook with its deliveries. Throws 403, 404. */
export async function deleteWebhook(tx: Tx, caller: Caller, id: string): Promise<void> {
  await requireManage(tx, caller, 'workspace')
  const { name } = await find(tx, caller, id)
  await tx.query('delete from app.webhooks where tenant_id = $1 and id = $2', [caller.tenantId, id])
  await recordEvent(tx, caller, { kind: 'deleted', subject: 'webhook', recordId: id, before: { name } })
}

/** Sends a webhook a message that says nothing, now. Answers the delivery's id. Throws 403, 404. */
export async function testWebhook(
  tx: Tx,
  caller: Caller,
  services: Services,
  webhookId: string,
): Promise<string> {
  await requireManage(tx, caller, 'workspace')
  services.limiter.take('webhook-test', caller.tenantId, 60, 600)
  const { active } = await find(tx, caller, webhookId)
  if (!active)
    throw invalid([{ path: 'webhook_id', code: 'off', message: 'Turn the webhook on before you try it.' }])
  const id = newId()
  await tx.query(
    `insert into app.webhook_deliveries (tenant_id, id, webhook_id, kind) values ($1, $2, $3, 'test')`,
    [caller.tenantId, id, webhookId],
  )
  await tx.query('select app.wake_webhooks()')
  return id
}

/** Sends a delivery again, with the same id. Throws 403, 404. */
export async function repeatDelivery(
  tx: Tx,
  caller: Caller,
  services: Services,
  id: string,
): Promise<string> {
  await requireManage(tx, caller, 'workspace')
  services.limiter.take('webhook-test', caller.tenantId, 60, 600)
  const { rowCount } = await tx.query(
    `update app.webhook_deliveries set status = 'waiting', attempts = 0, next_at = now()
     where tenant_id = $1 and id::text = $2`,
    [caller.tenantId, id],
  )
  if (rowCount === 0) throw new AppError('not_found')
  await tx.query('select app.wake_webhooks()')
  return id
}

const filterText = (filter: Where | null): string | null => filter && JSON.stringify(filter)

async function find(tx: Tx, caller: Caller, id: string): Promise<Stored> {
  const { rows } = await tx.query<Stored>(
    'select user_id, name, url, models, kinds, filter, active from app.webhooks where tenant_id = $1 and id::text = $2',
    [caller.tenantId, id],
  )
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found
}

async function check(
  tx: Tx,
  caller: Caller,
  services: Services,
  { url, models, filter }: Pick<WebhookWrite, 'url' | 'models' | 'filter'>,
): Promise<void> {
  try {
    readDestination(url, services.settings)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalid([{ path: 'url', code: error.code, message: error.message }])
  }
  const context = await recordContext(tx, caller, services)
  const unknown = models.filter((key) => {
    const model = context.workspace.models.get(key)
    return model?.kind !== 'objects' || !context.access.can(model, 'read')
  })
  if (unknown.length > 0)
    throw invalid([{ path: 'models', code: 'unknown_model', message: 'There is no such model.' }])
  // A filter that cannot be asked of one of the models is refused now, not when the first change comes.
  if (filter !== null) for (const model of models) prepare(context, { model, where: filter }, 'filter')
}
