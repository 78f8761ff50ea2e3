import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { checkBody } from './check-body.ts'
import { checkComputedFields } from '../formulas/check-computed-fields.ts'
import { checkHiddenInputs } from '../formulas/check-hidden-inputs.ts'
import { futureOf, type Future } from './future.ts'
import type { DefinitionChange } from './release-changes.ts'

/**
 * Looks at changes as the workspace would be after them: each new body by its contract and against everything it names,
 * each removal against everything that names it. Throws 422 `invalid` with all problems, then 422 `in_use`. Paths
 * begin with `<kind>.<key>.` when `prefixed`, else they lead into the one body.
 */
export async function checkChanges(
  tx: Tx,
  caller: Caller,
  changes: readonly DefinitionChange[],
  prefixed: boolean,
): Promise<void> {
  const future = await futureOf(tx, caller, changes)
  const details = changes.flatMap((change) => {
    const prefix = prefixed ? `${change.kind}.${change.key}` : ''
    return change.body === null
      ? []
      : checkBody(change.kind, change.key, change.body, future).map(below(prefix))
  })
  if (details.length > 0) throw invalid(details)
  const wrong = checkComputedFields(changes, future, prefixed)
  if (wrong.length > 0) throw invalid(wrong)
  const opened = await checkHiddenInputs(tx, caller, changes, future, prefixed)
  if (opened.length > 0) throw invalid(opened)
  for (const change of changes) if (change.body === null) await checkRemoval(tx, change, future)
}

const below =
  (prefix: string) =>
  (detail: ErrorDetail): ErrorDetail =>
    prefix === '' ? detail : { ...detail, path: detail.path === '' ? prefix : `${prefix}.${detail.path}` }

async function checkRemoval(tx: Tx, { kind, key }: DefinitionChange, future: Future): Promise<void> {
  const users = future.usersOf(kind, key)
  if (kind === 'model') users.push(...(await recordsOf(tx, kind, key)))
  if (kind === 'archetype') users.push(...(await recordsOf(tx, kind, key)))
  if (kind === 'role') users.push(...(await peopleWith(tx, key)))
  if (users.length > 0)
    throw new AppError('in_use', `This is in use: ${users.map(({ message }) => message).join(', ')}.`, {
      details: users,
    })
}

async function recordsOf(tx: Tx, kind: 'model' | 'archetype', key: string): Promise<ErrorDetail[]> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from app.objects o
     join app.release_entries e on e.tenant_id = o.tenant_id and e.definition_id = o.${kind}_id
     where o.tenant_id = app.current_tenant() and o.deleted_at is null
       and e.release_id = $1 and e.kind = $2 and e.key = $3`,
    [tx.releaseId, kind, key],
  )
  const count = rows[0]?.count ?? 0
  return count === 0 ? [] : [{ path: 'records', code: 'in_use', message: `${count} records` }]
}

async function peopleWith(tx: Tx, role: string): Promise<ErrorDetail[]> {
  const { rows } = await tx.query<{ people: number; invited: number }>(
    `select (select count(*)::int from app.list_members() where role = $1) as people,
       (select count(*)::int from app.sys_invite where tenant_id = app.current_tenant() and role = $1 and status = 'open') as invited`,
    [role],
  )
  const { people = 0, invited = 0 } = rows[0] ?? {}
  return [
    ...(people > 0 ? [{ path: 'members', code: 'in_use', message: `${people} people` }] : []),
    ...(invited > 0 ? [{ path: 'invites', code: 'in_use', message: `${invited} open invitations` }] : []),
  ]
}
