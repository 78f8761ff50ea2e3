import type { RealtimeChannel } from './realtime-channel.ts'
import type { ChangedRow, WatchedTables } from './realtime-ports.ts'
import { concerns, passes } from './row-binding.ts'

type Log = (message: string) => void

/**
 * Tells the channels that asked for it of one change of a row: what it was after it, to who sees the row now, asked once a
 * person. Who may not see it hears nothing; of a row that is gone its owner alone hears, at last by its key. Where it cannot be
 * found out for somebody, they hear that they have to read anew, and the others hear what they would.
 */
export async function tellRow(
  channels: readonly RealtimeChannel[],
  row: ChangedRow,
  tables: WatchedTables,
  log: Log,
): Promise<void> {
  const asked = new Map<string, Promise<ReadonlySet<string> | null>>()
  for (const channel of channels) {
    if (channel.caughtUp.has(nameOfChange(row)) || idsFor(channel, row).length === 0) continue
    const { person } = channel
    const who = `${person.userId} ${person.sessionId}`
    const seen = asked.get(who) ?? seenBy(channel, [row], tables, log)
    asked.set(who, seen)
    tell(channel, [row], await seen, tables)
  }
}

/** As `tellRow`, for all that one channel missed while it was away: what of it is seen is asked once. */
export async function tellMissed(
  channel: RealtimeChannel,
  missed: readonly ChangedRow[],
  tables: WatchedTables,
  log: Log,
): Promise<void> {
  const rows = missed.filter((row) => idsFor(channel, row).length > 0)
  tell(channel, rows, await seenBy(channel, rows, tables, log), tables)
  for (const row of rows) channel.caughtUp.add(nameOfChange(row))
}

/** What tells a change from all others: numbers of changes begin anew when the database had crashed. */
export const nameOfChange = ({ at, id }: ChangedRow): string => `${at} ${id}`

// Null: it is not known. What cannot be read for one person is no reason to keep it from the others.
async function seenBy(
  { person }: RealtimeChannel,
  rows: readonly ChangedRow[],
  tables: WatchedTables,
  log: Log,
): Promise<ReadonlySet<string> | null> {
  const owned = rows.filter((row) => isGone(row) && row.owner === person.userId).map(({ id }) => id)
  const there = rows.filter((row) => !isGone(row))
  try {
    if (there.length === 0) return new Set(owned)
    const seen = await tables.sees(person, there)
    const unseen = there.filter((row) => row.owner === person.userId && !seen.has(row.id))
    return new Set([...owned, ...seen, ...(await goneOf(unseen, tables))])
  } catch (error) {
    log(`A changed row could not be read for somebody: ${String(error)}`)
    return null
  }
}

function tell(
  channel: RealtimeChannel,
  rows: readonly ChangedRow[],
  seen: ReadonlySet<string> | null,
  tables: WatchedTables,
): void {
  if (!channel.socket.has(channel)) return
  // Nobody is told what it is not known they may see; that there was something, they may know.
  if (!seen) channel.system('error', 'postgres_changes', 'A change could not be told: read the rows anew')
  for (const row of rows)
    if (seen?.has(row.id))
      channel.send('postgres_changes', {
        ids: idsFor(channel, row),
        data: {
          schema: tables.schema,
          table: row.table,
          type: row.type,
          commit_timestamp: row.at,
          columns: tables.columns[row.table] ?? [],
          record: row.record ?? {},
          old_record: row.type === 'INSERT' ? {} : row.key,
          errors: null,
        },
      })
}

// Deleted between the reading of the change and the look at the row: its owner hears of it as of any that is gone.
async function goneOf(rows: readonly ChangedRow[], tables: WatchedTables): Promise<string[]> {
  const moments = [...new Set(rows.map(({ at }) => at))]
  const now = (await Promise.all(moments.map((at) => tables.changesAt(at)))).flat()
  const gone = new Set(now.filter(isGone).map(nameOfChange))
  return rows.filter((row) => gone.has(nameOfChange(row))).map(({ id }) => id)
}

const isGone = ({ record, gone }: ChangedRow): boolean => record === null || gone

const idsFor = ({ bindings }: RealtimeChannel, row: ChangedRow): number[] =>
  bindings
    .filter((binding) => concerns(binding, row) && passes(binding, row.record ?? row.key))
    .map(({ id }) => id)
