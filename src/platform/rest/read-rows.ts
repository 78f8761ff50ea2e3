import type { Context } from 'hono'
import { answerRows } from './answer-rows.ts'
import { parseSelect } from './parse-select.ts'
import type { Catalog } from './read-catalog.ts'
import { conditionsOf, listOf, orderOf, preferencesOf, wantsOne, windowOf } from './read-request.ts'
import type { RestWork } from './rest-host.ts'
import { quoteName, Statement } from './statement.ts'

/** `GET /{table}`: columns, embeds, filters, order, range and, when preferred, how many there are. */
export async function readRows(c: Context, catalog: Catalog, db: RestWork, name: string): Promise<Response> {
  const table = catalog.table(name)
  const one = wantsOne(c)
  const statement = new Statement()
  const { columns, conditions } = parseSelect(catalog, table, c.req.query('select') ?? '*')
  const all = [...conditions, ...conditionsOf(c, table, statement)]
  const { offset, limit } = windowOf(c)
  const from = `from ${quoteName(catalog.schema)}.${quoteName(name)} r ${all.length > 0 ? `where ${all.join(' and ')}` : ''}`
  const asked = `select ${columns} ${from} ${orderOf(c, table)} limit ${limit} offset ${offset}`
  // The client calls it planned or estimated: at these sizes the exact number costs nothing.
  const counts = preferencesOf(c).has('count')
  const { rows } = await db.query<{ rows: string; count: number; total: number | null }>(
    `select coalesce(${listOf(c, 'x')}, '[]')::text as rows, count(*)::int as count,
       ${counts ? `(select count(*)::int ${from})` : 'null::int'} as total
     from (${asked}) x`,
    statement.values,
  )
  const [{ rows: json, count, total } = { rows: '[]', count: 0, total: null }] = rows
  return answerRows(c, { rows: json, count, total: total ?? undefined, offset, one })
}
