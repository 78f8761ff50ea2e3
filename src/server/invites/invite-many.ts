import { invalid } from '#base/app-error.ts'
import type { InviteLine } from '#contracts/invite.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { mayHandOut } from '../roles/hand-out.ts'
import type { Services } from '../services.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { sendInvite } from './invites.ts'
import { readInviteList } from './read-invite-list.ts'

/** Most people of one list: what a workspace may invite in an hour. */
const most = 200

/**
 * Reads a list of people and, unless it is only looked at, invites everybody whose line is right; all of them or, when it
 * fails, nobody. Throws 403; 422 for a list that is empty or too long; 429 when too many were sent.
 */
export async function inviteMany(
  tx: Tx,
  caller: Caller,
  services: Services,
  { text, send }: { text: string; send: boolean },
): Promise<{ lines: InviteLine[]; sent: number }> {
  const { workspace } = await requireManage(tx, caller, 'members')
  const { rows } = await tx.query<{ email: string | null }>('select email from app.list_members()')
  const lines = readInviteList(text, {
    // Who is not signed in has a role of their own, which nobody is invited as.
    roles: new Map([...workspace.roles].filter(([key]) => key !== 'public')),
    members: new Set(rows.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]))),
    mayGive: (role) => mayHandOut(workspace, caller, role),
  })
  if (lines.length === 0)
    throw invalid([{ path: 'text', code: 'empty', message: 'There is nobody in this list.' }])
  if (lines.length > most)
    throw invalid([{ path: 'text', code: 'too_many', message: 'Invite at most 200 people at once.' }])
  const good = lines.filter(({ problem }) => problem === null)
  if (send) for (const { email, role } of good) await sendInvite(tx, caller, services, { email, role })
  return { lines, sent: send ? good.length : 0 }
}
