import type { Context } from 'hono'
import { must } from '#base/assert.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { findUserByEmail, findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import type { Contact } from '../contact.ts'
import { inTransaction } from '../database.ts'
import { parseEmail } from '../email-address.ts'
import { redirectTarget } from '../redirect-target.ts'
import { readBody } from '../request-body.ts'
import { deliver, prepareTokenMail, takeMailAllowance } from '../send-token-mail.ts'
import { shapeUser } from '../shape-user.ts'
import { refuseLargeMetadata } from '../write-user.ts'
import { pendingUser, refuseConfirmed } from './pending-user.ts'

/** `POST /invite` {email, data?}: an account without a password, and a mail with the way into it. 422 `email_exists`. */
export async function inviteUser(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const email = parseEmail(body.text('email'))
  const data = body.object('data') ?? {}
  refuseLargeMetadata(data)
  const to: Contact = { kind: 'email', value: email }
  const { address, key } = clientTrace(context, c)
  // No mail, no allowance. Whoever asks here may know who is there.
  refuseConfirmed(await findUserByEmail(context.pool, email))
  await takeMailAllowance(context, 'invite', to, key)
  const redirectTo = await redirectTarget(context, c.req.query('redirect_to'))
  const { user, mail } = await inTransaction(context.pool, async (tx) => {
    const known = await findUserByEmail(tx, email, true)
    const { id } = await pendingUser(tx, { email, passwordHash: null, data }, known)
    await tx.query('update auth.users set invited_at = now() where id = $1', [id])
    const prepared = await prepareTokenMail(context, tx, {
      userId: id,
      to,
      type: 'confirmation_token',
      kind: 'invite',
      linkType: 'invite',
      redirectTo,
      challenge: null,
    })
    const invited = must(await findUserById(tx, id))
    await audit(tx, 'user_invited', invited, address)
    return { user: await shapeUser(tx, invited), mail: prepared }
  })
  await deliver(context, 'invite', to, [mail])
  return c.json(user)
}
