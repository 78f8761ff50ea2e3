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
 * A change of the workspace itself, as far as it is this reader's. That something was released is told to everybody, because
 * it may change the screens everybody looks at, but not what: the reader asks for what they use and sees. Whose own place in
 * the workspace changed hears that it is another workspace for them.
 */
export function workspaceChange(
  { workspace, access, caller }: RecordContext,
  { number, at, kind, subject, record_id, actor_id }: NumberedEvent,
): ChangeRow[] {
  const word = { number, id: null, at, by: null, fields: null }
  if (subject === 'release') return [{ ...word, model: 'sys_release', kind: 'released' }]
  const isOwn = subject === 'member' && record_id === caller.userId && !caller.preview
  const own: ChangeRow[] = isOwn ? [{ ...word, model: 'sys_tenant', kind: 'updated' }] : []
  const model = workspace.models.get(models[subject] ?? '')
  if (!model || !access.can(model, 'read') || access.rowRule(model) !== null) return own
  const seen = { number, model: model.key, id: record_id, at, by: actor_id, fields: null }
  return [...own, { ...seen, kind: kind === 'deleted' ? 'deleted' : 'updated' }]
}
