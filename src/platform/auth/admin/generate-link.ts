import type { Context } from 'hono'
import { must } from '#base/assert.ts'
import type { JsonObject } from '#base/json.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { type AuthUser, findUserByEmail, findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { verifyLink } from '../compose-mail.ts'
import { type Transaction, inTransaction } from '../database.ts'
import { parseEmail } from '../email-address.ts'
import { emailExists, noteEmailChange } from '../email-change.ts'
import { deleteTokens } from '../one-time-tokens.ts'
import { hashPassword, refuseUnusable } from '../passwords.ts'
import { redirectTarget } from '../redirect-target.ts'
import { type RequestBody, readBody } from '../request-body.ts'
import { issueMailedToken, type TokenMail } from '../send-token-mail.ts'
import { shapeUser } from '../shape-user.ts'
import { refuseLargeMetadata } from '../write-user.ts'
import { pendingUser } from './pending-user.ts'

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change_current' | 'email_change_new'

interface Wanted {
  type: LinkType
  email: string
  newEmail: string
  passwordHash: string | null
  data: JsonObject
}

type Prepared = Pick<TokenMail, 'userId' | 'to' | 'type' | 'kind' | 'linkType'>

/**
 * `POST /admin/generate_link` {type, email, password?, new_email?, data?}: what a mail would have said, for who sends mails by
 * themselves: the code, the link, and the secret in it. Nothing is sent. 404 `user_not_found`, 422 `email_exists`.
 */
export async function generateLink(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const wanted = await readWanted(body)
  const redirectTo = await redirectTarget(context, c.req.query('redirect_to') ?? body.text('redirect_to'))
  const { address } = clientTrace(context, c)
  return inTransaction(context.pool, async (tx) => {
    const known = await findUserByEmail(tx, wanted.email, true)
    // Who is not there yet signs up by their first link.
    const type = wanted.type === 'magiclink' && !known ? 'signup' : wanted.type
    const prepared = await prepare(tx, { ...wanted, type }, known)
    await audit(tx, actions[type], must(await findUserById(tx, prepared.userId)), address)
    const { code, linkToken } = await issueMailedToken(tx, { ...prepared, redirectTo, challenge: null })
    return c.json({
      ...(await shapeUser(tx, must(await findUserById(tx, prepared.userId)))),
      action_link: verifyLink(context.publicUrl(), linkToken, prepared.linkType, redirectTo),
      email_otp: code,
      hashed_token: linkToken,
      verification_type: type,
      redirect_to: redirectTo,
    })
  })
}

const actions = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
} as const satisfies Record<LinkType, string>

async function readWanted(body: RequestBody): Promise<Wanted> {
  const type = body.text('type')
  if (!Object.hasOwn(actions, type))
    throw validationFailed(`Invalid email action link type requested: ${type.slice(0, 40)}`)
  const password = body.text('password')
  if (type === 'signup') {
    if (!password) throw validationFailed('Signup requires a valid password')
    refuseUnusable(password)
  }
  const data = body.object('data') ?? {}
  refuseLargeMetadata(data)
  return {
    type: type as LinkType,
    email: parseEmail(body.text('email')),
    newEmail: type.startsWith('email_change') ? parseEmail(body.text('new_email')) : '',
    passwordHash: type === 'signup' ? await hashPassword(password) : null,
    data,
  }
}

async function prepare(tx: Transaction, wanted: Wanted, known: AuthUser | null): Promise<Prepared> {
  const { type, email } = wanted
  if (type === 'signup' || type === 'invite') {
    const { id } = await pendingUser(tx, wanted, known)
    if (type === 'invite') await tx.query('update auth.users set invited_at = now() where id = $1', [id])
    // A link that was asked for without a password says nothing of one that is there: it may be a stranger's.
    const kind = type === 'invite' ? 'invite' : wanted.passwordHash ? 'signup' : 'magiclink'
    return {
      userId: id,
      to: { kind: 'email', value: email },
      type: 'confirmation_token',
      kind,
      linkType: type,
    }
  }
  if (!known) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  if (type === 'magiclink' || type === 'recovery')
    return {
      userId: known.id,
      to: { kind: 'email', value: email },
      type: 'recovery_token',
      kind: type,
      linkType: type,
    }
  if (await findUserByEmail(tx, wanted.newEmail)) throw emailExists()
  // What was agreed to for one address says nothing of another.
  if (known.email_change !== wanted.newEmail)
    await deleteTokens(tx, known.id, ['email_change_token_current', 'email_change_token_new'])
  await noteEmailChange(tx, known, wanted.newEmail)
  const [token, value] =
    type === 'email_change_new'
      ? (['email_change_token_new', wanted.newEmail] as const)
      : (['email_change_token_current', email] as const)
  return {
    userId: known.id,
    to: { kind: 'email', value },
    type: token,
    kind: 'email_change',
    linkType: 'email_change',
  }
}
