import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import ws from 'ws'
import { confirmEmail, confirmPhone, readOwnSignIn } from '#engine/account/own-sign-in.ts'
import {
  provePresenceByCode,
  provePresenceByPassword,
  readPresenceWays,
  sendPresenceCode,
} from '#engine/account/prove-presence.ts'
import { openHostedService } from '#engine/data/hosted-service.ts'
import { enrolFactor } from '../support/authenticator.ts'
import { type TestPlatform, startTestPlatform } from '../support/start-test-platform.ts'

const place = vi.hoisted(() => ({ url: '', anonKey: '' }))
vi.mock('#engine/data/api-base.ts', () => ({
  apiBase: () => place.url,
  startApiBase: async () => undefined,
  readMeta: async () => ({ supabase: place }),
}))

let service: TestPlatform

beforeAll(async () => {
  vi.stubGlobal('WebSocket', globalThis.WebSocket ?? ws)
  service = await startTestPlatform({ phone: { countries: ['DE'] } })
  place.url = service.url
  place.anonKey = service.platform.anonKey
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await service.stop()
})

it('[C-14] a typed code leaves the session in use, its second step too, and no other behind', async () => {
  const [email, wanted, phone] = ['own@example.com', 'wanted@example.com', '+4915112345678']
  const client = await openHostedService()
  const { auth } = client
  await auth.signUp({ email, password: 'Beton und Stahl 7' })
  await auth.verifyOtp({ email, token: service.mailTo(email).code, type: 'signup' })
  await enrolFactor(client)
  const inUse = async () => {
    const { access_token: token, user } = (await auth.getSession()).data.session ?? {}
    const { session_id: id, aal } = decodeJwt(token ?? '')
    return { id, aal, email: user?.email, phone: user?.phone }
  }
  const before = await inUse()
  expect(before).toMatchObject({ aal: 'aal2', email })

  await auth.updateUser({ phone })
  expect(await readOwnSignIn()).toMatchObject({ phone: null, newPhone: phone })
  await confirmPhone(phone, service.mailTo(phone).code)
  expect(await readOwnSignIn()).toMatchObject({ phone, newPhone: null })

  await auth.updateUser({ email: wanted })
  expect(await readOwnSignIn()).toMatchObject({ newEmail: wanted, waitsFor: null })
  expect(await confirmEmail(email, service.mailTo(email).code)).toBe(false)
  expect(await readOwnSignIn()).toMatchObject({ newEmail: wanted, waitsFor: wanted })
  await expect(confirmEmail(wanted, '000000')).rejects.toMatchObject({ code: 'otp_expired' })
  expect(await confirmEmail(wanted, service.mailTo(wanted).code)).toBe(true)

  expect(await inUse()).toEqual({ ...before, email: wanted, phone: phone.slice(1) })
  expect(await sessionsOf(wanted)).toEqual([before.id])
})

it('[C-14] says which of the two addresses is still to answer, after a link too, until new mails go out', async () => {
  const [email, wanted] = ['both@example.com', 'either@example.com']
  const { auth } = await openHostedService()
  await auth.signUp({ email, password: 'Beton und Stahl 7' })
  await auth.verifyOtp({ email, token: service.mailTo(email).code, type: 'signup' })
  await auth.updateUser({ email: wanted })
  const link = new URL(service.mailTo(wanted).link)
  link.pathname += '/link'
  expect((await fetch(link, { method: 'POST', redirect: 'manual' })).status).toBe(303)
  expect(await readOwnSignIn()).toMatchObject({ email, newEmail: wanted, waitsFor: email })
  await auth.resend({ type: 'email_change', email: wanted })
  expect(await readOwnSignIn()).toMatchObject({ email, newEmail: wanted, waitsFor: null })
  expect(await confirmEmail(wanted, service.mailTo(wanted).code)).toBe(false)
  expect(await confirmEmail(email, service.mailTo(email).code)).toBe(true)
  expect(await readOwnSignIn()).toMatchObject({ email: wanted, newEmail: null, waitsFor: null })
})

it('[AU-13] a proof of presence takes the place of the session before, and of no other', async () => {
  const email = 'present@example.com'
  const password = 'Beton und Stahl 7'
  const { auth } = await openHostedService()
  await auth.signUp({ email, password })
  await auth.verifyOtp({ email, token: service.mailTo(email).code, type: 'signup' })
  const elsewhere = service.client()
  await elsewhere.auth.signInWithPassword({ email, password })
  const idOf = async (client: Pick<SupabaseClient, 'auth'>): Promise<unknown> =>
    decodeJwt((await client.auth.getSession()).data.session?.access_token ?? '')['session_id']
  const other = await idOf(elsewhere)
  let before = await idOf({ auth })
  const proofs = [
    () => provePresenceByPassword({ email }, password),
    async () => {
      await sendPresenceCode({ email })
      await provePresenceByCode({ email }, service.mailTo(email).code)
    },
  ]
  for (const prove of proofs) {
    const { access_token: oldToken = '' } = (await auth.getSession()).data.session ?? {}
    await prove()
    const now = await idOf({ auth })
    expect(now).not.toBe(before)
    expect(await sessionsOf(email)).toEqual([other, now])
    expect((await service.client().auth.getUser(oldToken)).error).not.toBeNull()
    expect((await auth.getUser()).error).toBeNull()
    before = now
  }
  expect((await elsewhere.auth.refreshSession()).error).toBeNull()

  await expect(provePresenceByPassword({ email }, 'another set of words')).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
  expect(await sessionsOf(email)).toEqual([other, before])
  expect((await auth.getUser()).error).toBeNull()
})

it('[C-14] who has only a phone number shows by it that they are there', async () => {
  const [phone, password] = ['+4915112345699', 'Beton und Stahl 7']
  const { auth } = await openHostedService()
  await auth.signUp({ phone, password })
  await auth.verifyOtp({ phone, token: service.mailTo(phone).code, type: 'sms' })
  const session = async () =>
    decodeJwt((await auth.getSession()).data.session?.access_token ?? '')['session_id']
  const before = await session()
  expect(await readPresenceWays()).toEqual({ factorId: null, contact: { phone } })
  await provePresenceByPassword({ phone }, password)
  const between = await session()
  await sendPresenceCode({ phone })
  await provePresenceByCode({ phone }, service.mailTo(phone).code)
  expect(new Set([before, between, await session()]).size).toBe(3)
})

it('[AU-13] what somebody else proves signs nobody in', async () => {
  const [email, stranger] = ['keeps@example.com', 'stranger@example.com']
  const password = 'Beton und Stahl 7'
  const { auth } = await openHostedService()
  for (const address of [stranger, email]) {
    await auth.signUp({ email: address, password })
    await auth.verifyOtp({ email: address, token: service.mailTo(address).code, type: 'signup' })
  }
  const before = [await sessionsOf(email), await sessionsOf(stranger)]
  await expect(provePresenceByPassword({ email: stranger }, password)).rejects.toMatchObject({
    name: 'AuthSessionMissingError',
  })
  expect((await auth.getUser()).data.user?.email).toBe(email)
  expect([await sessionsOf(email), await sessionsOf(stranger)]).toEqual(before)
})

/** The ids of the sessions of whoever has an address, oldest first. */
async function sessionsOf(email: string): Promise<string[]> {
  const db = new pg.Client({ connectionString: service.databaseUrl })
  await db.connect()
  const { rows } = await db.query<{ id: string }>(
    `select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1 order by s.created_at`,
    [email],
  )
  await db.end()
  return rows.map(({ id }) => id)
}
