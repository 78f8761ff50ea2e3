import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestPlatform, startTestPlatform } from '../support/start-test-platform.ts'

const password = 'Beton und Stahl 7'
let service: TestPlatform
let made = 0

beforeAll(async () => {
  service = await startTestPlatform({ phone: { countries: ['DE', 'AT'] } })
})
afterAll(() => service.stop())

const newPhone = () => `+49151${String(10_000_000 + ++made)}`
const codeTo = (phone: string) => service.mailTo(phone).code

async function member(phone = newPhone()) {
  const client = service.client()
  await client.auth.signUp({ phone, password })
  const { data, error } = await client.auth.verifyOtp({ phone, token: codeTo(phone), type: 'sms' })
  if (error || !data.user) throw error ?? new Error('no user')
  return { phone, client, user: data.user }
}

const post = (path: string, body: unknown) =>
  fetch(`${service.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: service.platform.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function query(text: string, values: unknown[]) {
  const db = new pg.Client({ connectionString: service.databaseUrl })
  await db.connect()
  try {
    return (await db.query(text, values)).rows
  } finally {
    await db.end()
  }
}

describe('by phone', () => {
  it('[C-14] signs up with a code, then in with the password', async () => {
    const phone = newPhone()
    const client = service.client()
    const { data, error } = await client.auth.signUp({
      phone,
      password,
      options: { data: { display_name: 'Ada' } },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ session: null, user: { phone: phone.slice(1), email: '', identities: [] } })
    const { mail, code } = service.mailTo(phone)
    expect(mail).toMatchObject({ to: phone, channel: 'sms', html: '' })
    expect(mail.text).not.toContain('http')
    expect(mail.text.length).toBeLessThan(160)
    expect((await client.auth.signInWithPassword({ phone, password })).error?.code).toBe(
      'phone_not_confirmed',
    )
    const verified = await client.auth.verifyOtp({ phone, token: code, type: 'sms' })
    expect(verified.data.user).toMatchObject({
      id: data.user?.id,
      phone: phone.slice(1),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone', identity_data: { phone: phone.slice(1), phone_verified: true } }],
    })
    expect(decodeJwt(verified.data.session?.access_token ?? '')).toMatchObject({
      phone: phone.slice(1),
      email: '',
    })
    const spelled = `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`
    expect((await client.auth.signInWithPassword({ phone: spelled, password })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ phone, password: 'wrong one' })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  it('[C-14] signs in with a code alone, which works once and for ten minutes', async () => {
    const { phone } = await member()
    const client = service.client()
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull()
    const verify = (token: string) => client.auth.verifyOtp({ phone, token, type: 'sms' })
    const code = codeTo(phone)
    expect((await verify(code)).error).toBeNull()
    expect((await verify(code)).error?.code).toBe('otp_expired')
    await client.auth.signInWithOtp({ phone })
    await query(
      `update auth.one_time_tokens set created_at = now() - interval '601 seconds' where relates_to = $1`,
      [phone.slice(1)],
    )
    expect((await verify(codeTo(phone))).error?.code).toBe('otp_expired')
    await service.client().auth.resend({ type: 'sms', phone: newPhone() })
  })

  it('[AU-01] says nothing about who has an account', async () => {
    const { phone } = await member()
    const free = newPhone()
    const sent = service.mails.length
    const mask = (body: Record<string, unknown>) => ({
      ...body,
      id: 0,
      phone: 0,
      created_at: 0,
      updated_at: 0,
      confirmation_sent_at: 0,
    })
    const answers = []
    for (const number of [phone, free]) {
      const response = await post('/signup', { phone: number, password: 'another good one 1' })
      answers.push([response.status, mask((await response.json()) as Record<string, unknown>)])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(service.mails.slice(sent).map(({ to }) => to)).toEqual([free])
    for (const number of [phone, newPhone()]) {
      const response = await post('/otp', { phone: number, create_user: false })
      expect([response.status, await response.text()]).toEqual([200, '{}'])
    }
    expect((await service.client().auth.signInWithPassword({ phone, password })).error).toBeNull()
  })

  it('voids a code after five wrong ones', async () => {
    const { phone } = await member()
    await service.client().auth.signInWithOtp({ phone })
    const code = codeTo(phone)
    for (let n = 0; n < 5; n++)
      expect(
        (await post('/verify', { type: 'sms', phone, token: code === '111111' ? '222222' : '111111' }))
          .status,
      ).toBe(403)
    expect((await post('/verify', { type: 'sms', phone, token: code })).status).toBe(403)
  })

  it('changes the number when the new one’s code was typed, and tells the one before', async () => {
    const { client, phone } = await member()
    const next = newPhone()
    const { data, error } = await client.auth.updateUser({ phone: next })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ phone: phone.slice(1), new_phone: next.slice(1) })
    expect(
      (await client.auth.verifyOtp({ phone: next, token: codeTo(next), type: 'phone_change' })).data.user,
    ).toMatchObject({
      phone: next.slice(1),
    })
    expect(service.mailTo(phone).mail.text).toBe('The phone number of your Formwork account was changed.')
    expect((await client.auth.signInWithPassword({ phone, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await client.auth.signInWithPassword({ phone: next, password })).error).toBeNull()
    const other = await member()
    expect((await other.client.auth.updateUser({ phone: next })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    })
  })

  it('[AU-09] a new password ends what somebody else had begun: another number, another address, codes for them', async () => {
    const { client, phone } = await member()
    const [theirs, email] = [newPhone(), `taken${++made}@example.com`]
    // Whoever was in this account for a moment asked for both, and waits with the codes.
    await client.auth.updateUser({ phone: theirs })
    await client.auth.updateUser({ email })
    const codes = { number: codeTo(theirs), address: service.mailTo(email).code }
    expect((await client.auth.updateUser({ password: `${password} anew` })).error).toBeNull()
    const thief = service.client().auth
    const tries = [
      { phone: theirs, token: codes.number, type: 'phone_change' as const },
      { email, token: codes.address, type: 'email_change' as const },
    ]
    for (const typed of tries) expect((await thief.verifyOtp(typed)).error?.code).toBe('otp_expired')
    // Nor are they sent anew: nothing is pending any more.
    const before = service.mails.length
    expect((await thief.resend({ type: 'phone_change', phone: theirs })).error).toBeNull()
    expect((await thief.resend({ type: 'email_change', email })).error).toBeNull()
    expect(service.mails.length).toBe(before)
    const { user } = (await client.auth.getUser()).data
    expect([user?.phone, user?.email, user?.new_phone, user?.new_email]).toEqual([
      phone.slice(1),
      '',
      undefined,
      undefined,
    ])
  })

  it('gives an address to who had only a number, once the address confirms', async () => {
    const { client } = await member()
    const email = `phone${++made}@example.com`
    expect((await client.auth.updateUser({ email })).error).toBeNull()
    const { user } = (await client.auth.getUser()).data
    expect(user).toMatchObject({ email: '', new_email: email })
    // There is no other side that has answered.
    expect(user).not.toHaveProperty('email_change_waits_for')
    const { data } = await client.auth.verifyOtp({
      email,
      token: service.mailTo(email).code,
      type: 'email_change',
    })
    expect(data.user).toMatchObject({ email })
    expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(['email', 'phone'])
    expect((await service.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('refuses what is no number, other countries, both at once, and codes to exchange', async () => {
    for (const phone of ['12', 'abc', '+0151123', '+4915112345678901234', { $gt: '' }])
      expect((await post('/otp', { phone })).status, String(phone)).toBe(400)
    const far = await post('/otp', { phone: '+12025550123' })
    expect(await far.json()).toMatchObject({ msg: 'Text messages to this country are not sent from here' })
    expect((await post('/otp', { phone: newPhone(), email: 'a@example.com' })).status).toBe(400)
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
    expect((await post('/signup', { phone: newPhone(), password, ...challenge })).status).toBe(400)
  })
})

it('bounds what text messages can cost: per number, per address, altogether', async () => {
  const limited = await startTestPlatform({
    phone: { countries: null },
    trustedProxies: 1,
    rateLimits: { textsPerNumber: 2, textsPerAddress: 3, textsPerHour: 5 },
  })
  try {
    const ask = async (phone: string, address: string) => {
      const response = await fetch(`${limited.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { apikey: limited.platform.anonKey, 'x-forwarded-for': address },
        body: JSON.stringify({ phone }),
      })
      const { error_code: code } = (await response.json()) as { error_code?: string }
      return code ?? response.status
    }
    const one = newPhone()
    const over = 'over_sms_send_rate_limit'
    expect([
      await ask(one, '203.0.113.1'),
      await ask(one, '203.0.113.2'),
      await ask(one, '203.0.113.3'),
    ]).toEqual([200, 200, over])
    const many = []
    for (let n = 0; n < 3; n++) many.push(await ask(newPhone(), '203.0.113.1'))
    expect(many).toEqual([200, 200, over])
    expect([await ask(newPhone(), '203.0.113.7'), await ask(newPhone(), '203.0.113.8')]).toEqual([200, over])
    expect(limited.mails).toHaveLength(5)
  } finally {
    await limited.stop()
  }
})
