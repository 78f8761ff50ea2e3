import type { Context } from 'hono'
import type { AuthContext } from './auth-context.ts'
import { addressKey, clientAddress } from './client-address.ts'
import type { ClientTrace } from './sessions.ts'

/** Where a request comes from: for the session list, the audit and (`key`) the limits. */
export function clientTrace(context: AuthContext, c: Context): ClientTrace & { key: string } {
  const address = clientAddress(c, context.trustedProxies)
  return { address, key: addressKey(address), userAgent: c.req.header('user-agent') ?? '' }
}
