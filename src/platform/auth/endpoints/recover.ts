import type { Context } from 'hono'
import { atEvenPace } from '#base/even-pace.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { validationFailed } from '../auth-error.ts'
import { findUserByEmail } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import type { Contact } from '../contact.ts'
import { inTransaction } from '../database.ts'
import { parseEmail } from '../email-address.ts'
import { parseCodeChallenge } from '../flow-state.ts'
import { redirectTarget } from '../redirect-target.ts'
import { readBody } from '../request-body.ts'
import { deliver, prepareTokenMail, takeMailAllowance } from '../send-token-mail.ts'

/** `POST /recover`: mails a code and a link to set a new password. `{}` whether the account exists or not. */
export async function recover(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  if (!body.text('email').trim()) throw validationFailed('Password recovery requires an email')
  const email = parseEmail(body.text('email'))
  const to: Contact = { kind: 'email', value: email }
  const challenge = parseCodeChallenge(body)
  const { address, key } = clientTrace(context, c)
  await context.limits.mailRequests.take(`recover ${key}`)
  const redirectTo = await redirectTarget(context, c.req.query('redirect_to'))
  return atEvenPace(context.limits.evenAnswerMs, async () => {
    await takeMailAllowance(context, 'recovery', to, key)
    const mail = await inTransaction(context.pool, async (tx) => {
      const user = await findUserByEmail(tx, email, true)
      if (!user) return null
      await audit(tx, 'user_recovery_requested', user, address)
      return prepareTokenMail(context, tx, {
        userId: user.id,
        to,
        type: 'recovery_token',
        kind: 'recovery',
        linkType: 'recovery',
        redirectTo,
        challenge,
      })
    })
    if (mail) await deliver(context, 'recovery', to, [mail])
    return c.json({})
  })
}
