import type { Context } from 'hono'
import { must } from '#base/assert.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { issueAuthCode } from '../flow-state.ts'
import { type Landing, errorLanding, land, sessionLanding } from '../landing.ts'
import { linkPage } from '../link-page.ts'
import { findTokenByLink } from '../one-time-tokens.ts'
import { redeemToken, tokenExpired, tokenTypesOf } from '../redeem-token.ts'
import { redirectTarget } from '../redirect-target.ts'
import { type ClientTrace, beginSession } from '../sessions.ts'
import { otherSideText } from './verify.ts'

const linkExpired = new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

/**
 * `GET /verify?token&type&redirect_to`: what a link in a mail opens, a page with a button. Nothing is used up: programs
 * that look into mails follow links too (the hosted service uses the link up here).
 */
export async function openMailedLink(context: AuthContext, c: Context): Promise<Response> {
  const target = await redirectTarget(context, c.req.query('redirect_to'))
  const search = new URLSearchParams({
    token: c.req.query('token') ?? '',
    type: c.req.query('type') ?? '',
    redirect_to: target,
  })
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Robots-Tag', 'noindex')
  // Where the form leads counts to the end of its redirects.
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${new URL(target).origin}; frame-ancestors 'none'; base-uri 'none'`,
  )
  const page = linkPage(
    c.req.query('type') ?? '',
    `${confirmPath}?${search}`,
    c.req.header('accept-language'),
  )
  return c.html(page)
}

/** Beside `POST /verify`, which takes JSON and the public key. */
export const confirmPath = '/auth/v1/verify/link'

/**
 * `POST /verify/link?token&type&redirect_to`: uses a mailed link up and redirects with the session in the fragment, a
 * code to exchange in the query, or the error in the fragment.
 */
export async function redeemMailedLink(context: AuthContext, c: Context): Promise<Response> {
  const linkToken = c.req.query('token') ?? ''
  const type = c.req.query('type') ?? ''
  const target = await redirectTarget(context, c.req.query('redirect_to'))
  try {
    const trace = clientTrace(context, c)
    await context.limits.verify.take(trace.key)
    return land(c, target, await redeemLink(context, { linkToken, type }, trace))
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error
    return land(c, target, errorLanding(shown(error), linkToken.startsWith('pkce_')))
  }
}

async function redeemLink(
  context: AuthContext,
  link: { linkToken: string; type: string },
  trace: ClientTrace,
): Promise<Landing> {
  return inTransaction(context.pool, async (tx): Promise<Landing> => {
    const token = await findTokenByLink(tx, link.linkToken, tokenTypesOf(link.type))
    if (!token) throw linkExpired
    const exchange = link.linkToken.startsWith('pkce_')
    const userId = await redeemToken(context, tx, token)
    if (!userId)
      return exchange ? { query: { message: otherSideText } } : { fragment: { message: otherSideText } }
    if (exchange) {
      const code = await issueAuthCode(tx, token.flow_state_id)
      if (!code) throw linkExpired
      return { query: { code } }
    }
    await audit(tx, 'login', must(await findUserById(tx, userId)), trace.address)
    const session = await beginSession(context, tx, userId, 'otp', trace)
    return sessionLanding(session, { type: link.type })
  })
}

/** One text for every reason that a token is refused, so that a link tells no more than a typed code. */
const shown = (error: AuthError): AuthError => (error.code === tokenExpired().code ? linkExpired : error)
