import type { Context } from 'hono'
import { isDeeperThan } from '#base/json.ts'
import { typeOf, type RestTable } from './read-catalog.ts'
import { cannotParse, RestError } from './rest-error.ts'
import { parseCondition } from './parse-condition.ts'
import { splitList } from './split-list.ts'
import { quoteName, type Statement } from './statement.ts'

const mostRows = 1000
const mostBytes = 1024 * 1024
/** Levels of a body; PostgreSQL gives up a few thousand levels down. */
const deepest = 64
const reserved = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])

/** The `Prefer` header: `count=exact, return=representation` as a map. */
export function preferencesOf(c: Context): ReadonlyMap<string, string> {
  const words = (c.req.header('prefer') ?? '').split(',').map((word) => word.trim())
  return new Map(
    words.filter(Boolean).map((word) => {
      const [name = '', value = ''] = word.split('=')
      return [name, value]
    }),
  )
}

/** Every filter of the address, joined; an empty text when there is none. */
export function conditionsOf(c: Context, table: RestTable, statement: Statement): string[] {
  return Object.entries(c.req.queries()).flatMap(([name, values]) => {
    if (reserved.has(name)) return []
    if (name.includes('.') && !name.startsWith('not.'))
      throw cannotParse(`"${name}": embedded rows have no filter, order or limit of their own here`)
    return values.map((value) => parseCondition(table, statement, name, value))
  })
}

/** `order=name.desc.nullslast,id` as SQL. */
export function orderOf(c: Context, table: RestTable): string {
  const parts = splitList(c.req.query('order') ?? '').map((part) => {
    const [name = '', ...words] = part.split('.')
    typeOf(table, name)
    const known = words.map((word) => {
      if (word === 'asc' || word === 'desc') return word
      if (word === 'nullsfirst') return 'nulls first'
      if (word === 'nullslast') return 'nulls last'
      throw cannotParse(`failed to parse order (${part})`)
    })
    return [`r.${quoteName(name)}`, ...known].join(' ')
  })
  return parts.length === 0 ? '' : `order by ${parts.join(', ')}`
}

/** Which rows are wanted, by `limit` and `offset` or by `Range: 0-9`; never more than a thousand. */
export function windowOf(c: Context): { offset: number; limit: number } {
  const [, first, last] = /^(\d{1,9})-(\d{0,9})$/.exec(c.req.header('range') ?? '') ?? []
  const offset = whole(c.req.query('offset'), 'offset') ?? (first === undefined ? 0 : Number(first))
  const ranged = last ? Number(last) - Number(first) + 1 : mostRows
  if (ranged < 1) throw new RestError(416, 'PGRST103', 'Requested range not satisfiable')
  return { offset, limit: Math.min(whole(c.req.query('limit'), 'limit') ?? ranged, mostRows) }
}

function whole(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw cannotParse(`failed to parse ${name} (${text})`)
  return Number(text)
}

/** Whether exactly one row is wanted, as an object. Throws 406 for forms this service does not answer in. */
export function wantsOne(c: Context): boolean {
  const accept = c.req.header('accept') ?? '*/*'
  if (accept.includes('application/vnd.pgrst.object')) return true
  if (/json|\*\/\*/.test(accept) && !accept.includes('vnd.pgrst.plan')) return false
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

/** Rows as a JSON list in SQL; without the members that are null, where the client wants them stripped. */
export const listOf = (c: Context, row: string): string =>
  /nulls=stripped/.test(c.req.header('accept') ?? '')
    ? `json_strip_nulls(json_agg(${row}))`
    : `json_agg(${row})`

/** The JSON of a body. Throws 400, 413, 415. */
export async function bodyOf(c: Context): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!type.includes('application/json')) throw new RestError(415, 'PGRST102', 'Send application/json')
  const bytes: Uint8Array[] = []
  let size = 0
  for await (const piece of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength
    if (size > mostBytes) throw new RestError(413, 'PGRST102', 'The body is too large')
    bytes.push(piece)
  }
  const value = parsed(Buffer.concat(bytes).toString('utf8'))
  if (isDeeperThan(value, deepest)) throw new RestError(400, 'PGRST102', 'The json is nested too deeply')
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  }
}
