import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import ws from 'ws'
import { confirmEmail, confirmPhone, readOwnSignIn } from '#engine/account/own-sign-in.ts'
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
  expect(await confirmEmail(email, service.mailTo(email).code)).toBe(false)
  await expect(confirmEmail(wanted, '000000')).rejects.toMatchObject({ code: 'otp_expired' })
  expect(await confirmEmail(wanted, service.mailTo(wanted).code)).toBe(true)

  expect(await inUse()).toEqual({ ...before, email: wanted, phone: phone.slice(1) })
  const db = new pg.Client({ connectionString: service.databaseUrl })
  await db.connect()
  const { rows } = await db.query('select id from auth.sessions')
  await db.end()
  expect(rows).toEqual([{ id: before.id }])
})
