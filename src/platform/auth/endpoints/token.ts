import type { Context } from 'hono'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { exchangeCode } from './exchange-code.ts'
import { refreshSession } from './refresh-session.ts'
import { signInWithIdToken } from './sign-in-with-id-token.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

/** `POST /token?grant_type=…`. What is not offered answers as the hosted service does when it is switched off. */
export async function token(context: AuthContext, c: Context): Promise<Response> {
  switch (c.req.query('grant_type')) {
    case 'password':
      return signInWithPassword(context, c)
    case 'refresh_token':
      return refreshSession(context, c)
    case 'pkce':
      return exchangeCode(context, c)
    case 'id_token':
      return signInWithIdToken(context, c)
    case 'web3':
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    default:
      throw new AuthError(400, 'validation_failed', 'unsupported_grant_type')
  }
}
