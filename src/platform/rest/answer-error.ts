import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#base/app-error.ts'
import { RestError } from './rest-error.ts'

// What PostgreSQL says of a statement that a person caused, by its class or its code.
const statuses: Record<string, number> = {
  '42501': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '55': 400,
  '23': 400,
  '22': 400,
  '21': 400,
  P0: 400,
}

/** Turns whatever was thrown into the hosted service's error body; what nobody foresaw is logged and told nothing of. */
export function answerError(c: Context, error: unknown, log: (message: string) => void): Response {
  const known = knownError(error)
  if (!known) {
    const id = randomUUID()
    log(
      `Database service error ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }
  const { status, code, message, more } = known ?? new RestError(500, 'XX000', 'Internal Server Error')
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (status === 503) headers['Retry-After'] = '1'
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !c.req.raw.bodyUsed)
    headers['Connection'] = 'close'
  return c.json(
    { code, details: more.details ?? null, hint: more.hint ?? null, message },
    status as ContentfulStatusCode,
    headers,
  )
}

function knownError(error: unknown): RestError | null {
  if (error instanceof RestError) return error
  if (error instanceof AppError) return fromApp(error)
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const status = statuses[error.code] ?? statuses[error.code.slice(0, 2)]
  return status === undefined ? null : new RestError(status, error.code, error.message)
}

function fromApp({ code, message }: AppError): RestError {
  switch (code) {
    case 'unauthorized':
      return new RestError(401, 'PGRST301', 'JWT invalid or expired')
    case 'insufficient_aal':
      return new RestError(403, '42501', message)
    case 'rate_limited':
      return new RestError(429, 'PGRST000', message)
    case 'unavailable':
      return new RestError(503, 'PGRST001', 'The service is not available right now')
    default:
      return new RestError(403, '42501', message)
  }
}
