import type { Context } from 'hono'
import { atEvenPace } from '#base/even-pace.ts'
import type { JsonObject } from '#base/json.ts'
import { audit } from '../audit.ts'
import type { AuthContext, PlatformMail } from '../auth-context.ts'
import { validationFailed } from '../auth-error.ts'
import { clientTrace } from '../client-trace.ts'
import { type Contact, findUserByContact, isConfirmed, readContact } from '../contact.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { type CodeChallenge, parseCodeChallenge } from '../flow-state.ts'
import { redirectTarget } from '../redirect-target.ts'
import { readBody } from '../request-body.ts'
import { deliver, prepareTokenMail, takeMailAllowance } from '../send-token-mail.ts'
import { insertUser, refuseLargeMetadata } from '../write-user.ts'

/**
 * `POST /otp` and `POST /magiclink`: sends a code, by mail a link too, to sign in with. `{}` whether the account exists or not,
 * also with `create_user: false` (the hosted service answers 422 there, which tells strangers who has an account).
 */
export async function oneTimePassword(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const contact = readContact(context, body, 'otp')
  if (!contact) throw validationFailed('One of email or phone must be set')
  const data = body.object('data') ?? {}
  refuseLargeMetadata(data)
  const createUser = body.flag('create_user', true)
  const challenge = contact.kind === 'email' ? parseCodeChallenge(body) : null
  const { address, key } = clientTrace(context, c)
  await context.limits.mailRequests.take(`${c.req.path} ${key}`)
  const redirectTo = await redirectTarget(context, c.req.query('redirect_to'))
  return atEvenPace(context.limits.evenAnswerMs, async () => {
    await takeMailAllowance(context, 'magiclink', contact, key)
    const mail = await inTransaction(context.pool, (tx) =>
      prepareSignIn(context, tx, { contact, data, createUser, challenge, redirectTo, address }),
    )
    if (mail) await deliver(context, 'magiclink', contact, [mail])
    return c.json({})
  })
}

async function prepareSignIn(
  context: AuthContext,
  tx: Transaction,
  wanted: {
    contact: Contact
    data: JsonObject
    createUser: boolean
    challenge: CodeChallenge | null
    redirectTo: string
    address: string
  },
): Promise<PlatformMail | null> {
  const known = await findUserByContact(tx, wanted.contact, true)
  if (!known && !wanted.createUser) return null
  const user =
    known ?? (await insertUser(tx, { contact: wanted.contact, passwordHash: null, data: wanted.data }))
  await audit(tx, known ? 'user_recovery_requested' : 'user_signedup', user, wanted.address)
  const confirmed = isConfirmed(user, wanted.contact)
  return prepareTokenMail(context, tx, {
    userId: user.id,
    to: wanted.contact,
    type: confirmed ? 'recovery_token' : 'confirmation_token',
    kind: 'magiclink',
    linkType: confirmed ? 'magiclink' : 'signup',
    redirectTo: wanted.redirectTo,
    challenge: wanted.challenge,
  })
}
