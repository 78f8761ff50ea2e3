import type { Context } from 'hono'
import type { AuthContext } from '../auth-context.ts'
import { clientTrace } from '../client-trace.ts'
import { contactOf } from '../contact.ts'
import { inTransaction } from '../database.ts'
import { deliver, prepareTokenMail, takeMailAllowance } from '../send-token-mail.ts'
import { signedInUser } from '../signed-in-user.ts'

/** `GET /reauthenticate`: mails the caller the nonce that a password change in an old session asks for. */
export async function reauthenticate(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await signedInUser(context, c)
  await context.limits.mailRequests.take(`reauthenticate ${clientTrace(context, c).key}`)
  const to = contactOf(user)
  await takeMailAllowance(context, 'reauthentication', to, clientTrace(context, c).key)
  const mail = await inTransaction(context.pool, (tx) =>
    prepareTokenMail(context, tx, {
      userId: user.id,
      to,
      type: 'reauthentication_token',
      kind: 'reauthentication',
      linkType: 'recovery',
      redirectTo: '',
      challenge: null,
    }),
  )
  await deliver(context, 'reauthentication', to, [mail])
  return c.json({})
}
