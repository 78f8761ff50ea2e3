import type { Context } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import { must } from '#base/assert.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { inTransaction } from '../database.ts'
import { issueAuthCode, saveFlowState } from '../flow-state.ts'
import { connectAccount, usable, userOfAccount } from '../foreign-sign-in.ts'
import { type Landing, errorLanding, land, sessionLanding } from '../landing.ts'
import { type ProviderAttempt, takeAttempt } from '../provider-attempts.ts'
import type { ForeignAccount } from '../providers.ts'
import { equalSecrets, sha256 } from '../random-secrets.ts'
import { type ClientTrace, beginSession } from '../sessions.ts'
import { browserCookie, callbackAddress, providerOf } from './authorize.ts'

const badState = () =>
  new AuthError(400, 'bad_oauth_state', 'OAuth state is missing, expired or was used already')

/**
 * `GET` and (Apple) `POST /callback`: where a provider sends people back to. Redirects with a code to exchange or, for
 * clients without one, with the session in the fragment; refusals travel the same way.
 */
export async function providerCallback(context: AuthContext, c: Context): Promise<Response> {
  const answer = await readAnswer(context, c)
  const trace = clientTrace(context, c)
  const fallback = `${context.publicUrl()}/auth/callback`
  let attempt: ProviderAttempt | null = null
  try {
    await context.limits.verify.take(trace.key)
    const state = answer.searchParams.get('state') ?? ''
    // Used up before anything is asked: the same answer twice finds nothing.
    attempt = await takeAttempt(context.pool, state)
    if (!attempt) throw badState()
    refuseOtherBrowser(context, c, attempt)
    const account = await askProvider(context, attempt, answer, state)
    return land(c, attempt.redirect_to, await finish(context, attempt, account, trace))
  } catch (error) {
    if (!(error instanceof AuthError) || (error.status >= 500 && !attempt)) throw error
    if (error.status >= 500) context.log(`Signing in by a provider failed: ${reasonOf(error)}`)
    return land(
      c,
      attempt?.redirect_to ?? fallback,
      errorLanding(error, attempt ? attempt.code_challenge !== null : true),
    )
  } finally {
    deleteCookie(c, browserCookie(context), { path: '/', secure: context.publicUrl().startsWith('https:') })
  }
}

/** Our own address with the provider's answer, whatever way it came and whatever host the request named. */
async function readAnswer(context: AuthContext, c: Context): Promise<URL> {
  const answer = new URL(callbackAddress(context))
  const given =
    c.req.method === 'POST' ? Object.entries(await c.req.parseBody()) : [...new URL(c.req.url).searchParams]
  for (const [name, value] of given) if (typeof value === 'string') answer.searchParams.append(name, value)
  return answer
}

/**
 * A client that exchanges a code proves by its secret that it is the one that began. Any other must show the cookie, or a
 * stranger's answer would sign this browser in as the stranger.
 */
function refuseOtherBrowser(context: AuthContext, c: Context, attempt: ProviderAttempt): void {
  if (attempt.code_challenge !== null) return
  const browser = getCookie(c, browserCookie(context)) ?? ''
  if (!equalSecrets(sha256(browser), attempt.browser_hash)) throw badState()
}

async function askProvider(
  context: AuthContext,
  attempt: ProviderAttempt,
  answer: URL,
  state: string,
): Promise<ForeignAccount> {
  const provider = providerOf(context, attempt.provider)
  const passphrase = { state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier }
  try {
    const account = await provider.account(answer, passphrase)
    if (account.subject === '' || account.issuer === '')
      throw new Error('The provider did not say who it was.')
    return account
  } catch (error) {
    if (error instanceof AuthError) throw error
    // What exactly was wrong with an answer is for the log: the person cannot act on it, a stranger could.
    context.log(`The answer of ${attempt.provider} was refused: ${reasonOf(error)}`)
    throw new AuthError(400, 'bad_oauth_callback', 'The provider refused, or its answer was not valid', {
      cause: error,
    })
  }
}

async function finish(
  context: AuthContext,
  attempt: ProviderAttempt,
  account: ForeignAccount,
  trace: ClientTrace,
): Promise<Landing> {
  return inTransaction(context.pool, async (tx): Promise<Landing> => {
    const { code_challenge: challenge, code_challenge_method: method, link_user_id: linkTo } = attempt
    const linked = linkTo === null ? null : usable(await findUserById(tx, linkTo, true))
    // Another password while the provider was asked ends this as it ends what was begun before.
    if (linked && linked.encrypted_password !== attempt.link_password) throw badState()
    const user = linked ?? (await userOfAccount(tx, account))
    if (challenge !== null && method !== null) {
      const flow = await saveFlowState(tx, user.id, { challenge, method }, 'oauth', {
        provider: account.provider,
        // Connected only when the browser that asked for it shows its secret.
        pendingIdentity: linked ? account : null,
      })
      return { query: { code: must(await issueAuthCode(tx, flow)) } }
    }
    if (linked) await connectAccount(tx, linked, account)
    await audit(tx, linked ? 'identity_linked' : 'login', user, trace.address)
    return sessionLanding(await beginSession(context, tx, user.id, 'oauth', trace))
  })
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof Error
    ? `${cause.message} ${cause.cause instanceof Error ? cause.cause.message : ''}`.trim()
    : String(cause)
}
