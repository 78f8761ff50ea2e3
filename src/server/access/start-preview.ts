import { AppError } from '#base/app-error.ts'
import type { Preview, PreviewWish } from '#contracts/preview.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import { requireRecord } from '../members/require-record.ts'
import type { RecordContext } from '../records/record-context.ts'
import { recordEvent } from '../releases/record-event.ts'
import type { Services } from '../services.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { activeMember } from './enter-preview.ts'
import { signPreview } from './preview-token.ts'

const minutes = 60

/**
 * Begins to look at the workspace as a role or as a person, and notes in its history who does and as whom. Throws 403
 * unless the caller manages roles, 404 for a role or person that is not there.
 */
export async function startPreview(
  context: RecordContext,
  services: Services,
  wish: PreviewWish,
): Promise<Preview> {
  const { tx, caller } = context
  const { workspace } = await requireManage(tx, caller, 'roles')
  const person = 'user_id' in wish ? await activeMember(tx, wish.user_id.toLowerCase()) : null
  const role = workspace.roles.get('role' in wish ? wish.role : (person?.role ?? ''))
  if (!role) throw new AppError('not_found')
  const recordId = ('record_id' in wish ? wish.record_id : undefined)?.toLowerCase() ?? null
  if (recordId !== null) await requireRecord(context, recordId)
  await recordEvent(tx, caller, {
    kind: 'preview_started',
    subject: 'member',
    recordId: person?.id ?? caller.userId,
    after: {
      role: role.key,
      ...(person ? { user_id: person.id } : {}),
      ...(recordId === null ? {} : { record_id: recordId }),
    },
  })
  const expires = Math.floor(Date.now() / 1000) + minutes * 60
  return {
    token: signPreview(services, {
      tenantId: caller.tenantId,
      actorId: caller.userId,
      role: person ? null : role.key,
      userId: person?.id ?? null,
      recordId,
      expires,
    }),
    role: { key: role.key, label: role.label },
    person: person && { id: person.id, name: person.name },
    expires_at: new Date(expires * 1000).toISOString(),
    limited: seesMore(workspace, role.key, caller.role),
  }
}

function seesMore(workspace: Workspace, role: string, looker: string): boolean {
  const [theirs, mine] = [compilePermissions(workspace, role), compilePermissions(workspace, looker)]
  return [...workspace.models.values()].some((model) => {
    if (!theirs.can(model, 'read')) return false
    const known = mine.readable(model)
    const partly = !model.system && mine.rowRule(model) !== null
    return partly || [...theirs.readable(model).keys()].some((key) => !known.has(key))
  })
}
