import type { Context } from 'hono'
import { isJsonObject, type JsonObject } from '#base/json.ts'
import { answerNothing, answerRows } from './answer-rows.ts'
import { parseSelect } from './parse-select.ts'
import { typeOf, type Catalog, type RestTable } from './read-catalog.ts'
import { bodyOf, conditionsOf, listOf, preferencesOf, wantsOne } from './read-request.ts'
import { cannotParse, RestError } from './rest-error.ts'
import type { RestWork } from './rest-host.ts'
import { splitList, unquote } from './split-list.ts'
import { quoteName, Statement } from './statement.ts'

const place = ({ schema }: Catalog, { name }: RestTable): string => `${quoteName(schema)}.${quoteName(name)}`

/** `POST /{table}`: one row or a list; with `resolution=` an upsert over `on_conflict` or the key. */
export async function insertRows(
  c: Context,
  catalog: Catalog,
  db: RestWork,
  name: string,
): Promise<Response> {
  const table = catalog.table(name)
  const body = await bodyOf(c)
  const rows = (Array.isArray(body) ? body : [body]).filter(isJsonObject)
  if (rows.length !== (Array.isArray(body) ? body.length : 1))
    throw new RestError(400, 'PGRST102', 'Send objects')
  const named = splitList(c.req.query('columns') ?? '').map(unquote)
  const columns = named.length > 0 ? named : [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const types = columns.map((column) => `${quoteName(column)} ${typeOf(table, column)}`)
  if (columns.length === 0) throw cannotParse('Name the columns of the rows')
  const statement = new Statement()
  const list = columns.map(quoteName).join(', ')
  const given = `select ${list} from json_to_recordset(${statement.bind(JSON.stringify(rows))}::json) as g (${types.join(', ')})`
  const text = `insert into ${place(catalog, table)} as r (${list}) ${given} ${conflict(c, table, columns)}`
  return written(c, catalog, table, db, text, statement, 201)
}

function conflict(c: Context, table: RestTable, columns: readonly string[]): string {
  const resolution = preferencesOf(c).get('resolution')
  if (resolution === undefined) return ''
  const asked = splitList(c.req.query('on_conflict') ?? '')
  const key = asked.length > 0 ? asked : table.key
  for (const column of key) typeOf(table, column)
  if (key.length === 0) throw cannotParse('Name the columns of on_conflict')
  const target = `on conflict (${key.map(quoteName).join(', ')})`
  const rest = columns.filter((column) => !key.includes(column))
  if (resolution === 'ignore-duplicates' || rest.length === 0) return `${target} do nothing`
  const set = rest.map((column) => `${quoteName(column)} = excluded.${quoteName(column)}`)
  return `${target} do update set ${set.join(', ')}`
}

/** `PATCH /{table}`: changes what the filters name. */
export async function updateRows(
  c: Context,
  catalog: Catalog,
  db: RestWork,
  name: string,
): Promise<Response> {
  const table = catalog.table(name)
  const body = await bodyOf(c)
  if (!isJsonObject(body)) throw new RestError(400, 'PGRST102', 'Send an object')
  const statement = new Statement()
  const changes = setOf(table, body, statement)
  const where = filtered(c, table, statement, 'UPDATE')
  return written(
    c,
    catalog,
    table,
    db,
    `update ${place(catalog, table)} as r ${changes} ${where}`,
    statement,
    204,
  )
}

function setOf(table: RestTable, body: JsonObject, statement: Statement): string {
  const columns = Object.keys(body)
  if (columns.length === 0) throw cannotParse('There is nothing to change')
  const types = columns.map((column) => `${quoteName(column)} ${typeOf(table, column)}`)
  const given = `json_to_record(${statement.bind(JSON.stringify(body))}::json) as g (${types.join(', ')})`
  const set = columns.map((column) => `${quoteName(column)} = g.${quoteName(column)}`)
  return `set ${set.join(', ')} from ${given}`
}

/** `DELETE /{table}`: removes what the filters name. */
export async function deleteRows(
  c: Context,
  catalog: Catalog,
  db: RestWork,
  name: string,
): Promise<Response> {
  const table = catalog.table(name)
  const statement = new Statement()
  const where = filtered(c, table, statement, 'DELETE')
  return written(c, catalog, table, db, `delete from ${place(catalog, table)} as r ${where}`, statement, 204)
}

function filtered(c: Context, table: RestTable, statement: Statement, verb: string): string {
  const all = conditionsOf(c, table, statement)
  if (all.length === 0) throw new RestError(400, '21000', `${verb} requires a WHERE clause`)
  return `where ${all.join(' and ')}`
}

async function written(
  c: Context,
  catalog: Catalog,
  table: RestTable,
  db: RestWork,
  text: string,
  { values }: Statement,
  quiet: 201 | 204,
): Promise<Response> {
  const one = wantsOne(c)
  const wish = preferencesOf(c)
  const most = mostAffected(wish)
  if (wish.get('return') !== 'representation') {
    if (!wish.has('count') && most === null) {
      await db.query(text, values)
      return answerNothing(quiet)
    }
    const counted = `with r as (${text} returning 1) select count(*)::int as count from r`
    const { rows } = await db.query<{ count: number }>(counted, values)
    const count = rows[0]?.count ?? 0
    refuseMore(count, most)
    return answerNothing(quiet, wish.has('count') ? count : undefined)
  }
  const { columns } = parseSelect(catalog, table, c.req.query('select') ?? '*')
  const { rows } = await db.query<{ rows: string; count: number }>(
    `with r as (${text} returning r.*)
     select coalesce(${listOf(c, 'x')}, '[]')::text as rows, count(*)::int as count from (select ${columns} from r) x`,
    values,
  )
  const [{ rows: json, count } = { rows: '[]', count: 0 }] = rows
  refuseMore(count, most)
  const total = wish.has('count') ? count : undefined
  return answerRows(c, { rows: json, count, total, status: quiet === 201 ? 201 : 200, one })
}

/** The most rows a write may touch, where the client said so. */
function mostAffected(wish: ReadonlyMap<string, string>): number | null {
  const given = wish.get('max-affected')
  if (given === undefined || wish.get('handling') !== 'strict') return null
  if (!/^\d{1,9}$/.test(given)) throw cannotParse(`failed to parse max-affected (${given})`)
  return Number(given)
}

// Thrown inside the transaction: nothing of the write stays.
function refuseMore(count: number, most: number | null): void {
  if (most !== null && count > most)
    throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${count} rows`,
    })
}
