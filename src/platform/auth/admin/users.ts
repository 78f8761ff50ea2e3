import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { must } from '#base/assert.ts'
import { isUuid } from '#base/ids.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-error.ts'
import { type AuthUser, findUserById } from '../auth-user.ts'
import { clientTrace } from '../client-trace.ts'
import { findUserByContact, readContact } from '../contact.ts'
import { emailExists } from '../email-change.ts'
import { type Queryable, type Transaction, inTransaction } from '../database.ts'
import { listFactors, lockFactor, shapeFactor } from '../factors.ts'
import { hashPassword, refuseUnusable } from '../passwords.ts'
import { type RequestBody, readBody } from '../request-body.ts'
import { endSessions } from '../sessions.ts'
import { setPassword } from '../set-password.ts'
import { shapeUser } from '../shape-user.ts'
import { confirmEmail, confirmPhone, insertUser, mergeMetadata, refuseLargeMetadata } from '../write-user.ts'
import { parseBan } from './parse-ban.ts'

const mostAPage = 1000

/** `GET /admin/users?page=1&per_page=50`: everybody, newest first, with `x-total-count` and the pages in `link`. */
export async function listUsers({ pool }: AuthContext, c: Context): Promise<Response> {
  const page = whole(c, 'page', 1)
  const size = Math.min(whole(c, 'per_page', 50), mostAPage)
  const { rows } = await pool.query<{ id: string }>(
    'select id from auth.users where deleted_at is null order by created_at desc, id limit $1 offset $2',
    [size, (page - 1) * size],
  )
  // Asked on its own: a page beyond the last has no row to say it.
  const { rows: counted } = await pool.query<{ total: string }>(
    'select count(*) as total from auth.users where deleted_at is null',
  )
  const users: Record<string, unknown>[] = []
  for (const { id } of rows) {
    const user = await findUserById(pool, id)
    if (user) users.push(await shapeUser(pool, user))
  }
  const total = Number(must(counted[0]).total)
  const last = Math.max(1, Math.ceil(total / size))
  const link = (to: number, rel: string): string => `</admin/users?page=${to}&per_page=${size}>; rel="${rel}"`
  c.header('x-total-count', String(total))
  c.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
  return c.json({ users, aud: 'authenticated' })
}

/** `GET /admin/users/:id`. */
export async function readOneUser({ pool }: AuthContext, c: Context): Promise<Response> {
  return c.json(await shapeUser(pool, await userOf(pool, c)))
}

/**
 * `POST /admin/users` {email | phone, password?, email_confirm?, phone_confirm?, user_metadata?, app_metadata?,
 * ban_duration?}: somebody new, without a mail. 422 `email_exists` or `phone_exists`.
 */
export async function createUser(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  const contact = readContact(context, body, 'the new user')
  if (!contact) throw validationFailed('Cannot create a user without either an email or phone')
  const password = body.text('password') || randomBytes(24).toString('base64url')
  refuseUnusable(password)
  const data = body.object('user_metadata') ?? {}
  const passwordHash = await hashPassword(password)
  return inTransaction(context.pool, async (tx) => {
    if (await findUserByContact(tx, contact)) throw taken(contact.kind)
    const id = randomUUID()
    const made = await insertUser(tx, { contact, passwordHash, data }, id)
    if (made.id !== id) throw taken(contact.kind)
    await write(context, tx, id, body)
    await audit(tx, 'user_signedup', must(await findUserById(tx, id)), clientTrace(context, c).address)
    return c.json(await shapeUser(tx, must(await findUserById(tx, id))))
  })
}

/**
 * `PUT /admin/users/:id` {password?, email_confirm?, phone_confirm?, user_metadata?, app_metadata?, ban_duration?}. A new
 * password and a ban end every session. Addresses and numbers change only where their owner confirms: 400.
 */
