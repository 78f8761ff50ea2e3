import type { StoredObject } from '../records/stored-object.ts'
import type { RecordContext } from '../records/record-context.ts'

interface Since {
  record_id: string
  kind: string
  before: Record<string, unknown> | null
  request_id: string | null
}

// As many of the last changes as the revision has moved on. What formulas follow moves no revision and is no change of
// anybody's; a changed definition may move it without one, and then a conflict is told that is none.
const byRevision = `
  select e.record_id, e.kind, e.before, e.request_id
  from jsonb_to_recordset($2::jsonb) as s (id uuid, revision integer)
  join app.objects o on o.tenant_id = $1 and o.id = s.id
  cross join lateral (
    select e.id, e.record_id, e.kind, e.before, e.request_id from app.events e
    where e.tenant_id = $1 and e.record_id = s.id and e.subject = 'record' and e.cause is null
    order by e.id desc limit greatest(o.revision - s.revision, 0)
  ) e
  order by e.id`

const byMoment = `
  select e.record_id, e.kind, e.before, e.request_id from app.events e
  where e.tenant_id = $1 and e.record_id = any($2::uuid[]) and e.subject = 'record' and e.cause is null
    and e.id >= app.first_id($3::timestamptz - interval '10 minutes') and e.at > $3::timestamptz
  order by e.id`

/**
 * The values that records had when a file was made, for the fields the file fills: what nobody changed since is as it is
 * now. `revision` of a row wins over `at`; rows with neither are missing in the answer. What this import did itself does
 * not count as a change.
 */
export async function seenValues(
  { tx, caller }: RecordContext,
  rows: readonly { stored: StoredObject; keys: readonly string[]; revision: number | null }[],
  at: string | undefined,
): Promise<Map<string, Record<string, unknown>>> {
  const numbered = rows.filter(({ revision }) => revision !== null)
  const dated = at === undefined ? [] : rows.filter(({ revision }) => revision === null)
  const since: Since[] = []
  if (numbered.length > 0) {
    const asked = numbered.map(({ stored, revision }) => ({ id: stored.id, revision }))
    since.push(...(await tx.query<Since>(byRevision, [caller.tenantId, JSON.stringify(asked)])).rows)
  }
  if (dated.length > 0) {
    const ids = dated.map(({ stored }) => stored.id)
    since.push(...(await tx.query<Since>(byMoment, [caller.tenantId, ids, at])).rows)
  }
  const changes = new Map<string, Since[]>()
  for (const change of since)
    if (change.request_id !== tx.requestId)
      changes.set(change.record_id, [...(changes.get(change.record_id) ?? []), change])
  return new Map(
    [...numbered, ...dated].map(({ stored, keys }) => [
      stored.id,
      valuesBefore(stored.attributes, keys, changes.get(stored.id) ?? []),
    ]),
  )
}

/** Values as they were before these changes, the earliest first. */
function valuesBefore(
  now: Record<string, unknown>,
  keys: readonly string[],
  changes: readonly Since[],
): Record<string, unknown> {
  // A record that came after the file was made had no values then.
  const made = changes.some(({ kind }) => kind === 'created')
  const values = keys.map((key) => {
    const first = changes.find(({ kind, before }) => kind !== 'created' && Object.hasOwn(before ?? {}, key))
    return [key, made ? null : ((first ? first.before?.[key] : now[key]) ?? null)] as const
  })
  return Object.fromEntries(values)
}
