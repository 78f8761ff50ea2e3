import type { Context } from 'hono'
import { RestError } from './rest-error.ts'

interface Answered {
  /** JSON text of an array. */
  rows: string
  count: number
  /** Absent: not asked for. */
  total?: number | undefined
  offset?: number
  status?: 200 | 201
  one: boolean
}

const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

/** Rows as the client wants them: a list, or the one there must be (406 `PGRST116` otherwise). */
export function answerRows(
  c: Context,
  { rows, count, total, offset = 0, status = 200, one }: Answered,
): Response {
  if (total !== undefined && offset > 0 && offset >= total)
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    })
  const range = `${count === 0 ? '*' : `${offset}-${offset + count - 1}`}/${total ?? '*'}`
  if (one && count !== 1)
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${count} rows`,
    })
  const partial = total !== undefined && count < total && status === 200
  return c.body(one ? rows.slice(1, -1) : rows, partial && !one ? 206 : status, {
    ...headers,
    'Content-Range': range,
  })
}

/** JSON that is no list of rows. */
export const answerJson = (c: Context, json: string): Response => c.body(json, 200, headers)

/** Done, and nothing to say but, when it was asked for, of how many rows. */
export const answerNothing = (status: 201 | 204, count?: number): Response =>
  new Response(null, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Range': `*/${count ?? '*'}` },
  })