export async function changeUser(context: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c)
  if (body.text('email') || body.text('phone'))
    throw validationFailed('Here an address or number changes only by its owner, who confirms it')
  const password = body.text('password')
  if (password) refuseUnusable(password)
  const passwordHash = password ? await hashPassword(password) : null
  return inTransaction(context.pool, async (tx) => {
    const { id } = await userOf(tx, c, true)
    if (passwordHash !== null) await setPassword(tx, id, passwordHash)
    await write(context, tx, id, body)
    if (passwordHash !== null || body.text('ban_duration')) await endSessions(tx, id)
    const user = must(await findUserById(tx, id))
    await audit(tx, 'user_modified', user, clientTrace(context, c).address)
    return c.json(await shapeUser(tx, user))
  })
}

/**
 * `DELETE /admin/users/:id` {should_soft_delete?}: they sign in no more, at once. Either way the account stays, without what
 * names the person: what they did in workspaces still says that it was one person, and the id is never given again. What
 * workspaces know of them (name, address, picture, membership) is no part of the account: who manages their people ends it
 * there.
 */
export async function deleteUser(context: AuthContext, c: Context): Promise<Response> {
  return inTransaction(context.pool, async (tx) => {
    const user = await userOf(tx, c, true)
    await audit(tx, 'user_deleted', user, clientTrace(context, c).address)
    await endSessions(tx, user.id)
    for (const table of ['identities', 'mfa_factors', 'one_time_tokens'])
      await tx.query(`delete from auth.${table} where user_id = $1`, [user.id])
    await tx.query(
      `update auth.users set deleted_at = now(), updated_at = now(), email = null, phone = null, email_change = '',
         phone_change = '', encrypted_password = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}' where id = $1`,
      [user.id],
    )
    return c.json({})
  })
}

/** `GET /admin/users/:id/factors`. */
export async function listUserFactors({ pool }: AuthContext, c: Context): Promise<Response> {
  const { id } = await userOf(pool, c)
  return c.json((await listFactors(pool, id)).map(shapeFactor))
}

/** `DELETE /admin/users/:id/factors/:factor`: for who lost their second step; every session of theirs ends. */
export async function deleteUserFactor(context: AuthContext, c: Context): Promise<Response> {
  return inTransaction(context.pool, async (tx) => {
    const user = await userOf(tx, c, true)
    const factor = await lockFactor(tx, user.id, c.req.param('factor') ?? '')
    await tx.query('delete from auth.mfa_factors where id = $1', [factor.id])
    await endSessions(tx, user.id)
    await audit(tx, 'factor_unenrolled', user, clientTrace(context, c).address)
    return c.json({ id: factor.id })
  })
}

async function userOf(db: Queryable, c: Context, lock = false): Promise<AuthUser> {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(db, id, lock)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

async function write(context: AuthContext, tx: Transaction, id: string, body: RequestBody): Promise<void> {
  const user = must(await findUserById(tx, id, true))
  if (body.flag('email_confirm', false) && user.email) await confirmEmail(tx, user, true)
  if (body.flag('phone_confirm', false) && user.phone) await confirmPhone(tx, user, true)
  const userData = mergeMetadata(user.raw_user_meta_data, body.object('user_metadata') ?? {})
  const appData = mergeMetadata(user.raw_app_meta_data, body.object('app_metadata') ?? {})
  refuseLargeMetadata({ ...userData, app: appData })
  await tx.query('update auth.users set raw_user_meta_data = $2, raw_app_meta_data = $3 where id = $1', [
    id,
    userData,
    appData,
  ])
  const ban = body.text('ban_duration')
  if (ban)
    await tx.query('update auth.users set banned_until = now() + make_interval(secs => $2) where id = $1', [
      id,
      parseBan(ban),
    ])
}

const taken = (kind: 'email' | 'phone'): AuthError =>
  kind === 'email'
    ? emailExists()
    : new AuthError(422, 'phone_exists', 'Phone number already registered by another user')

function whole(c: Context, name: string, otherwise: number): number {
  const text = c.req.query(name)
  // The client sends an empty one for its default.
  if (!text) return otherwise
  if (!/^[1-9]\d{0,6}$/.test(text)) throw validationFailed(`Bad Pagination Parameters: ${name}`)
  return Number(text)
}
