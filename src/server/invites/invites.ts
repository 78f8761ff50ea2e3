import { createHash } from 'node:crypto'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId, newToken } from '#base/ids.ts'
import type { Invite } from '#contracts/invite.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { recordEvent } from '../releases/record-event.ts'
import { languageOfPerson } from '../mail/language-of-person.ts'
import { sendBranded } from '../mail/send-branded.ts'
import { requireRecord } from '../members/require-record.ts'
import type { RecordContext } from '../records/record-context.ts'
import { requireHandOut } from '../roles/hand-out.ts'
import { requirePersonRole } from '../roles/require-person-role.ts'
import type { Services } from '../services.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { inviteMail } from './invite-mail.ts'

const days = 7
const columns = `id, email, role, status, to_json(expires_at)#>>'{}' as expires_at,
  to_json(accepted_at)#>>'{}' as accepted_at, to_json(created_at)#>>'{}' as created_at, created_by`

/** What is kept of an invitation's token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Every invitation of the workspace, newest first. Throws 403. */
export async function listInvites(tx: Tx, caller: Caller): Promise<Invite[]> {
  await requireManage(tx, caller, 'members')
  const { rows } = await tx.query<Invite>(
    `select ${columns} from app.sys_invite where tenant_id = $1 order by id desc`,
    [caller.tenantId],
  )
  return rows
}

/**
 * Invites an address and mails the link; open invitations to it are withdrawn. Throws 403 for a role above the caller's
 * own, 422 for one that does not exist, 429 when too many were sent.
 */
export async function createInvite(
  context: RecordContext,
  services: Services,
  wish: { email: string; role: string; record_id?: string | null },
): Promise<Invite> {
  const { tx, caller } = context
  const { workspace } = await requireManage(tx, caller, 'members')
  requirePersonRole(workspace, wish.role)
  requireHandOut(workspace, caller, wish.role)
  if (wish.record_id) await requireRecord(context, wish.record_id)
  const id = await sendInvite(tx, caller, services, wish)
  return must((await listInvites(tx, caller)).find((invite) => invite.id === id))
}

/** As `createInvite` for a role and a record that were checked; answers the invitation's id. Throws 429. */
export async function sendInvite(
  tx: Tx,
  caller: Caller,
  services: Services,
  wish: { email: string; role: string; record_id?: string | null },
): Promise<string> {
  services.limiter.take('invite', caller.tenantId, 200, 3600)
  services.limiter.take('invite-address', wish.email, 10, 3600)
  const recordId = wish.record_id ?? null
  await withdraw(tx, caller, `email = $2 and accepted_at is null`, wish.email)
  const id = newId()
  const token = newToken()
  const expires = new Date(Date.now() + days * 24 * 3600 * 1000)
  await tx.query(
    `insert into app.invites (tenant_id, id, email, role, token_hash, expires_at, created_by, record_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [caller.tenantId, id, wish.email, wish.role, hashToken(token), expires, caller.userId, recordId],
  )
  await tx.query(`select app.remember_token($1, 'invite', $2)`, [hashToken(token), expires])
  await recordEvent(tx, caller, {
    kind: 'invited',
    subject: 'invite',
    recordId: id,
    after: { email: wish.email, role: wish.role, ...(recordId === null ? {} : { record_id: recordId }) },
  })
  await sendBranded(
    tx,
    caller,
    services,
    inviteMail({
      to: wish.email,
      inviter: caller.name ?? caller.email ?? 'Somebody',
      tenantName: caller.tenantName,
      link: `${services.publicUrl()}/invite/${token}`,
      // Who is invited has chosen none yet: they are written to as whoever invites them speaks.
      language: await languageOfPerson(tx, caller.tenantId, caller.userId),
    }),
  )
  return id
}

/** Makes an open invitation's link useless. Throws 403, 404; one that is over is left as it is. */
export async function withdrawInvite(tx: Tx, caller: Caller, id: string): Promise<void> {
  await requireManage(tx, caller, 'members')
  const { rowCount } = await tx.query('select from app.invites where tenant_id = $1 and id = $2', [
    caller.tenantId,
    id,
  ])
  if (rowCount === 0) throw new AppError('not_found')
  await withdraw(tx, caller, 'id = $2 and accepted_at is null', id)
}

/**
 * Withdraws invitations by a condition on `$2`. The token stays in the directory, so that its link says "withdrawn" (410)
 * instead of "never was" (404).
 */
export async function withdraw(tx: Tx, caller: Caller, which: string, value: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `update app.invites set revoked_at = now() where tenant_id = $1 and revoked_at is null and ${which} returning id`,
    [caller.tenantId, value],
  )
  for (const { id } of rows)
    await recordEvent(tx, caller, { kind: 'withdrawn', subject: 'invite', recordId: id })
}
