import type { RealtimeChannel } from './realtime-channel.ts'
import type { ChangedRow, WatchedTables } from './realtime-ports.ts'
import { concerns, passes } from './row-binding.ts'

/**
 * Tells the channels that asked for it of one change of a row: what it was after it, to who sees the row now, asked once a
 * person. Who may not see it hears nothing; of a row that is gone its owner alone hears, at last by its key.
 */
export async function tellRow(
  channels: readonly RealtimeChannel[],
  row: ChangedRow,
  tables: WatchedTables,
): Promise<void> {
  const seen = new Map<string, Promise<boolean>>()
  const record = row.record ?? {}
  for (const channel of channels) {
    const { person } = channel
    const bindings = channel.bindings.filter((binding) => concerns(binding, row))
    if (bindings.length === 0) continue
    const who = `${person.userId} ${person.sessionId}`
    if (row.record === null || row.gone) {
      if (row.owner !== person.userId) continue
    } else {
      if (!seen.has(who)) seen.set(who, tables.sees(person, row))
      if (!(await seen.get(who))) continue
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
