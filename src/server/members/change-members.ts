import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { MemberChange } from '#contracts/api/members.ts'
import type { Member } from '#contracts/member.ts'
import { requirePresence } from '../access/require-presence.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { withdrawGiven, withdrawTo } from '../invites/withdraw-given.ts'
import { tellUndecided } from '../notifications/tell-undecided.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { RecordContext } from '../records/record-context.ts'
import { requireHandOut } from '../roles/hand-out.ts'
import { requirePersonRole } from '../roles/require-person-role.ts'
import { loadAccess, requireManage } from '../workspaces/require-manage.ts'
import { listMembers } from './list-members.ts'
import { requireServiceRole } from './service-accounts.ts'
import { requireRecord } from './require-record.ts'

/**
 * Gives a person another role, or says which record stands for them. Throws 403 for a role above the caller's own, given
 * or taken, and for that of an owner without a recent sign-in; 404; 422 for a role that does not exist, for the last
 * owner, and for a record the caller may not see. Needs a transaction of mode `release`.
 */
export async function changeMember(
  context: RecordContext,
  userId: string,
  { role, record_id: recordId }: MemberChange,
): Promise<Member> {
  const { tx, caller } = context
  const { workspace } = await requireManage(tx, caller, 'members')
  const members = await listMembers(tx, caller)
  const member = members.find(({ id }) => id === userId)
  if (!member) throw new AppError('not_found')
  requireHandOut(workspace, caller, member.role)
  if (role !== undefined) {
    requirePersonRole(workspace, role)
    requireHandOut(workspace, caller, role)
    if (member.kind === 'service') requireServiceRole(role)
    if (role === 'owner' || member.role === 'owner') requirePresence(caller)
    if (role !== 'owner') keepAnOwner(members, userId)
    await tx.query('select app.set_member_role($1, $2)', [userId, role])
    await withdrawGiven(tx, caller, workspace, { userId, role })
  }
  if (recordId !== undefined) {
    if (recordId !== null) await requireRecord(context, recordId)
    await tx.query('select app.set_member_record($1, $2)', [userId, recordId])
  }
  await recordEvent(tx, caller, {
    kind: 'updated',
    subject: 'member',
    recordId: userId,
    before: {
      ...(role === undefined ? {} : { role: member.role }),
      ...(recordId === undefined ? {} : { record_id: member.record_id ?? null }),
    },
    after: {
      ...(role === undefined ? {} : { role }),
      ...(recordId === undefined ? {} : { record_id: recordId }),
    },
  })
  return must((await listMembers(tx, caller)).find(({ id }) => id === userId))
}

/** Takes a person out; anybody may take themselves out. Throws 403, 404, 422 for the last owner. */
export async function removeMember(tx: Tx, caller: Caller, userId: string): Promise<void> {
  const { workspace } =
    userId === caller.userId ? await loadAccess(tx, caller) : await requireManage(tx, caller, 'members')
  const { rows } = await tx.query<Member & { email: string | null }>(
    'select id, email, role, status from app.list_members()',
  )
  const member = rows.find(({ id }) => id === userId)
  if (!member) throw new AppError('not_found')
  if (userId !== caller.userId) requireHandOut(workspace, caller, member.role)
  keepAnOwner(rows, userId)
  await recordEvent(tx, caller, {
    kind: 'deleted',
    subject: 'member',
    recordId: userId,
    before: { role: member.role },
  })
  await withdrawGiven(tx, caller, workspace, { userId, role: null })
  await withdrawTo(tx, caller, member.email)
  await tellUndecided(tx, caller, workspace, userId)
  await tx.query('select app.remove_member($1)', [userId])
}

function keepAnOwner(members: readonly Member[], leaving: string): void {
  const owners = members.filter(({ role, status }) => role === 'owner' && status === 'active')
  if (owners.length === 1 && owners[0]?.id === leaving)
    throw invalid([{ path: 'role', code: 'last_owner', message: 'A workspace cannot lose its last owner.' }])
}
