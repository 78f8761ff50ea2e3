import type { Context } from 'hono'
import { verifyAccessToken } from '../access-token.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { equalSecrets } from '../random-secrets.ts'

/**
 * Lets in who runs the server, shown by its service key as the bearer, and nobody else: no person is an administrator of all
 * workspaces. 401 without a bearer, 403 `bad_jwt` for one that does not hold, 403 `not_admin` for a person or the public key.
 */
export function requireServiceKey(context: AuthContext) {
  return async (c: Context, next: () => Promise<void>): Promise<void> => {
    const token = /^Bearer ([^\s]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    if (equalSecrets(token, context.secrets.serviceKey)) return next()
    if (!equalSecrets(token, context.secrets.anonKey)) await verifyAccessToken(context, token)
    throw new AuthError(403, 'not_admin', 'User not allowed')
  }
}
