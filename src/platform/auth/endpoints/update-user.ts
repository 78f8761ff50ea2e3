import type { Context } from 'hono'
import { must } from '#base/assert.ts'
import type { JsonObject } from '#base/json.ts'
import { audit } from '../audit.ts'
import type { AuthContext, PlatformMail } from '../auth-context.ts'
import { AuthError } from '../auth-error.ts'
import { type AuthUser, findUserByEmail, findUserById, findUserByPhone } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { type Contact, contactOf, parsePhone } from '../contact.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { parseEmail } from '../email-address.ts'
import { emailExists, prepareEmailChange } from '../email-change.ts'
import { type Factor, listFactors } from '../factors.ts'
import { type CodeChallenge, parseCodeChallenge } from '../flow-state.ts'
import { hashPassword, matchesPassword, refuseUnusable } from '../passwords.ts'
import { phoneExists, preparePhoneChange } from '../phone-change.ts'
import { provePresence, requirePresence } from '../prove-presence.ts'
import { redirectTarget } from '../redirect-target.ts'
import { type RequestBody, readBody } from '../request-body.ts'
import { deliver, takeMailAllowance } from '../send-token-mail.ts'
import { endSessions } from '../sessions.ts'
import { setPassword } from '../set-password.ts'
import { shapeUser } from '../shape-user.ts'
import { type SignedIn, signedInUser } from '../signed-in-user.ts'
import { mergeMetadata, refuseLargeMetadata } from '../write-user.ts'

interface UserChanges {
  /** '' when the address stays. */
  email: string
  /** '' when the number stays. */
  phone: string
  passwordHash: string | null
  data: JsonObject | null
  redirectTo: string
  challenge: CodeChallenge | null
}

/**
 * `PUT /user` {email?, phone?, password?, data?, nonce?, current_password?}. A new address counts once both sides
 * confirmed it, a new number once its code was typed.
 */
export async function updateUser(context: AuthContext, c: Context): Promise<Response> {
  const caller = await signedInUser(context, c)
  const body = await readBody(c)
  const trace = clientTrace(context, c)
  const { address, key } = trace
  await context.limits.mailRequests.take(`user ${key}`)
  const changes = await readChanges(context, c, body, caller, trace)
  const toNumber: Contact = { kind: 'phone', value: changes.phone }
  if (changes.email) await takeMailAllowance(context, 'email_change', contactOf(caller.user), key)
  if (changes.phone) await takeMailAllowance(context, 'phone_change', toNumber, key)
  const { mails, texts } = await inTransaction(context.pool, (tx) =>
    apply(context, tx, caller, changes, address),
  )
  await deliver(context, 'email_change', contactOf(caller.user), mails)
  await deliver(context, 'phone_change', toNumber, texts)
  const user = must(await findUserById(context.pool, caller.user.id))
  return c.json(await shapeUser(context.pool, user))
}

async function readChanges(
  context: AuthContext,
  c: Context,
  body: RequestBody,
  caller: SignedIn,
  trace: { key: string; address: string },
): Promise<UserChanges> {
  const { user } = caller
  if (caller.aal !== 'aal2' && (await listFactors(context.pool, user.id)).some(isVerified) && guarded(body))
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  const email = body.text('email').trim() ? parseEmail(body.text('email')) : ''
  const phone = body.text('phone').trim() ? parsePhone(context, body.text('phone')) : ''
  if (phone && phone !== user.phone) {
    requirePresence(caller)
    if (await findUserByPhone(context.pool, phone)) throw phoneExists()
  }
  const challenge = parseCodeChallenge(body)
  const data = body.object('data')
  if (data) refuseLargeMetadata(mergeMetadata(user.raw_user_meta_data, data))
  if (email && email !== user.email) requirePresence(caller)
  if (email && email !== user.email && (await findUserByEmail(context.pool, email))) throw emailExists()
  const password = body.text('password')
  let passwordHash: string | null = null
  if (body.has('password')) {
    refuseUnusable(password)
    await provePresence(
      context,
      caller,
      { nonce: body.text('nonce'), currentPassword: body.text('current_password') },
      trace,
    )
    if (user.encrypted_password && (await matchesPassword(password, user.encrypted_password))) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    }
    passwordHash = await hashPassword(password)
  }
  return {
    email: email === user.email ? '' : email,
    phone: phone === user.phone ? '' : phone,
    passwordHash,
    data,
    challenge,
    redirectTo: await redirectTarget(context, c.req.query('redirect_to')),
  }
}

async function apply(
  context: AuthContext,
  tx: Transaction,
  caller: SignedIn,
  changes: UserChanges,
  address: string,
): Promise<{ mails: PlatformMail[]; texts: PlatformMail[] }> {
  const user = must(await findUserById(tx, caller.user.id, true))
  if (changes.data) {
    const data = mergeMetadata(user.raw_user_meta_data, changes.data)
    await tx.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
      user.id,
      data,
    ])
  }
  if (changes.passwordHash) await changePassword(tx, user, changes.passwordHash, caller.sessionId)
  await audit(tx, changes.passwordHash ? 'user_updated_password' : 'user_modified', user, address)
  const { email: newEmail, phone, redirectTo, challenge } = changes
  return {
    mails: newEmail ? await prepareEmailChange(context, tx, user, { newEmail, redirectTo, challenge }) : [],
    texts: phone ? [await preparePhoneChange(context, tx, user, phone)] : [],
  }
}

const isVerified = ({ status }: Factor): boolean => status === 'verified'
const guarded = (body: RequestBody): boolean =>
  body.has('password') || ['email', 'phone'].some((key) => body.text(key).trim() !== '')

/** Whoever else is signed in as this user, or holds a mailed code, may be why the password changes. */
async function changePassword(
  tx: Transaction,
  user: AuthUser,
  hash: string,
  keepSession: string,
): Promise<void> {
  await setPassword(tx, user.id, hash)
  await endSessions(tx, user.id, { except: keepSession })
}
