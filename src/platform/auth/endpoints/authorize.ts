import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { clientTrace } from '../client-trace.ts'
import { listFactors } from '../factors.ts'
import { codeChallengeOf } from '../flow-state.ts'
import { errorLanding, land } from '../landing.ts'
import { type Linking, beginAttempt } from '../provider-attempts.ts'
import type { ProviderClient } from '../provider-client.ts'
import { requirePresence } from '../prove-presence.ts'
import { redirectTarget } from '../redirect-target.ts'
import { signedInUser } from '../signed-in-user.ts'

const cookieSeconds = 600

/** The cookie that tells the browser which was sent away from any other. */
export const browserCookie = (context: AuthContext): string =>
  context.publicUrl().startsWith('https:') ? '__Host-formwork-sign-in' : 'formwork-sign-in'

/** The one address that providers send people back to. */
export const callbackAddress = (context: AuthContext): string => `${context.publicUrl()}/auth/v1/callback`

/** A provider that is set up. 400 for any other. */
export function providerOf(context: AuthContext, id: string | undefined): ProviderClient {
  const provider = context.providers.get(id ?? '')
  if (!provider) throw validationFailed('Unsupported provider: provider is not enabled')
  return provider
}

/**
 * `GET /authorize?provider&redirect_to&scopes&code_challenge…`: sends the browser to a provider. Where that one does not
 * answer, it is sent back with the refusal: whoever looks at it is a person.
 */
export async function authorize(context: AuthContext, c: Context): Promise<Response> {
  try {
    return c.redirect(await addressOf(context, c, null), 302)
  } catch (error) {
    if (!(error instanceof AuthError) || error.status < 500) throw error
    context.log(`A provider cannot be used: ${error.message}`)
    const target = await redirectTarget(context, c.req.query('redirect_to'))
    return land(c, target, errorLanding(error, c.req.query('code_challenge') !== undefined))
  }
}

/**
 * `GET /user/identities/authorize`: the same for somebody signed in who connects one more account. With
 * `skip_http_redirect=true` the address is answered as JSON.
 */
export async function connectIdentity(context: AuthContext, c: Context): Promise<Response> {
  const caller = await signedInUser(context, c)
  const factors = await listFactors(context.pool, caller.user.id)
  if (caller.aal !== 'aal2' && factors.some(({ status }) => status === 'verified'))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to link an identity')
  requirePresence(caller)
  const url = await addressOf(context, c, {
    userId: caller.user.id,
    sessionId: caller.sessionId,
  })
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}

async function addressOf(context: AuthContext, c: Context, linking: Linking | null): Promise<string> {
  const provider = providerOf(context, c.req.query('provider'))
  await context.limits.token.take(clientTrace(context, c).key)
  const challenge = codeChallengeOf(
    c.req.query('code_challenge') ?? '',
    c.req.query('code_challenge_method') ?? '',
  )
  const { browser, ...passphrase } = await beginAttempt(context.pool, {
    provider: provider.settings.id,
    redirectTo: await redirectTarget(context, c.req.query('redirect_to')),
    challenge,
    linking,
  })
  const secure = context.publicUrl().startsWith('https:')
  setCookie(c, browserCookie(context), browser, {
    path: '/',
    httpOnly: true,
    secure,
    // Apple comes back by POST, which only such a cookie survives.
    sameSite: secure && provider.settings.id === 'apple' ? 'None' : 'Lax',
    maxAge: cookieSeconds,
  })
  c.header('Referrer-Policy', 'no-referrer')
  const address = await provider.address(callbackAddress(context), passphrase, c.req.query('scopes') ?? '')
  return address.href
}
