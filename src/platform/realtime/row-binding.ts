import type { JsonObject } from '#base/json.ts'
import type { RowNews, WatchedTables } from './realtime-ports.ts'

/** Which changes of rows a channel asked for. */
export interface RowBinding {
  /** Names it in what is sent. */
  id: number
  event: string
  /** `*`: every table that is watched. */
  table: string
  filter: { column: string; isNot: boolean; values: readonly string[] } | null
  /** The `commit_timestamp` of the last change heard before the connection was lost: what followed it is told first. */
  since: string | null
}

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/
const filterForm = /^(\w{1,63})=(eq|neq|in)\.(.*)$/s

/** Reads what the client asked for: `{event, schema, table, filter: 'key=eq.a', since}`. Null for what is not told. */
export function readBinding(
  asked: JsonObject,
  id: number,
  { schema, columns }: WatchedTables,
): RowBinding | null {
  const { event = '*', table = '*', filter } = asked
  if (asked['schema'] !== schema || typeof event !== 'string' || typeof table !== 'string') return null
  if (table !== '*' && !Object.hasOwn(columns, table)) return null
  if (!['*', 'INSERT', 'UPDATE', 'DELETE'].includes(event)) return null
  const since = asked['since'] ?? null
  if (since !== null && (typeof since !== 'string' || !isTime(since))) return null
  if (filter === undefined || filter === null || filter === '')
    return { id, event, table, filter: null, since }
  const [, column = '', operator, text = ''] = filterForm.exec(typeof filter === 'string' ? filter : '') ?? []
  if (operator === undefined || !columns[table]?.some(({ name }) => name === column)) return null
  const values = operator === 'in' ? text.replace(/^\((.*)\)$/s, '$1').split(',') : [text]
  return { id, event, table, filter: { column, isNot: operator === 'neq', values }, since }
}

const isTime = (text: string): boolean => timeForm.test(text) && !Number.isNaN(Date.parse(text))

/** Whether a binding asked for this change at all, before anybody looks at the row. */
export const concerns = ({ event, table }: RowBinding, row: RowNews): boolean =>
  (event === '*' || event === row.type) && (table === '*' || table === row.table)

/** Whether the row is one that the binding asked for. Of a deleted one only the key is known. */
export function passes({ filter }: RowBinding, record: Readonly<Record<string, unknown>>): boolean {
  if (!filter) return true
  const value = record[filter.column]
  if (value === undefined || value === null) return false
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return filter.values.includes(text) !== filter.isNot
}
