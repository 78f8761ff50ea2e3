import type { Context } from 'hono'
import type { JsonObject } from '#base/json.ts'
import { audit } from '../audit.ts'
import type { AuthContext, PlatformMail } from '../auth-context.ts'
import { validationFailed } from '../auth-error.ts'
import { findUserByEmail } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { parseEmail } from '../email-address.ts'
import { atEvenPace } from '../even-answer.ts'
import { type CodeChallenge, parseCodeChallenge } from '../flow-state.ts'
import { redirectTarget } from '../redirect-target.ts'
import { readBody } from '../request-body.ts'
import { phoneDisabled } from '../require-credentials.ts'
import { deliver, prepareTokenMail, takeMailAllowance } from '../send-token-mail.ts'
import { insertUser, refuseLargeMetadata } from '../write-user.ts'

/**
 * `POST /otp` and `POST /magiclink`: mails a code and a link to sign in with. `{}` whether the account exists or not,
 * also with `create_user: false` (the hosted service answers 422 there, which tells strangers who has an account).
 */
export async function oneTimePassword(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  if (body.text('phone')) throw phoneDisabled('Unsupported phone provider')
  if (!body.text('email').trim()) throw validationFailed('One of email or phone must be set')
  const email = parseEmail(body.text('email'))
  const data = body.object('data') ?? {}
  refuseLargeMetadata(data)
  const createUser = body.flag('create_user', true)
  const challenge = parseCodeChallenge(body)
  const { address, key } = clientTrace(context, c)
  context.limits.mailRequests.take(`${c.req.path} ${key}`)
  const redirectTo = redirectTarget(context, c.req.query('redirect_to'))
  return atEvenPace(context.limits.evenAnswerMs, async () => {
    takeMailAllowance(context, 'magiclink', email)
    const mail = await inTransaction(context.pool, (tx) =>
      prepareSignIn(context, tx, { email, data, createUser, challenge, redirectTo, address }),
    )
    if (mail) await deliver(context, 'magiclink', email, [mail])
    return c.json({})
  })
}

async function prepareSignIn(
  context: AuthContext,
  tx: Transaction,
  wanted: {
    email: string
    data: JsonObject
    createUser: boolean
    challenge: CodeChallenge | null
    redirectTo: string
    address: string
  },
): Promise<PlatformMail | null> {
  const known = await findUserByEmail(tx, wanted.email, true)
  if (!known && !wanted.createUser) return null
  const user = known ?? (await insertUser(tx, { email: wanted.email, passwordHash: null, data: wanted.data }))
  await audit(tx, known ? 'user_recovery_requested' : 'user_signedup', user, wanted.address)
  const confirmed = user.email_confirmed_at !== null
  return prepareTokenMail(context, tx, {
    userId: user.id,
    to: wanted.email,
    type: confirmed ? 'recovery_token' : 'confirmation_token',
    kind: 'magiclink',
    linkType: confirmed ? 'magiclink' : 'signup',
    redirectTo: wanted.redirectTo,
    challenge: wanted.challenge,
  })
}
