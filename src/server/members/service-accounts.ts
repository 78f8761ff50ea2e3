import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { Member } from '#contracts/member.ts'
import { requirePresence } from '../access/require-presence.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { recordEvent } from '../releases/record-event.ts'
import { requireHandOut } from '../roles/hand-out.ts'
import { requirePersonRole } from '../roles/require-person-role.ts'
import type { Services } from '../services.ts'
import { keepToken } from '../tokens/api-tokens.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { listMembers } from './list-members.ts'

const most = 50

/** Whether a member is a service account. */
export async function isServiceAccount(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from app.service_accounts() where id = $1', [id])
  return rowCount > 0
}

/** Refuses (422) what is for people alone: to own a workspace, or to be its customer. */
export function requireServiceRole(role: string): void {
  if (role === 'owner' || role === 'customer')
    throw invalid([{ path: 'role', code: 'person', message: 'This role is for people.' }])
}

/**
 * Makes a member that is no person. Throws 403 unless the caller manages members, signed in lately and may give the role;
 * 422 for a role that is not there or is for people. Needs a transaction of mode `release`.
 */
export async function createServiceAccount(
  tx: Tx,
  caller: Caller,
  { name, role }: { name: string; role: string },
): Promise<Member> {
  const { workspace } = await requireManage(tx, caller, 'members')
  requirePresence(caller)
  requirePersonRole(workspace, role)
  requireServiceRole(role)
  requireHandOut(workspace, caller, role)
  const { rowCount } = await tx.query('select from app.service_accounts()')
  if (rowCount >= most)
    throw invalid([{ path: 'name', code: 'limit', message: 'There are too many service accounts.' }])
  const id = newId()
  await tx.query('select app.create_service_account($1, $2, $3)', [id, name, role])
  await recordEvent(tx, caller, {
    kind: 'created',
    subject: 'member',
    recordId: id,
    after: { name, role, service: true },
  })
  return must((await listMembers(tx, caller)).find((member) => member.id === id))
}

/** Makes a token for one; it may what the account may. Throws as the making of an account does, and 404, 429. */
export async function createServiceToken(
  tx: Tx,
  caller: Caller,
  services: Services,
  account: string,
  { name, valid_days: days }: { name: string; valid_days: number },
): Promise<{ id: string; token: string }> {
  const { workspace } = await requireManage(tx, caller, 'members')
  requirePresence(caller)
  services.limiter.take('api-token-made', caller.userId, 30, 3600)
  const members = await listMembers(tx, caller)
  const member = members.find(({ id }) => id === account)
  if (!member || !(await isServiceAccount(tx, account))) throw new AppError('not_found')
  // Whoever holds the token may what the account may.
  requireHandOut(workspace, caller, member.role)
  return keepToken(tx, caller, { userId: account, name, role: null, days })
}
