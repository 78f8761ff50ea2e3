import { AppError } from '#base/app-error.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { readPreview } from './preview-token.ts'

/** The header that carries the token of a preview. */
export const previewHeader = 'x-preview'

/**
 * The caller as the one they look as, when the call carries a preview token: the same person to the database and to
 * history, with the other's role, and the other's id in row rules. Whether they may still look so is asked each time.
 * `reads`: whether the call only reads. Throws 403 for one that does not, for a token that is not theirs or has run out.
 */
export async function enterPreview(
  tx: Tx,
  services: Services,
  caller: Caller,
  token: string,
  reads: boolean,
): Promise<Caller> {
  const claim = readPreview(services, token)
  if (!claim || claim.actorId !== caller.userId || claim.tenantId !== caller.tenantId)
    throw new AppError('forbidden', 'This preview has ended.')
  if (!reads) throw new AppError('forbidden', 'Nothing can be changed in a preview.')
  const { workspace } = await requireManage(tx, caller, 'roles')
  const person = claim.userId === null ? null : await activeMember(tx, claim.userId)
  const role = claim.userId === null ? claim.role : (person?.role ?? null)
  if (role === null || !workspace.roles.has(role)) throw new AppError('forbidden', 'This preview has ended.')
  const preview = {
    actorRole: caller.role,
    userId: claim.userId,
    email: person?.email ?? null,
    recordId: claim.recordId ?? null,
  }
  return { ...caller, role, preview }
}

/** Somebody who works in the workspace now. */
export interface ActiveMember {
  id: string
  name: string
  email: string | null
  role: string
}

/** A member by id, in lower case, or null when they are not there or suspended. */
export async function activeMember(tx: Tx, userId: string): Promise<ActiveMember | null> {
  const { rows } = await tx.query<ActiveMember>(
    "select id, name, lower(email) as email, role from app.list_members() where id = $1 and status = 'active'",
    [userId],
  )
  return rows[0] ?? null
}
