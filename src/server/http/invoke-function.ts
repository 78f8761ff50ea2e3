import type { Context, Hono } from 'hono'
import { isJsonObject } from '#base/json.ts'
import type { ServerEnv } from './context.ts'

/**
 * `functions.invoke(name)` of the hosted client: every declared command is a function of its name, run exactly as by
 * `POST /api/commands/{name}`. Answers its result alone; a refusal keeps its status, its body is `{code, message}`.
 */
export const invokeFunction =
  (app: Hono<ServerEnv>) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    const { raw, method } = context.req
    if (method !== 'POST') return refuse(405, 'METHOD_NOT_ALLOWED', 'Functions are called with POST')
    const name = context.req.param('name') ?? ''
    // The body is read where it comes in, from the connection.
    const asked = new Request(new URL(`/api/commands/${encodeURIComponent(name)}`, raw.url), {
      method,
      headers: raw.headers,
      signal: raw.signal,
    })
    const answer = await app.fetch(asked, context.env)
    const body: unknown = await answer.json().catch(() => null)
    if (answer.ok) return Response.json(isJsonObject(body) ? (body['result'] ?? null) : null)
    const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : {}
    if (error['code'] === 'not_found') return refuse(404, 'NOT_FOUND', 'Requested function was not found')
    return Response.json(error, { status: answer.status, headers: waitOf(answer) })
  }

const refuse = (status: number, code: string, message: string): Response =>
  Response.json({ code, message }, { status })

function waitOf(answer: Response): Record<string, string> {
  const wait = answer.headers.get('retry-after')
  return wait === null ? {} : { 'Retry-After': wait }
}
