import type { Context } from 'hono'
import type { AuthContext, PlatformMail } from '../auth-context.ts'
import { validationFailed } from '../auth-error.ts'
import { findUserByEmail, findUserByEmailChange } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { parseEmail } from '../email-address.ts'
import { prepareEmailChange } from '../email-change.ts'
import { atEvenPace } from '../even-answer.ts'
import { type CodeChallenge, parseCodeChallenge } from '../flow-state.ts'
import { redirectTarget } from '../redirect-target.ts'
import { readBody } from '../request-body.ts'
import { phoneDisabled } from '../require-credentials.ts'
import { deliver, prepareTokenMail, takeMailAllowance } from '../send-token-mail.ts'

interface Resend {
  email: string
  redirectTo: string
  challenge: CodeChallenge | null
}

/** `POST /resend` {type: signup | email_change, email}. `{}` whether something was pending or not. */
export async function resend(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const type = body.text('type')
  if (type === 'sms' || type === 'phone_change') throw phoneDisabled('Unsupported phone provider')
  if (type !== 'signup' && type !== 'email_change')
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change')
  if (!body.text('email').trim()) throw validationFailed('Type provided requires an email address')
  const email = parseEmail(body.text('email'))
  const challenge = parseCodeChallenge(body)
  context.limits.mailRequests.take(`resend ${clientTrace(context, c).key}`)
  const wanted = { email, challenge, redirectTo: redirectTarget(context, c.req.query('redirect_to')) }
  return atEvenPace(context.limits.evenAnswerMs, async () => {
    takeMailAllowance(context, type, email)
    const prepare = type === 'signup' ? prepareSignUpAgain : prepareEmailChangeAgain
    const mails = await inTransaction(context.pool, (tx) => prepare(context, tx, wanted))
    await deliver(context, type, email, mails)
    return c.json({})
  })
}

async function prepareSignUpAgain(
  context: AuthContext,
  tx: Transaction,
  { email, redirectTo, challenge }: Resend,
): Promise<PlatformMail[]> {
  const user = await findUserByEmail(tx, email, true)
  if (!user || user.email_confirmed_at) return []
  const mail = await prepareTokenMail(context, tx, {
    userId: user.id,
    to: email,
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
  { email, redirectTo, challenge }: Resend,
): Promise<PlatformMail[]> {
  const user = (await findUserByEmailChange(tx, email)) ?? (await findUserByEmail(tx, email))
  if (!user?.email_change) return []
  return prepareEmailChange(context, tx, user, { newEmail: user.email_change, redirectTo, challenge })
}
