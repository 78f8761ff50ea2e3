import type { ChangeRow } from '#contracts/api/changes.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { NumberedEvent } from './read-changes.ts'

const models: Readonly<Record<string, string>> = {
  member: 'sys_member',
  invite: 'sys_invite',
  tenant: 'sys_tenant',
  api_token: 'sys_api_token',
  webhook: 'sys_webhook',
}

/**
 * A change of the workspace itself for this reader, or null. That something was released is told to everybody, because
 * it may change the screens everybody looks at, but not what: the reader asks for what they use and sees.
 */
export function workspaceChange(
  { workspace, access }: RecordContext,
  { number, at, kind, subject, record_id, actor_id }: NumberedEvent,
): ChangeRow | null {
  if (subject === 'release')
    return { number, model: 'sys_release', id: null, kind: 'released', at, by: null, fields: null }
  const model = workspace.models.get(models[subject] ?? '')
  if (!model || !access.can(model, 'read') || access.rowRule(model) !== null) return null
  return {
    number,
    model: model.key,
    id: record_id,
    kind: kind === 'deleted' ? 'deleted' : 'updated',
    at,
    by: actor_id,
    fields: null,
  }
}
