import type { Context } from 'hono'
import { isJsonObject, type JsonObject } from '#base/json.ts'
import { answerJson, answerNothing, answerRows } from './answer-rows.ts'
import type { Catalog, RestFunction } from './read-catalog.ts'
import { bodyOf, wantsOne } from './read-request.ts'
import { RestError } from './rest-error.ts'
import type { RestVisitor } from './rest-host.ts'
import { quoteName, Statement } from './statement.ts'

/** `POST /rpc/{name}`, and GET for functions that change nothing. */
export async function callFunction(
  c: Context,
  catalog: Catalog,
  visitor: RestVisitor,
  name: string,
): Promise<Response> {
  const asked =
    c.req.method === 'POST' ? await givenArguments(c) : Object.fromEntries(Object.entries(c.req.query()))
  const found = catalog.functionNamed(name)
  if (!found || !takes(found, asked)) throw noSuchFunction(name, asked)
  if (c.req.method !== 'POST' && found.changes)
    throw new RestError(405, 'PGRST101', 'Only functions that change nothing answer to GET')
  const one = wantsOne(c)
  const statement = new Statement()
  const list = Object.entries(asked).map(
    ([key, value]) =>
      `${quoteName(key)} => ${statement.bind(textOf(value))}::text::${found.args.get(key) ?? 'text'}`,
  )
  const call = `${quoteName(catalog.schema)}.${quoteName(name)}(${list.join(', ')})`
  return visitor.inTransaction(found.changes ? 'write' : 'read', async (db) => {
    if (!found.answersRows) {
      const { rows } = await db.query<{ answer: string | null }>(
        `select to_json(${call})::text as answer`,
        statement.values,
      )
      const answer = rows[0]?.answer
      return answer === '' ? answerNothing(204) : answerJson(c, answer ?? 'null')
    }
    const { rows } = await db.query<{ rows: string; count: number }>(
      `select coalesce(json_agg(x), '[]')::text as rows, count(*)::int as count from ${call} x`,
      statement.values,
    )
    const [{ rows: json, count } = { rows: '[]', count: 0 }] = rows
    return answerRows(c, { rows: json, count, one })
  })
}

async function givenArguments(c: Context): Promise<JsonObject> {
  const body = c.req.header('content-length') === '0' ? {} : await bodyOf(c)
  if (!isJsonObject(body)) throw new RestError(400, 'PGRST102', 'Send an object with the arguments')
  return body
}

const takes = ({ args, optional }: RestFunction, asked: JsonObject): boolean =>
  Object.keys(asked).every((key) => args.has(key)) &&
  [...args.keys()].slice(0, args.size - optional).every((key) => Object.hasOwn(asked, key))

const noSuchFunction = (name: string, asked: JsonObject): RestError =>
  new RestError(
    404,
    'PGRST202',
    `Could not find the function '${name}' with the parameters (${Object.keys(asked).join(', ')})`,
  )

const textOf = (value: unknown): string | null =>
  value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)
