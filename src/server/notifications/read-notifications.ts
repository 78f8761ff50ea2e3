import type { Notification } from '#contracts/api/notifications.ts'
import { isNarrowed } from '../access/is-own.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { About } from './about.ts'
import { seenWords } from './seen-words.ts'

const told = `
  select n.id, n.subject, n.message, n.link, n.about, n.ours, to_json(n.read_at)#>>'{}' as read_at, to_json(n.created_at)#>>'{}' as created_at,
    case when a.id is not null then jsonb_build_object('id', a.id, 'status', a.status, 'decided_by', m.name, 'comment', a.comment,
      'decided_at', a.decided_at) end as approval
  from app.notifications n
  left join app.approvals a on a.tenant_id = n.tenant_id and a.id = n.approval_id
  left join app.sys_member m on m.tenant_id = a.tenant_id and m.id = a.decided_by
  where n.tenant_id = $1 and n.user_id = $2`
const list = `${told} and ($3::uuid is null or n.id < $3) and (not $4 or n.read_at is null)
  order by n.id desc limit $5`
const undecided = `${told} and a.status = 'waiting' order by n.id desc limit $3`
const count = `
  select count(*)::int as unread from app.notifications where tenant_id = $1 and user_id = $2 and read_at is null`
const mark = `
  update app.notifications set read_at = now()
  where tenant_id = $1 and user_id = $2 and read_at is null and ($3::uuid[] is null or id = any ($3))`

type Stored = Notification & { about: About[] }

async function unreadOf(tx: Tx, { tenantId, userId }: Caller): Promise<number> {
  const { rows } = await tx.query<{ unread: number }>(count, [tenantId, userId])
  return rows[0]?.unread ?? 0
}

/**
 * What a person was told, newest first; nothing to a token with a role of its own, which may not see what it tells of. Of
 * records they may not see now they read no words.
 */
export async function readNotifications(
  context: RecordContext,
  { unread, size, after }: { unread: boolean; size: number; after?: string | undefined },
): Promise<{ rows: Notification[]; page: { size: number; after: string | null }; unread: number }> {
  const { tx, caller } = context
  if (isNarrowed(caller)) return { rows: [], page: { size, after: null }, unread: 0 }
  const { rows } = await tx.query<Stored>(list, [
    caller.tenantId,
    caller.userId,
    after ?? null,
    unread,
    size + 1,
  ])
  const page = rows.slice(0, size)
  const more = rows.length > size ? (page.at(-1)?.id ?? null) : null
  return {
    rows: await seenWords(context, page),
    page: { size, after: more },
    unread: await unreadOf(tx, caller),
  }
}

/** What a person is asked to decide and nobody has decided yet, read or not, newest first. */
export async function waitingApprovals(context: RecordContext, size: number): Promise<Notification[]> {
  const { tx, caller } = context
  if (isNarrowed(caller) || caller.preview) return []
  const { rows } = await tx.query<Stored>(undecided, [caller.tenantId, caller.userId, size])
  return seenWords(context, rows)
}

/** Marks a person's notifications as read, and answers how many are left. */
export async function markNotifications(
  tx: Tx,
  caller: Caller,
  ids: readonly string[] | null,
): Promise<number> {
  if (isNarrowed(caller)) return 0
  await tx.query(mark, [caller.tenantId, caller.userId, ids])
  return unreadOf(tx, caller)
}
