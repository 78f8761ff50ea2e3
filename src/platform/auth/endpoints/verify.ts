import type { Context } from 'hono'
import { atEvenPace } from '#base/even-pace.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { findUserById } from '../auth-user.ts'
import { must } from '#base/assert.ts'
import { clientTrace } from '../client-trace.ts'
import { type Contact, readContact } from '../contact.ts'
import { inTransaction } from '../database.ts'
import {
  type OneTimeToken,
  type OneTimeTokenType,
  type SentCodes,
  findTokenByCode,
  findTokenByLink,
} from '../one-time-tokens.ts'
import { codesSentTo, redeemToken, tokenExpired, tokenTypesOf } from '../redeem-token.ts'
import { type RequestBody, readBody } from '../request-body.ts'
import { type ClientTrace, beginSession } from '../sessions.ts'
import { takeCodeTry } from '../take-code-try.ts'

/** First of two confirmations of a new address. */
export const otherSideText =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

interface Proof {
  types: OneTimeTokenType[]
  contact: Contact | null
  code: string
  linkToken: string
}

/** `POST /verify` {type, email, token} or {type, token_hash}: answers a session. Bad and expired alike: 403 `otp_expired`. */
export async function verify(context: AuthContext, c: Context): Promise<Response> {
  const proof = readProof(context, await readBody(c))
  const trace = clientTrace(context, c)
  await context.limits.verify.take(trace.key)
  // A small step, for a call people wait for: what differs here is a write or two.
  return atEvenPace(context.limits.evenAnswerMs / 8, async () => {
    const sent = proof.contact && (await codesSentTo(context.pool, { ...proof, contact: proof.contact }))
    if (sent && !(await mayTry(context, sent, trace))) throw tokenExpired()
    // The search commits by itself: a wrong try must be counted although the request is refused.
    const token = await inTransaction(context.pool, (tx) =>
      sent
        ? findTokenByCode(tx, { ...sent, code: proof.code }, context.limits.codeTries)
        : findTokenByLink(tx, proof.linkToken, proof.types),
    )
    if (!token || isToExchange(token, proof)) throw tokenExpired()
    const session = await redeemForSession(context, token, trace)
    return c.json(session ?? { msg: otherSideText, code: '200' })
  })
}

// A link that a client with a verifier asked for ends in a code for that client: whoever only read the link (in a log)
// gets nothing for it. The hosted service answers a session here.
const isToExchange = (token: OneTimeToken, { linkToken }: Proof): boolean =>
  linkToken !== '' && token.flow_state_id !== null

// One too many is refused like a wrong one: only where codes are sent are they counted, so 429 would tell who is there.
async function mayTry(context: AuthContext, sent: SentCodes, trace: ClientTrace): Promise<boolean> {
  try {
    return await takeCodeTry(context, sent, trace)
  } catch (error) {
    if (error instanceof AuthError && error.status === 429) return false
    throw error
  }
}

function readProof(context: AuthContext, body: RequestBody): Proof {
  const types = tokenTypesOf(body.text('type'))
  const code = body.text('token')
  const linkToken = body.text('token_hash')
  if (linkToken) {
    if (code || body.text('email') || body.text('phone'))
      throw validationFailed('Only the token_hash and type should be provided')
    return { types, contact: null, code: '', linkToken }
  }
  if (!code) throw validationFailed('Verify requires a token or a token hash')
  const contact = readContact(context, body, 'verify')
  if (!contact) throw validationFailed('Only an email address or phone number should be provided on verify')
  return { types, contact, code, linkToken: '' }
}

async function redeemForSession(
  context: AuthContext,
  found: OneTimeToken,
  trace: ClientTrace,
): Promise<Record<string, unknown> | null> {
  return inTransaction(context.pool, async (tx) => {
    const userId = await redeemToken(context, tx, found)
    if (!userId) return null
    await audit(tx, 'login', must(await findUserById(tx, userId)), trace.address)
    return beginSession(context, tx, userId, 'otp', trace)
  })
}
