import type { SharedView } from '#contracts/view.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { DefinitionChange } from '../releases/release-changes.ts'

type Beginning = Pick<SharedView, 'list' | 'default_for'>

const begins = `
  select key, body from app.released
  where tenant_id = $1 and kind = 'view' and body ->> 'list' = any($2) and body -> 'default_for' ?| $3::text[]
    and not key = any($4)
  order by version_id desc`

/**
 * The changes so that a role begins with one view of a list: the newer replaces the older. Of several views that are changed
 * together the last counts; others of the release are changed with them. The transaction is alone in the workspace.
 */
export async function withOneBeginning(
  tx: Tx,
  { tenantId }: Caller,
  changes: readonly DefinitionChange[],
): Promise<DefinitionChange[]> {
  const taken = new Map<string, Set<string>>()
  const claim = (body: Record<string, unknown>): Record<string, unknown> => {
    // A body that is none of a view is refused where it is checked.
    const { list, default_for: roles } = body as Partial<Beginning>
    if (typeof list !== 'string' || !Array.isArray(roles)) return body
    const gone = taken.get(list) ?? new Set()
    taken.set(list, new Set([...gone, ...roles]))
    return roles.some((role) => gone.has(role))
      ? { ...body, default_for: roles.filter((role) => !gone.has(role)) }
      : body
  }
  const settled = changes
    .toReversed()
    .map((change) =>
      change.kind === 'view' && change.body ? { ...change, body: claim(change.body) } : change,
    )
    .toReversed()
  const roles = new Set([...taken.values()].flatMap((some) => [...some]))
  if (roles.size === 0) return settled
  const own = changes.filter(({ kind }) => kind === 'view').map(({ key }) => key)
  const { rows } = await tx.query<{ key: string; body: SharedView }>(begins, [
    tenantId,
    [...taken.keys()],
    [...roles],
    own,
  ])
  const replaced = rows
    .map(({ key, body }): DefinitionChange => ({ kind: 'view', key, body: claim(body) }))
    .filter(({ body }, at) => body !== rows[at]?.body)
  return [...settled, ...replaced]
}
