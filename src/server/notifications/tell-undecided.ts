import type { Workspace } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { mergeAbout, type About } from './about.ts'
import { insertNotifications } from './insert-notifications.ts'
import type { ProductSubject } from './product-subjects.ts'

const open = `
  select a.subject, a.about, a.candidates, r.key, r.id as run from app.approvals a
  join app.workflow_runs r on r.tenant_id = a.tenant_id and r.id = a.run_id
  where a.tenant_id = $1 and a.status = 'waiting' and $2::uuid = any (a.candidates) order by a.id`

const others = `select id, role from app.sys_member where tenant_id = $1 and id <> $2 and status = 'active'`

interface Open {
  subject: string
  about: About[]
  candidates: string[]
  key: string
  run: string
}

const subject: ProductSubject = 'Nobody is left to decide'
/** So many decisions are named; the list of runs has them all. */
const mostNamed = 5

/**
 * Tells those who manage workflows which decisions wait for nobody any more, now that `leaving` goes: a run would wait for
 * ever, and nobody would look. They can ask somebody else. To be called before the person is taken out.
 */
export async function tellUndecided(
  tx: Tx,
  { tenantId }: Caller,
  workspace: Workspace,
  leaving: string,
): Promise<void> {
  const { rows: asked } = await tx.query<Open>(open, [tenantId, leaving])
  if (asked.length === 0) return
  const { rows: staying } = await tx.query<{ id: string; role: string }>(others, [tenantId, leaving])
  const here = new Set(staying.map(({ id }) => id))
  const undecided = asked.filter(({ candidates }) => candidates.every((id) => !here.has(id)))
  const [first] = undecided
  if (!first) return
  const named = undecided.slice(0, mostNamed)
  const message = named.map((one) => one.subject).join(' · ')
  const about = mergeAbout(named.flatMap((one) => one.about))
  const link = undecided.length === 1 ? `/workflows/${first.key}/runs/${first.run}` : '/workflows/runs'
  const people = staying.filter(({ role }) => compilePermissions(workspace, role).manages('workflows'))
  await insertNotifications(
    tx,
    tenantId,
    people.map(({ id: userId }) => ({ userId, subject, message, link, about, ours: true, mail: true })),
  )
}
