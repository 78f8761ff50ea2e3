import type { Context } from 'hono'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { type AuthUser, findUserById, isBanned } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { type Contact, findUserByContact, isConfirmed } from '../contact.ts'
import { inTransaction } from '../database.ts'
import { passwordWeaknesses, weaknessText } from '../passwords.ts'
import { type RequestBody, readBody } from '../request-body.ts'
import { requireCredentials } from '../require-credentials.ts'
import { beginSession } from '../sessions.ts'
import { tryPassword } from '../try-password.ts'

const wrongCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')

/**
 * `POST /token?grant_type=password`. An absent account costs the same time and the same pauses as a wrong password;
 * that an address waits for its confirmation, or a user is banned, is told only to who knows the password.
 */
export async function signInWithPassword(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const { contact, password } = readCredentials(context, body)
  const trace = clientTrace(context, c)
  await context.limits.password.take(trace.key)
  const user = await tryPassword(context, { account: contact.value, password, trace }, () =>
    findUserByContact(context.pool, contact),
  )
  if (!user) throw wrongCredentials()
  const session = await begin(context, user, contact, trace)
  const reasons = passwordWeaknesses(password)
  return c.json(
    reasons.length > 0 ? { ...session, weak_password: { message: weaknessText(reasons), reasons } } : session,
  )
}

/** What was typed; an address of no proper form is one that nobody has. */
function readCredentials(context: AuthContext, body: RequestBody): { contact: Contact; password: string } {
  const email = body.text('email').trim().toLowerCase()
  if (!email || body.text('phone').trim() || !body.text('password'))
    return requireCredentials(context, body, 'login')
  return { contact: { kind: 'email', value: email }, password: body.text('password') }
}

async function begin(
  context: AuthContext,
  checked: AuthUser,
  contact: Contact,
  trace: { address: string; userAgent: string },
): Promise<Record<string, unknown>> {
  return inTransaction(context.pool, async (tx) => {
    const user = await findUserById(tx, checked.id, true)
    // The password may have been changed while it was compared.
    if (!user || user.encrypted_password !== checked.encrypted_password) throw wrongCredentials()
    if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
    if (!isConfirmed(user, contact))
      throw contact.kind === 'email'
        ? new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
        : new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
    await audit(tx, 'login', user, trace.address)
    return beginSession(context, tx, user.id, 'password', trace)
  })
}
