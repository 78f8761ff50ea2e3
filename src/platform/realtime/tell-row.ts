import type { RealtimeChannel } from './realtime-channel.ts'
import type { ChangedRow, WatchedTables } from './realtime-ports.ts'
import { concerns, passes } from './row-binding.ts'

/**
 * Tells the channels that asked for it of a changed row, each as its person sees the row now, read once a person. Who may
 * not see it hears nothing; a deleted row is told to its owner alone, by its key.
 */
export async function tellRow(
  channels: readonly RealtimeChannel[],
  row: ChangedRow,
  tables: WatchedTables,
): Promise<void> {
  const seen = new Map<string, ReturnType<WatchedTables['read']>>()
  for (const channel of channels) {
    const { person } = channel
    const bindings = channel.bindings.filter((binding) => concerns(binding, row))
    if (bindings.length === 0) continue
    const isDeleted = row.type === 'DELETE'
    if (isDeleted && row.owner !== person.userId) continue
    const who = `${person.userId} ${person.sessionId}`
    if (!isDeleted && !seen.has(who)) seen.set(who, tables.read(person, row))
    const record = isDeleted ? {} : await seen.get(who)
    if (!record) continue
    const ids = bindings
      .filter((binding) => passes(binding, isDeleted ? row.key : record))
      .map(({ id }) => id)
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
