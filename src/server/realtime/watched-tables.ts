import { newId } from '#base/ids.ts'
import type { ChangedRow, RealtimePerson, WatchedTables } from '#platform/realtime/realtime-ports.ts'
import { Passage } from '../access/passage.ts'
import { takeOn } from '../rest/take-on.ts'
import type { Services } from '../services.ts'
import { refusedAs } from './refused-as.ts'

const column = (name: string, type = 'text') => ({ name, type })
const times = (...names: string[]) => names.map((name) => column(name, 'timestamptz'))

const columns = {
  profiles: [
    column('id', 'uuid'),
    ...['email', 'display_name', 'avatar_url'].map((name) => column(name)),
    ...times('created_at', 'updated_at'),
  ],
  tenants: [column('id', 'uuid'), column('name'), column('subdomain'), ...times('created_at')],
  memberships: [
    column('tenant_id', 'uuid'),
    column('user_id', 'uuid'),
    column('role'),
    ...times('created_at'),
  ],
  settings: [column('user_id', 'uuid'), column('key'), column('value', 'jsonb'), ...times('updated_at')],
}

/** What the database service exposes, row by row under the same policies: see migrations 0062, 0064 and 0074 for what is told of it. */
export const watchedTables = (services: Services): WatchedTables => ({
  schema: 'exposed',
  columns,
  async changesAt(at) {
    const { rows } = await services.database.owner.query<ChangedRow>(changes, [at])
    return rows
  },
  async changesSince(at) {
    const { rows } = await services.database.owner.query<ChangedRow>(missed, [at, mostMissed + 1])
    // The change they heard last is one of them, as long as it is kept.
    return rows.length === 0 || rows.length > mostMissed ? null : rows
  },
  sees: (person, rows) => seenAs(services, person, rows),
})

/** Changes that are told to somebody who was away; who missed more reads everything anew. */
const mostMissed = 1_000

const changed = `
  select c.id::text, c.table_name as "table", c.type, c.owner, c.key, c.record, to_json(c.at) #>> '{}' as at,
    exists (
      select from app_private.row_changes d
      where d.table_name = c.table_name and d.key = c.key and d.type = 'DELETE' and d.id > c.id
    ) as gone
  from app_private.row_changes c`

const changes = `${changed} where c.at = $1 order by c.id`

// Whatever had not ended before the change was heard of may have been told after it.
const missed = `${changed}
  where c.xid >= (select min(heard.unended) from app_private.row_changes heard where heard.at = $1)
  order by c.id limit $2`

/** All in one transaction of theirs, one statement a table. */
async function seenAs(
  { database, log }: Services,
  { userId, sessionId, aal }: RealtimePerson,
  rows: readonly ChangedRow[],
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const claim = { userId, sessionId, tenantId: undefined, subdomain: null, aal }
  const passage = new Passage(database.requests, claim, newId(), log)
  const tx = await passage.open('read').catch(refusedAs(null))
  if (!tx) return seen
  try {
    await takeOn(tx, { userId, sessionId, aal })
    for (const [table, known] of Object.entries(columns)) {
      const of = rows.filter((row) => row.table === table)
      const [first] = of
      if (!first) continue
      const keys = known.filter(({ name }) => Object.hasOwn(first.key, name))
      const found = await tx.query<{ change: string }>(
        `select g.change from json_to_recordset($1::json) as g (change text, ${keys.map(({ name, type }) => `${name} ${type}`).join(', ')})
         where exists (select from exposed.${table} t where ${keys.map(({ name }) => `t.${name} = g.${name}`).join(' and ')})`,
        [JSON.stringify(of.map(({ id, key }) => ({ ...key, change: id })))],
      )
      for (const { change } of found.rows) seen.add(change)
    }
    await tx.commit()
    return seen
  } catch (error) {
    await tx.rollback()
    throw error
  }
}
