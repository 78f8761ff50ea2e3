import type { RealtimeChannel } from './realtime-channel.ts'
import type { ChangedRow, WatchedTables } from './realtime-ports.ts'
import { concerns, passes } from './row-binding.ts'

/**
 * Tells the channels that asked for it of one change of a row: what it was after it, to who sees the row now, asked once a
 * person. Who may not see it hears nothing; of a row that is gone its owner alone hears, at last by its key. Where it cannot be
 * found out for somebody, they hear that they have to read anew, and the others hear what they would.
 */
export async function tellRow(
  channels: readonly RealtimeChannel[],
  row: ChangedRow,
  tables: WatchedTables,
  log: (message: string) => void,
): Promise<void> {
  const seen = new Map<string, Promise<boolean | null>>()
  const record = row.record ?? {}
  // What cannot be read for one person is no reason to keep it from the others.
  const unknown = (error: unknown): null => {
    log(`A changed row could not be read for somebody: ${String(error)}`)
    return null
  }
  for (const channel of channels) {
    const { person } = channel
    const bindings = channel.bindings.filter((binding) => concerns(binding, row))
    if (bindings.length === 0 || channel.caughtUp.has(row.id)) continue
    const who = `${person.userId} ${person.sessionId}`
    if (row.record === null || row.gone) {
      if (row.owner !== person.userId) continue
    } else {
      const asking = seen.get(who) ?? tables.sees(person, row).catch(unknown)
      seen.set(who, asking)
      const sees = await asking
      // Nobody is told what it is not known they may see; that there was something, they may know.
      if (sees === null && channel.socket.has(channel))
        channel.system('error', 'postgres_changes', 'A change could not be told: read the rows anew')
      if (!sees) continue
    }
    const ids = bindings.filter((binding) => passes(binding, row.record ?? row.key)).map(({ id }) => id)
    if (ids.length === 0 || !channel.socket.has(channel)) continue
    channel.send('postgres_changes', {
      ids,
      data: {
        schema: tables.schema,
        table: row.table,
        type: row.type,
        commit_timestamp: row.at,
        columns: tables.columns[row.table] ?? [],
        record,
        old_record: row.type === 'INSERT' ? {} : row.key,
        errors: null,
      },
    })
  }
}
