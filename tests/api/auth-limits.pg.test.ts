import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { SignInBackOff } from '#platform/auth/sign-in-back-off.ts'
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

it('[AU-02] slows guessing at one account down, and never locks its owner out elsewhere', async () => {
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

it('[DO-13] bounds the mails of an hour, also where none would be sent', async () => {
  const service = await start({ rateLimits: { mailsPerHour: 2 } })
  const statuses = []
  for (let n = 0; n < 3; n++)
    statuses.push((await post(service, '/recover', { email: `nobody${n}@example.com` })).status)
  expect(statuses).toEqual([200, 200, 429])
})

it('[DO-13] a flood of sign-ins waits in a line that has an end, and everything else is answered meanwhile', async () => {
  const service = await start()
  await makeMember(service, 'owner@example.com')
  let settled = 0
  const flood = Array.from({ length: 600 }, async (_, n) => {
    const answer = await signIn(service, `flood${n}@example.com`, password)
    settled += 1
    return answer
  })
  const between = await fetch(`${service.url}/auth/v1/health`, {
    headers: { apikey: service.platform.anonKey },
  })
  expect(between.status).toBe(200)
  expect(settled).toBeLessThan(flood.length)
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  // Two at a time, two hundred in line; the others are told to come back.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20)
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(202)
  expect(new Set(statuses)).toEqual(new Set([400, 429]))
  expect((await signIn(service, 'owner@example.com', password)).status).toBe(200)
}, 90_000)

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

const askDatabase = async (service: TestPlatform, text: string) => {
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, number>[]
  } finally {
    await client.end()
  }
}

describe('[AU-02] two processes on one database', () => {
  it('count together: tries for an account, requests of an address, mails to a person', async () => {
    const limits = { passwordTries: 5, mailRequests: 4, mailGapSeconds: 60 }
    const first = await start({ rateLimits: limits })
    const second = await start({ rateLimits: limits, databaseUrl: first.databaseUrl })
    await makeMember(first, 'owner@example.com')
    const volley = await Promise.all(
      Array.from({ length: 24 }, (_, n) => signIn(n % 2 ? first : second, 'owner@example.com', `guess ${n}`)),
    )
    expect(volley.filter(({ status }) => status === 400)).toHaveLength(5)
    for (const service of [first, second])
      expect((await signIn(service, 'owner@example.com', password)).status).toBe(429)
    expect((await signIn(second, 'owner@example.com', password, '198.51.100.7')).status).toBe(200)
    const recover = (service: TestPlatform, n: number) =>
      post(service, '/recover', { email: `p${n}@example.com` }, '203.0.113.9')
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await recover(n % 2 ? first : second, n)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const one = (service: TestPlatform) =>
      post(service, '/recover', { email: 'x@example.com' }, '203.0.113.10')
    expect([(await one(first)).status, (await one(second)).status]).toEqual([200, 429])
  })

  it('a flood of wrong passwords from everywhere stops at the account, and its owner comes in where they were before', async () => {
    const service = await start({ rateLimits: { accountTries: 6 } })
    await makeMember(service, 'owner@example.com')
    expect((await signIn(service, 'owner@example.com', password, '203.0.113.80')).status).toBe(200)
    for (const email of ['owner@example.com', 'nobody@example.com']) {
      const statuses = []
      for (let n = 0; n < 8; n++)
        statuses.push((await signIn(service, email, `guess ${n}`, `198.51.100.${n}`)).status)
      expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429])
    }
    expect((await signIn(service, 'owner@example.com', password, '198.51.100.99')).status).toBe(429)
    expect((await signIn(service, 'owner@example.com', password, '203.0.113.80')).status).toBe(200)
  })

  it('pauses double up to a quarter of an hour, and an answer that never came counts for nothing', async () => {
    const service = await start()
    const pauses = []
    for (let n = 0; n < 13; n++) {
      await askDatabase(service, "select auth.begin_try('k', 3)")
      const [row] = await askDatabase(
        service,
        `with s as (select key, extract(epoch from blocked_until - at)::int as pause from auth.sign_in_tries)
         update auth.sign_in_tries t set blocked_until = at from s where t.key = s.key returning s.pause`,
      )
      pauses.push(row?.['pause'])
    }
    expect(pauses).toEqual([0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900])
    const asked: string[] = []
    const backOff = new SignInBackOff(
      {
        query: (async (text: string) => {
          asked.push(text)
          return { rows: [{ seconds: 0 }] }
        }) as never,
      },
      3,
    )
    await expect(backOff.run('ada', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(asked.at(-1)).toContain('wrong - 1')
  })
})

describe('[AU-03] one-time codes that are guessed', () => {
  const verify = (service: TestPlatform, email: string, token: string, address: string, type = 'email') =>
    post(service, '/verify', { type, email, token }, address)
  const attempts = (service: TestPlatform, email: string) =>
    askDatabase(service, `select attempts from auth.one_time_tokens where relates_to = '${email}'`)
  const wrong = (code: string, n: number): string =>
    String((Number(code || '0') + 1 + n) % 1e6).padStart(6, '0')

  it('that nobody was sent: keep nobody from typing theirs', async () => {
    const service = await start({ rateLimits: { contactCodes: 4 } })
    for (let n = 0; n < 8; n++)
      expect((await verify(service, 'late@example.com', wrong('', n), `198.51.100.${n}`)).status).toBe(403)
    await post(service, '/otp', { email: 'late@example.com' })
    const { code } = service.mailTo('late@example.com')
    expect((await verify(service, 'late@example.com', code, '198.51.100.99')).status).toBe(200)
  })

  it('from everywhere, over many codes: refused by the hour, like wrong ones, whether anybody is there or not; its owner goes on', async () => {
    const service = await start({ rateLimits: { contactCodes: 12 } })
    await makeMember(service, 'owner@example.com')
    expect((await signIn(service, 'owner@example.com', password, '203.0.113.80')).status).toBe(200)
    for (const email of ['owner@example.com', 'nobody@example.com']) {
      const statuses = []
      for (let n = 0; n < 16; n++) {
        // Each code is void after five wrong ones: a new one every fourth.
        if (n % 4 === 0) await post(service, '/otp', { email, create_user: false }, `198.51.100.${n}`)
        const code = email.startsWith('owner') ? service.mailTo(email).code : ''
        statuses.push((await verify(service, email, wrong(code, n), `198.51.100.${n}`)).status)
      }
      expect(statuses).toEqual(Array<number>(16).fill(403))
    }
    await post(service, '/otp', { email: 'owner@example.com' }, '203.0.113.80')
    const { code, link } = service.mailTo('owner@example.com')
    const late = await verify(service, 'owner@example.com', code, '198.51.100.99')
    expect(late.status).toBe(403)
    // Where they were signed in before the code counts, and the link in the mail does everywhere.
    expect((await verify(service, 'owner@example.com', code, '203.0.113.80')).status).toBe(200)
    await post(service, '/otp', { email: 'owner@example.com' }, '203.0.113.80')
    expect(service.mailTo('owner@example.com').link).not.toBe(link)
    const opened = await fetch(
      service.mailTo('owner@example.com').link.replace('/verify?', '/verify/link?'),
      {
        method: 'POST',
        redirect: 'manual',
      },
    )
    expect(opened.headers.get('location')).toContain('access_token=')
  })

  it('at once, by every kind, in two processes: no more than the hour allows', async () => {
    const limits = { contactCodes: 10, codeTries: 1000 }
    const first = await start({ rateLimits: limits })
    const second = await start({ rateLimits: limits, databaseUrl: first.databaseUrl })
    await post(first, '/signup', { email: 'new@example.com', password })
    const kinds = ['email', 'signup', 'magiclink', 'recovery', 'invite', 'email_change']
    const volley = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        verify(
          n % 2 ? first : second,
          n % 3 ? 'new@example.com' : ' NEW@Example.com ',
          wrong(first.mailTo('new@example.com').code, n),
          `198.51.100.${n}`,
          kinds[n % kinds.length],
        ),
      ),
    )
    expect(volley.every(({ status }) => status === 403)).toBe(true)
    expect(await attempts(first, 'new@example.com')).toEqual([{ attempts: 10 }])
  })

  it('for an address one wants to have, and in a session somebody else left open', async () => {
    const service = await start({ rateLimits: { contactCodes: 8, accountTries: 6, codeTries: 1000 } })
    const client = service.client()
    const email = 'thief@example.com'
    await client.auth.signUp({ email, password })
    await client.auth.verifyOtp({ email, token: service.mailTo(email).code, type: 'signup' })
    // The code that went to the other address would make it the thief's.
    expect((await client.auth.updateUser({ email: 'wanted@example.com' })).error).toBeNull()
    const statuses = []
    for (let n = 0; n < 10; n++) {
      const code = wrong(service.mailTo('wanted@example.com').code, n)
      statuses.push(
        (await verify(service, 'wanted@example.com', code, `198.51.100.${n}`, 'email_change')).status,
      )
    }
    expect(statuses).toEqual(Array<number>(10).fill(403))
    expect(await attempts(service, 'wanted@example.com')).toEqual([{ attempts: 8 }])
    // Who asked for the change may go on where they are signed in.
    const right = service.mailTo('wanted@example.com').code
    const own = await verify(service, 'wanted@example.com', right, '127.0.0.1', 'email_change')
    expect(own.status).toBe(200)
    // A session older than a day, in other hands: neither the nonce nor the password is guessed from many networks.
    await makeMember(service, 'away@example.com')
    const left = (await (await signIn(service, 'away@example.com', password)).json()) as {
      access_token: string
    }
    await askDatabase(service, `update auth.sessions set created_at = now() - interval '25 hours'`)
    const change = (proof: object, n: number) =>
      fetch(`${service.url}/auth/v1/user`, {
        method: 'PUT',
        headers: {
          apikey: service.platform.anonKey,
          authorization: `Bearer ${left.access_token}`,
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${n}`,
        },
        body: JSON.stringify({ password: 'Kalk und Mörtel 9', ...proof }),
      })
    await fetch(`${service.url}/auth/v1/reauthenticate`, {
      headers: { apikey: service.platform.anonKey, authorization: `Bearer ${left.access_token}` },
    })
    const nonces = []
    for (let n = 0; n < 9; n++) nonces.push((await change({ nonce: wrong('', n) }, n)).status)
    expect(nonces).toEqual([...Array<number>(7).fill(422), 429, 429])
    const passwords = []
    for (let n = 0; n < 8; n++) passwords.push((await change({ current_password: `guess ${n}` }, n)).status)
    expect(passwords).toEqual([...Array<number>(6).fill(400), 429, 429])
    expect((await change({ current_password: password }, 50)).status).toBe(429)
  })
})
