import type { Context } from 'hono'
import { atEvenPace } from '#base/even-pace.ts'
import type { AuthContext, PlatformMail } from '../auth-context.ts'
import { validationFailed } from '../auth-error.ts'
import { findUserByEmail, findUserByEmailChange, findUserByPhoneChange } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { type Contact, findUserByContact, isConfirmed, readContact } from '../contact.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { prepareEmailChange } from '../email-change.ts'
import { type CodeChallenge, parseCodeChallenge } from '../flow-state.ts'
import { preparePhoneChange } from '../phone-change.ts'
import { redirectTarget } from '../redirect-target.ts'
import { readBody } from '../request-body.ts'
import { deliver, prepareTokenMail, takeMailAllowance } from '../send-token-mail.ts'

interface Resend {
  to: Contact
  redirectTo: string
  challenge: CodeChallenge | null
}

/** `POST /resend` {type: signup | email_change | sms | phone_change, email | phone}. `{}` whether something was pending or not. */
export async function resend(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const type = body.text('type')
  if (type !== 'signup' && type !== 'email_change' && type !== 'sms' && type !== 'phone_change')
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
  const byPhone = type === 'sms' || type === 'phone_change'
  const to = readContact(context, body, 'resend')
  if (!to || (to.kind === 'phone') !== byPhone)
    throw validationFailed(`Type provided requires ${byPhone ? 'a phone number' : 'an email address'}`)
  const challenge = parseCodeChallenge(body)
  const { key } = clientTrace(context, c)
  await context.limits.mailRequests.take(`resend ${key}`)
  const kind = type === 'sms' ? 'signup' : type
  const wanted = {
    to,
    challenge: byPhone ? null : challenge,
    redirectTo: await redirectTarget(context, c.req.query('redirect_to')),
  }
  return atEvenPace(context.limits.evenAnswerMs, async () => {
    await takeMailAllowance(context, kind, to, key)
    const mails = await inTransaction(context.pool, (tx) => preparers[kind](context, tx, wanted))
    await deliver(context, kind, to, mails)
    return c.json({})
  })
}

async function prepareSignUpAgain(
  context: AuthContext,
  tx: Transaction,
  { to, redirectTo, challenge }: Resend,
): Promise<PlatformMail[]> {
  const user = await findUserByContact(tx, to, true)
  if (!user || isConfirmed(user, to)) return []
  const mail = await prepareTokenMail(context, tx, {
    userId: user.id,
    to,
    type: 'confirmation_token',
    kind: 'signup',
    linkType: 'signup',
    redirectTo,
    challenge,
  })
  return [mail]
}

async function prepareEmailChangeAgain(
  context: AuthContext,
  tx: Transaction,
  { to, redirectTo, challenge }: Resend,
): Promise<PlatformMail[]> {
  const user = (await findUserByEmailChange(tx, to.value)) ?? (await findUserByEmail(tx, to.value))
  if (!user?.email_change) return []
  return prepareEmailChange(context, tx, user, { newEmail: user.email_change, redirectTo, challenge })
}

async function preparePhoneChangeAgain(
  context: AuthContext,
  tx: Transaction,
  { to }: Resend,
): Promise<PlatformMail[]> {
  const user = await findUserByPhoneChange(tx, to.value)
  return user ? [await preparePhoneChange(context, tx, user, to.value)] : []
}

const preparers = {
  signup: prepareSignUpAgain,
  email_change: prepareEmailChangeAgain,
  phone_change: preparePhoneChangeAgain,
}
