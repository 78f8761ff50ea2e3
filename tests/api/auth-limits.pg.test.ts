import { afterEach, expect, it } from 'vitest'
import { type TestPlatform, startTestPlatform } from '../support/start-test-platform.ts'

const password = 'Beton und Stahl 7'
const started: TestPlatform[] = []

async function start(options: Parameters<typeof startTestPlatform>[0] = {}): Promise<TestPlatform> {
  const service = await startTestPlatform({ trustedProxies: 1, ...options })
  started.push(service)
  return service
}

afterEach(async () => {
  for (const service of started.splice(0)) await service.stop()
})

function post(service: TestPlatform, path: string, body: object, address = '203.0.113.1') {
  return fetch(`${service.url}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: service.platform.anonKey,
      'content-type': 'application/json',
      'x-forwarded-for': `6.6.6.6, ${address}`,
    },
    body: JSON.stringify(body),
  })
}

const signIn = (service: TestPlatform, email: string, attempt: string, address?: string) =>
  post(service, '/token?grant_type=password', { email, password: attempt }, address)

async function makeMember(service: TestPlatform, email: string): Promise<void> {
  await post(service, '/signup', { email, password })
  await post(service, '/verify', { type: 'signup', email, token: service.mailTo(email).code })
}

it('slows guessing at one account down, and never locks its owner out elsewhere', async () => {
  const service = await start({ rateLimits: { passwordTries: 5 } })
  await makeMember(service, 'owner@example.com')
  for (const email of ['owner@example.com', 'nobody@example.com']) {
    const volley = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(service, email, `guess number ${n}`)),
    )
    const statuses = volley.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    const refused = await signIn(service, ` ${email.toUpperCase()}`, password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
  }
  expect((await signIn(service, 'owner@example.com', password, '198.51.100.7')).status).toBe(200)
})

it('stops one password tried on many accounts, without counting right ones', async () => {
  const service = await start({ rateLimits: { wrongPasswords: 10 } })
  await makeMember(service, 'owner@example.com')
  for (let n = 0; n < 15; n++) expect((await signIn(service, 'owner@example.com', password)).status).toBe(200)
  const spray = await Promise.all(
    Array.from({ length: 40 }, (_, n) => signIn(service, `person${n}@example.com`, 'Summer in Wien 1')),
  )
  expect(spray.filter((answer) => answer.status === 400).length).toBeLessThanOrEqual(12)
  expect(spray.at(-1)?.status).toBe(429)
})

it('counts requests per address, an IPv6 network as one, whatever else the client writes into the header', async () => {
  const service = await start({ rateLimits: { mailRequests: 3, verify: 3, token: 3 } })
  const statuses = async (path: string, address: (n: number) => string) => {
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await post(service, path, bodyOf(path, n), address(n)))
    return answers.map((answer) => answer.status)
  }
  const bodyOf = (path: string, n: number) =>
    path.startsWith('/token')
      ? { refresh_token: `no such token ${n}` }
      : { email: `p${n}@example.com`, password, type: 'email', token: '000000' }
  expect(await statuses('/signup', () => '203.0.113.5')).toEqual([200, 200, 200, 429])
  expect(await statuses('/otp', (n) => `2001:db8:1:2:${n}::${n}`)).toEqual([200, 200, 200, 429])
  expect(await statuses('/recover', (n) => `203.0.113.${100 + n}`)).toEqual([200, 200, 200, 200])
  expect(await statuses('/verify', () => '203.0.113.5')).toEqual([403, 403, 403, 429])
  expect(await statuses('/token?grant_type=refresh_token', () => '203.0.113.5')).toEqual([400, 400, 400, 429])
})

it('ignores X-Forwarded-For unless proxies are configured', async () => {
  const service = await start({ trustedProxies: 0, rateLimits: { verify: 2 } })
  const statuses = []
  for (let n = 0; n < 3; n++) {
    statuses.push(
      (
        await post(
          service,
          '/verify',
          { type: 'email', email: 'a@example.com', token: '1' },
          `203.0.113.${n}`,
        )
      ).status,
    )
  }
  expect(statuses).toEqual([403, 403, 429])
})

it('pauses between mails to one address, with an account or without, until the code was used', async () => {
  const service = await start({ rateLimits: { mailGapSeconds: 60 } })
  await makeMember(service, 'owner@example.com')
  for (const email of ['owner@example.com', 'nobody@example.com']) {
    for (const path of ['/recover', '/signup', '/otp']) {
      const first = await post(service, path, { email, password, create_user: false })
      const second = await post(service, path, { email, password, create_user: false })
      expect([path, first.status, second.status]).toEqual([path, 200, 429])
      expect(await second.json()).toMatchObject({
        error_code: 'over_email_send_rate_limit',
        msg: expect.stringMatching(
          /^For security purposes, you can only request this after (60|59) seconds\.$/,
        ) as string,
      })
      expect(second.headers.get('retry-after')).toMatch(/^(60|59)$/)
    }
  }
})

it('bounds the mails of an hour, also where none would be sent', async () => {
  const service = await start({ rateLimits: { mailsPerHour: 2 } })
  const statuses = []
  for (let n = 0; n < 3; n++)
    statuses.push((await post(service, '/recover', { email: `nobody${n}@example.com` })).status)
  expect(statuses).toEqual([200, 200, 429])
})

it('answers no sooner than its first step of time, whether it found an account or not', async () => {
  const service = await start({ rateLimits: { evenAnswerMs: 400 } })
  await makeMember(service, 'owner@example.com')
  for (const path of ['/recover', '/signup', '/otp', '/resend']) {
    for (const email of ['owner@example.com', `${path.slice(1)}@example.com`]) {
      const start = performance.now()
      const answer = await post(service, path, { email, password, type: 'signup' })
      const spent = performance.now() - start
      expect(answer.status).toBe(200)
      expect(spent, `${path} ${email}`).toBeGreaterThan(398)
    }
  }
})

it('tells who asked when a mail could not be sent, and lets them try again at once', async () => {
  let broken = true
  const service = await start({
    rateLimits: { mailGapSeconds: 60 },
    sendMail: async () => {
      if (broken) throw new Error('connect ECONNREFUSED mail.internal:587')
    },
  })
  const refused = await post(service, '/signup', { email: 'owner@example.com', password })
  expect(refused.status).toBe(500)
  expect(await refused.text()).not.toContain('mail.internal')
  broken = false
  expect((await post(service, '/signup', { email: 'owner@example.com', password })).status).toBe(200)
})
