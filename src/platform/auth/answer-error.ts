import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AuthError } from './auth-error.ts'

const newShape = '2024-01-01'

/**
 * Turns whatever was thrown into the hosted service's error body. The shape follows `X-Supabase-Api-Version`; what is
 * not an AuthError becomes 500 (503 when the database is away) with an id that the log line carries too.
 */
export function answerError(c: Context, error: unknown, log: (message: string) => void): Response {
  const known = error instanceof AuthError ? error : unexpected(error)
  const body: Record<string, unknown> = { ...known.extra }
  if (known.status >= 500) {
    body['error_id'] = randomUUID()
    const reason = error instanceof Error ? (error.cause ?? error) : error
    log(
      `Auth error ${String(body['error_id'])}: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`,
    )
  }
  c.header('x-sb-error-code', known.code)
  if (known.retryAfter !== undefined) c.header('Retry-After', String(known.retryAfter))
  const status = known.status as ContentfulStatusCode
  if (c.req.header('x-supabase-api-version') === newShape) {
    c.header('X-Supabase-Api-Version', newShape)
    return c.json({ code: known.code, message: known.message, ...body }, status)
  }
  return c.json({ code: known.status, error_code: known.code, msg: known.message, ...body }, status)
}

function unexpected(error: unknown): AuthError {
  if (isDatabaseAway(error)) {
    return new AuthError(503, 'unexpected_failure', 'The service is not available at the moment', {
      retryAfter: 1,
    })
  }
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}

/** Refused or broken connections, a server that shuts down or starts up, a pool without a free connection. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|57014|53300|08\w{3})$/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  )
}
