import type { Context } from 'hono'
import { AuthError, validationFailed } from './auth-error.ts'

/** PostgreSQL stores no NUL: an address that has one names nothing (404), a parameter that has one is refused (400). */
export async function refuseNul(c: Context, next: () => Promise<void>): Promise<void> {
  if (c.req.path.includes('\0')) throw new AuthError(404, 'validation_failed', 'There is no such endpoint')
  for (const [name, value] of Object.entries(c.req.query()))
    if (value.includes('\0')) throw validationFailed(`${name} holds characters that are not allowed`)
  await next()
}
