import { createHash } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { type TestPlatform, startTestPlatform } from '../support/start-test-platform.ts'

const password = 'Beton und Stahl 7'
let service: TestPlatform
let made = 0

beforeAll(async () => {
  service = await startTestPlatform()
})
afterAll(() => service.stop())

const newEmail = () => `person${++made}@example.com`

/** A confirmed, signed-in person with a client of their own. */
async function member() {
  const email = newEmail()
  const client = service.client()
  await client.auth.signUp({ email, password })
  const { data, error } = await client.auth.verifyOtp({
    email,
    token: service.mailTo(email).code,
    type: 'signup',
  })
  if (error || !data.session || !data.user) throw error ?? new Error('no session')
  return { email, client, session: data.session, user: data.user }
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${service.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: service.platform.anonKey, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const getUser = (accessToken: string) =>
  fetch(`${service.url}/auth/v1/user`, {
    headers: { apikey: service.platform.anonKey, authorization: `Bearer ${accessToken}` },
  })

/** Opens a mailed link and presses the button of its page, as a person does, without following where it leads. */
const open = async (link: string): Promise<Response> => {
  const page = await (await fetch(link)).text()
  const action = /<form method="post" action="([^"]+)">/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return fetch(new URL(action, link), { method: 'POST', redirect: 'manual' })
}
const fragmentOf = (response: Response) =>
  new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1))

describe('signing up', () => {
  it('[C-14] mails one code and one link; the code opens a session', async () => {
    const email = newEmail()
    const client = service.client()
    const { data, error } = await client.auth.signUp({
      email: ` ${email.toUpperCase()} `,
      password,
      options: { data: { display_name: 'Ada' } },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { display_name: 'Ada' }, identities: [] })
    const { mail, code, link } = service.mailTo(email)
    expect(mail.text.match(/\b\d{6}\b/g)).toHaveLength(1)
    expect(mail.html).toContain(code)
    expect(link).toMatch(
      new RegExp(`^${service.url}/auth/v1/verify\\?token=[0-9a-f]{48}&type=signup&redirect_to=`),
    )

    const signInTooEarly = await client.auth.signInWithPassword({ email, password })
    expect(signInTooEarly.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })

    const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({
      id: data.user?.id,
      role: 'authenticated',
      identities: [{ provider: 'email' }],
    })
    expect((await client.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
    expect((await service.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('[AU-01] answers a taken address like a free one, and keeps doing so', async () => {
    const { email } = await member()
    const free = newEmail()
    const sent = service.mails.length
    const mask = (body: Record<string, unknown>) => ({
      ...body,
      id: 0,
      email: 0,
      created_at: 0,
      updated_at: 0,
      confirmation_sent_at: 0,
    })
    const answers = []
    for (const address of [email, free]) {
      const response = await post('/signup', { email: address, password: 'another good one 1' })
      answers.push({ status: response.status, body: (await response.json()) as Record<string, unknown> })
    }
    expect(mask(answers[0]!.body)).toEqual(mask(answers[1]!.body))
    expect(answers[0]!.status).toBe(answers[1]!.status)
    expect(service.mails.slice(sent).map((mail) => mail.to)).toEqual([free])
    const again = (await (await post('/signup', { email, password })).json()) as { id: string }
    expect(again.id).toBe(answers[0]!.body['id'])
    expect((await service.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('lets the latest sign-up of an unconfirmed address win, and voids earlier mails', async () => {
    const email = newEmail()
    const client = service.client()
    await client.auth.signUp({ email, password: 'the stranger knows 1' })
    const first = service.mailTo(email)
    await client.auth.signUp({ email, password })
    expect((await client.auth.verifyOtp({ email, token: first.code, type: 'signup' })).error?.code).toBe(
      'otp_expired',
    )
    expect(
      (await client.auth.verifyOtp({ email, token: service.mailTo(email).code, type: 'signup' })).error,
    ).toBeNull()
    expect(
      (await client.auth.signInWithPassword({ email, password: 'the stranger knows 1' })).error?.code,
    ).toBe('invalid_credentials')
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('drops a password that a stranger set before the owner confirms in another way', async () => {
    const email = newEmail()
    const stranger = service.client()
    await stranger.auth.signUp({ email, password: 'the stranger knows 1' })
    await service.client().auth.signInWithOtp({ email })
    await service.client().auth.verifyOtp({ email, token: service.mailTo(email).code, type: 'email' })
    expect(
      (await stranger.auth.signInWithPassword({ email, password: 'the stranger knows 1' })).error?.code,
    ).toBe('invalid_credentials')
  })

  it('[V-07] asks for an address and a password', async () => {
    const bodies = [
      { email: 'a@example.com' },
      { password },
      { email: '', phone: '', password },
      { email: ' ', password },
    ]
    for (const path of ['/signup', '/token?grant_type=password']) {
      for (const body of bodies) {
        const response = await post(path, body, { 'x-supabase-api-version': '2024-01-01' })
        expect(response.status).toBe(400)
        expect(await response.json()).toEqual({
          code: 'validation_failed',
          message: 'You must provide either an email or phone number and a password',
        })
      }
    }
    // A sign-in is asked for both; a sign-up of nobody in particular is another thing, and switched off.
    expect((await post('/token?grant_type=password', {})).status).toBe(400)
    expect((await service.client().auth.signInAnonymously()).error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
    })
    // @ts-expect-error the client's own check says the same
    const { error } = await service.client().auth.signUp({ password })
    expect(error?.message).toBe('You must provide either an email or phone number and a password')
  })

  it('[X-07] [AU-22] refuses weak passwords with their reasons', async () => {
    const weak = async (attempt: string) =>
      (await service.client().auth.signUp({ email: newEmail(), password: attempt })).error
    expect(await weak('Short1!')).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
    expect(await weak('Password123')).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
    expect(await weak('aaaaaaaaab')).toMatchObject({ code: 'weak_password', reasons: ['characters'] })
    expect(await weak('a'.repeat(20) + 'b'.repeat(20) + 'cd'.repeat(20))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await weak('pässwörter-sind-schön ☂')).toBeNull()
  })

  it('says that phones and other providers are switched off', async () => {
    const client = service.client()
    expect((await client.auth.signUp({ phone: '+4915112345678', password })).error?.code).toBe(
      'phone_provider_disabled',
    )
    expect((await client.auth.signInWithOtp({ phone: '+4915112345678' })).error?.code).toBe(
      'phone_provider_disabled',
    )
    expect((await post('/token?grant_type=id_token', {})).status).toBe(400)
    const settings = await fetch(`${service.url}/auth/v1/settings`, {
      headers: { apikey: service.platform.anonKey },
    })
    expect(await settings.json()).toMatchObject({ external: { email: true, phone: false, google: false } })
  })
})

describe('the session', () => {
  it('carries an ES256 token with complete claims that the published key verifies', async () => {
    const { session, user, client } = await member()
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const published = await (await fetch(`${service.url}/auth/v1/.well-known/jwks.json`)).json()
    expect(published).toEqual(service.platform.jwks())
    const { payload } = await jwtVerify(session.access_token, createLocalJWKSet(service.platform.jwks()), {
      issuer: service.platform.issuer,
      audience: 'authenticated',
      algorithms: ['ES256'],
    })
    expect(payload).toMatchObject({
      sub: user.id,
      role: 'authenticated',
      aal: 'aal1',
      email: user.email,
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      amr: [{ method: 'otp' }],
    })
    expect(payload['session_id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(decodeProtectedHeader(session.access_token).kid).toBe(service.platform.jwks().keys[0]?.kid)
    const claims = await client.auth.getClaims()
    expect(claims.data?.claims.sub).toBe(user.id)
    const signedIn = await service.client().auth.signInWithPassword({ email: user.email ?? '', password })
    expect(decodeJwt(signedIn.data.session?.access_token ?? '')['amr']).toMatchObject([
      { method: 'password' },
    ])
  })

  it('[C-14] [S-07] rotates refresh tokens; the direct predecessor answers with the active one', async () => {
    const { client, session } = await member()
    const first = await client.auth.refreshSession()
    expect(first.error).toBeNull()
    const active = first.data.session?.refresh_token
    expect(active).not.toBe(session.refresh_token)
    const repeated = await service.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(repeated.data.session?.refresh_token).toBe(active)
  })

  it('[AU-07] survives 50 parallel refreshes with one family', async () => {
    const { session } = await member()
    // All database connections open beforehand, or the first refresh is over before the second begins.
    await Promise.all(Array.from({ length: 20 }, () => getUser(session.access_token)))
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200))
    const tokens = new Set<string>()
    for (const answer of answers)
      tokens.add(((await answer.json()) as { refresh_token: string }).refresh_token)
    expect(tokens.size).toBe(1)
  })

  it('[AU-07] two tabs that refresh at once, round after round: never signed out, and of one mind', async () => {
    const { email } = await member()
    // Two tabs keep one session in one place; nothing here makes one wait for the other, as a browser would.
    const stored = new Map<string, string>()
    const tab = () =>
      createClient(service.url, service.platform.anonKey, {
        auth: {
          autoRefreshToken: false,
          detectSessionInUrl: false,
          lock: (_name, _wait, work) => work(),
          storage: {
            getItem: (key) => stored.get(key) ?? null,
            setItem: (key, value) => void stored.set(key, value),
            removeItem: (key) => void stored.delete(key),
          },
        },
        realtime: { transport: WebSocket as never },
      }).auth
    const tabs = [tab(), tab()]
    await tabs[0]?.signInWithPassword({ email, password })
    for (let round = 0; round < (process.env['LONG'] ? 50 : 10); round++) {
      const answers = await Promise.all(tabs.map((auth) => auth.refreshSession()))
      // The later one may throw its answer away, because the other has kept one meanwhile: it goes on with that.
      const refused = answers.filter(({ error }) => error && error.name !== 'AuthRefreshDiscardedError')
      expect(refused, `round ${round}`).toEqual([])
      const sessions = await Promise.all(tabs.map((auth) => auth.getSession()))
      const tokens = new Set(sessions.map(({ data }) => data.session?.refresh_token))
      expect([tokens.size, tokens.has(undefined)], `round ${round}`).toEqual([1, false])
    }
    for (const auth of tabs) expect((await auth.getUser()).data.user?.email).toBe(email)
  })

  it('ends for everybody when an older token comes back', async () => {
    const { client, session } = await member()
    await client.auth.refreshSession()
    const { data } = await client.auth.refreshSession()
    await query("update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where revoked")
    const thief = await service.client().auth.refreshSession({ refresh_token: session.refresh_token })
    expect(thief.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    const owner = await service
      .client()
      .auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
    expect(owner.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    expect((await getUser(data.session?.access_token ?? '')).status).toBe(403)
  })

  it('[C-14] [S-06] ends by scope: local, others, global', async () => {
    const { email, client, session } = await member()
    const alive = async (token: string) => {
      const { sub, session_id } = decodeJwt(token) as { sub: string; session_id: string }
      const [row] = await query('select auth.session_is_alive($1, $2) as alive', [session_id, sub])
      expect((await getUser(token)).status).toBe(row?.['alive'] ? 200 : 403)
      return row?.['alive']
    }
    const signIn = async () => {
      const other = service.client()
      const { data } = await other.auth.signInWithPassword({ email, password })
      return { other, token: data.session?.access_token ?? '', refresh: data.session?.refresh_token ?? '' }
    }
    const [phone, laptop] = [await signIn(), await signIn()]
    expect((await phone.other.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect([await alive(session.access_token), await alive(phone.token), await alive(laptop.token)]).toEqual([
      true,
      false,
      true,
    ])
    expect((await post('/token?grant_type=refresh_token', { refresh_token: phone.refresh })).status).toBe(400)
    await client.auth.signOut({ scope: 'others' })
    expect([await alive(session.access_token), await alive(laptop.token)]).toEqual([true, false])
    const response = await post('/logout?scope=global', '', {
      authorization: `Bearer ${session.access_token}`,
    })
    expect(response.status).toBe(204)
    expect(await alive(session.access_token)).toBe(false)
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  it('[AU-10] accepts no forged, foreign or broken token', async () => {
    const { session } = await member()
    const [head, body, signature] = session.access_token.split('.') as [string, string, string]
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = decodeJwt(session.access_token)
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${body}.${signature}`,
      `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      `${encode({ alg: 'ES256', jwk: service.platform.jwks().keys[0], jku: 'https://evil.test' })}.${body}.${signature}`,
      `${head}.${body}`,
      'x'.repeat(100_000).slice(0, 12_000),
    ]
    for (const token of forged) {
      const response = await getUser(token)
      expect(response.status).toBe(403)
      expect(((await response.json()) as { error_code: string }).error_code).toBe('bad_jwt')
    }
    expect((await getUser(service.platform.anonKey)).status).toBe(401)
    expect((await getUser(service.platform.serviceKey)).status).toBe(401)
  })

  it('wants the api key, in the header only', async () => {
    const url = `${service.url}/auth/v1/settings`
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(`${url}?apikey=${service.platform.anonKey}`)).status).toBe(401)
    expect((await fetch(url, { headers: { apikey: 'sb_publishable_guess' } })).status).toBe(401)
    expect((await fetch(url, { headers: { apikey: service.platform.anonKey } })).status).toBe(200)
  })
})

describe('one-time codes and links', () => {
  it('[C-14] sign in by mailed code, for new and known addresses', async () => {
    const email = newEmail()
    for (const round of [1, 2]) {
      const client = service.client()
      expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
      const { data, error } = await client.auth.verifyOtp({
        email,
        token: service.mailTo(email).code,
        type: 'email',
      })
      expect(error, `round ${round}`).toBeNull()
      expect(data.session).not.toBeNull()
    }
  })

  it('[AU-01] says nothing about who has an account', async () => {
    const { email } = await member()
    const unknown = newEmail()
    for (const path of ['/otp', '/recover', '/resend', '/magiclink']) {
      const answers = []
      for (const address of [email, unknown]) {
        const response = await post(path, { email: address, create_user: false, type: 'signup' })
        answers.push([response.status, await response.text()])
      }
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]).toEqual([200, '{}'])
    }
    expect(service.mails.filter((mail) => mail.to === unknown)).toHaveLength(0)
    const tries = []
    for (const address of [email, unknown]) {
      for (const path of ['/verify', '/token?grant_type=password']) {
        const response = await post(path, {
          email: address,
          type: 'email',
          token: '000000',
          password: 'a wrong password',
        })
        tries.push([response.status, await response.text()])
      }
    }
    expect(tries.slice(0, 2)).toEqual(tries.slice(2))
  })

  it('voids a code after five wrong tries, even when they arrive at once', async () => {
    const email = newEmail()
    const client = service.client()
    await client.auth.signInWithOtp({ email })
    const { code } = service.mailTo(email)
    const wrong = code === '111111' ? '222222' : '111111'
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => post('/verify', { type: 'email', email, token: wrong })),
    )
    expect(new Set(tries.map((answer) => answer.status))).toEqual(new Set([403]))
    expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe(
      'otp_expired',
    )
  })

  it('lets one of twenty parallel uses of a code through', async () => {
    const email = newEmail()
    await service.client().auth.signInWithOtp({ email })
    const { code } = service.mailTo(email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('/verify', { type: 'email', email, token: code })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  it('accepts codes and links for an hour', async () => {
    const email = newEmail()
    const client = service.client()
    await client.auth.signInWithOtp({ email })
    await query(
      `update auth.one_time_tokens set created_at = now() - interval '3601 seconds' where relates_to = $1`,
      [email],
    )
    const { code, link } = service.mailTo(email)
    expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe(
      'otp_expired',
    )
    expect(fragmentOf(await open(link)).get('error_code')).toBe('otp_expired')
  })

  it('[AU-16] opens a link once, and looking at it uses nothing up', async () => {
    const email = newEmail()
    await service.client().auth.signUp({ email, password })
    const { link } = service.mailTo(email)
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
    for (let scan = 0; scan < 3; scan++) {
      const scanned = await fetch(link, { redirect: 'manual' })
      expect([scanned.status, scanned.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(scanned.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const german = await fetch(link, { headers: { 'accept-language': 'de-DE,de;q=0.9' } })
    expect(await german.text()).toContain('Diese Adresse bestätigen')
    const hostile = await fetch(`${link}%22%3E%3Cscript%3E`)
    expect(await hostile.text()).not.toContain('<script>')
    const opened = await open(link)
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toMatch(`${service.url}/auth/callback#`)
    const parts = fragmentOf(opened)
    expect(parts.get('type')).toBe('signup')
    expect((await getUser(parts.get('access_token') ?? '')).status).toBe(200)
    const again = fragmentOf(await open(link))
    expect([again.get('error'), again.get('error_code')]).toEqual(['access_denied', 'otp_expired'])
  })

  it('verifies the link token by token_hash, and never the stored hash', async () => {
    const email = newEmail()
    const client = service.client()
    await client.auth.signInWithOtp({ email })
    const [row] = await query('select token_hash from auth.one_time_tokens where relates_to = $1', [email])
    const stored = await client.auth.verifyOtp({ token_hash: String(row?.['token_hash']), type: 'email' })
    expect(stored.error?.code).toBe('otp_expired')
    const token = new URL(service.mailTo(email).link).searchParams.get('token') ?? ''
    expect((await client.auth.verifyOtp({ token_hash: token, type: 'email' })).error).toBeNull()
  })

  it('leads back to allowed origins only', async () => {
    const wishes = {
      'https://app.example.com/projects/123456?tab=1': 'https://app.example.com/projects/123456?tab=1',
      'https://evil.test/': '',
      '//evil.test': '',
      'https://app.example.com.evil.test/': '',
      'https://app.example.com@evil.test/': '',
      'https://app.example.com\\@evil.test/': 'https://app.example.com/@evil.test/',
      'http://app.example.com/': '',
      'javascript:alert(1)': '',
    }
    for (const [wish, expected] of Object.entries(wishes)) {
      const email = newEmail()
      await service.client().auth.signInWithOtp({ email, options: { emailRedirectTo: wish } })
      const { mail, link } = service.mailTo(email)
      expect(mail.text.match(/\b\d{6}\b/g)).toHaveLength(1)
      const location = (await open(link)).headers.get('location') ?? ''
      expect(location.split('#')[0]).toBe(expected || `${service.url}/auth/callback`)
    }
  })

  it('hands a code out instead of the session when the client keeps a verifier, good for one exchange', async () => {
    const email = newEmail()
    const client = service.client({ flowType: 'pkce' })
    await client.auth.signUp({ email, password, options: { emailRedirectTo: 'https://app.example.com/in' } })
    const location = new URL((await open(service.mailTo(email).link)).headers.get('location') ?? '')
    expect(location.hash).toBe('')
    const code = location.searchParams.get('code') ?? ''
    expect(
      (await post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(50) })).status,
    ).toBe(400)
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(decodeJwt(data.session?.access_token ?? '')['amr']).toMatchObject([{ method: 'email/signup' }])
    const again = await post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(50) })
    expect(again.status).toBe(404)
  })
})

describe('[AU-14] a flow that was begun with a challenge', () => {
  const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
  const verifierOf = (name: string): string => `${name} verifier `.repeat(8).replaceAll(' ', '-').slice(0, 64)
  const exchange = (auth_code: string, code_verifier?: unknown) =>
    post('/token?grant_type=pkce', { auth_code, ...(code_verifier !== undefined && { code_verifier }) })
  /** A code to exchange, of a sign-in by mail that was begun with this challenge. */
  async function codeFor(challenge: object): Promise<string> {
    const email = newEmail()
    expect((await post('/otp', { email, ...challenge })).status).toBe(200)
    const landed = new URL((await open(service.mailTo(email).link)).headers.get('location') ?? '')
    expect(landed.hash).toBe('')
    return landed.searchParams.get('code') ?? ''
  }
  const s256 = (name: string) => ({
    code_challenge: challengeOf(verifierOf(name)),
    code_challenge_method: 's256',
  })

  it('ends with its verifier alone: none, an empty one, the challenge itself, another flow’s, as plain', async () => {
    const [mine, other] = [await codeFor(s256('mine')), await codeFor(s256('other'))]
    const refused: [string, unknown][] = [
      ['none', undefined],
      ['empty', ''],
      ['null', null],
      ['no text', 1],
      ['a list', [verifierOf('mine')]],
      ['the challenge', challengeOf(verifierOf('mine'))],
      ['its hash once more', challengeOf(challengeOf(verifierOf('mine')))],
      ['another flow’s', verifierOf('other')],
      ['in another case', verifierOf('mine').toUpperCase()],
      ['with something behind', `${verifierOf('mine')}-`],
    ]
    for (const [what, verifier] of refused) expect((await exchange(mine, verifier)).status, what).toBe(400)
    for (const more of [
      { code_challenge_method: 'plain' },
      { code_challenge: '', code_challenge_method: '' },
    ]) {
      const answer = await post('/token?grant_type=pkce', {
        auth_code: mine,
        code_verifier: challengeOf(verifierOf('mine')),
        ...more,
      })
      expect(answer.status).toBe(400)
    }
    expect((await exchange(other, verifierOf('mine'))).status).toBe(400)
    const volley = await Promise.all(Array.from({ length: 10 }, () => exchange(mine, verifierOf('mine'))))
    expect(volley.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)])
    expect((await exchange(mine, verifierOf('mine'))).status).toBe(404)
    expect((await exchange(other, verifierOf('other'))).status).toBe(200)
  })

  it('gives a session neither for the secret of its link nor by a fragment; a plain one takes its own text alone', async () => {
    for (const kind of ['/otp', '/signup', '/recover']) {
      const email = kind === '/recover' ? (await member()).email : newEmail()
      expect((await post(kind, { email, password, ...s256('mine') })).status, kind).toBe(200)
      const { link } = service.mailTo(email)
      const search = new URL(link).searchParams
      const token_hash = search.get('token') ?? ''
      const type = search.get('type') ?? ''
      // What was only read somewhere: the link in a log, without the browser that asked for it.
      for (const token of [token_hash, token_hash.replace(/^pkce_/, '')])
        expect(await (await post('/verify', { type, token_hash: token })).json(), kind).toMatchObject({
          error_code: 'otp_expired',
        })
      // The link is as good as before for the browser that asked.
      const landed = (await open(link.replace('pkce_', ''))).headers.get('location') ?? ''
      expect(landed, kind).not.toContain('access_token')
      expect((await open(link)).headers.get('location'), kind).toMatch(/[?&]code=[\w-]+$/)
    }
    const plain = { code_challenge: verifierOf('plain'), code_challenge_method: 'plain' }
    const code = await codeFor(plain)
    expect((await exchange(code, challengeOf(verifierOf('plain')))).status).toBe(400)
    expect((await exchange(code, verifierOf('plain'))).status).toBe(200)
  })

  it('is begun whole or not at all', async () => {
    const { code_challenge } = s256('mine')
    for (const begun of [
      { code_challenge },
      { code_challenge_method: 's256' },
      { code_challenge, code_challenge_method: 'none' },
      { code_challenge, code_challenge_method: 's256 plain' },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: [code_challenge], code_challenge_method: 's256' },
    ])
      expect((await post('/otp', { email: newEmail(), ...begun })).status, JSON.stringify(begun)).toBe(400)
  })
})

describe('the account', () => {
  it('[C-14] [S-09] sets a new password by recovery; other sessions and mailed links end', async () => {
    const { email, session } = await member()
    const client = service.client()
    await client.auth.resetPasswordForEmail(email)
    const older = service.mailTo(email)
    await client.auth.resetPasswordForEmail(email)
    expect(fragmentOf(await open(older.link)).get('error_code')).toBe('otp_expired')
    const parts = fragmentOf(await open(service.mailTo(email).link))
    expect(parts.get('type')).toBe('recovery')
    await client.auth.setSession({
      access_token: parts.get('access_token') ?? '',
      refresh_token: parts.get('refresh_token') ?? '',
    })
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    expect((await client.auth.updateUser({ password })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    })
    expect((await client.auth.updateUser({ password: 'password123' })).error).toMatchObject({
      code: 'weak_password',
      reasons: ['pwned'],
    })
    expect((await client.auth.updateUser({ password: '' })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
    })
    expect((await client.auth.updateUser({ password: 'a brand new one 5' })).error).toBeNull()
    expect(events).toContain('USER_UPDATED')
    expect((await getUser(session.access_token)).status).toBe(403)
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await client.auth.signInWithPassword({ email, password: 'a brand new one 5' })).error).toBeNull()
  })

  it('asks for a nonce or the current password when the session is older than a day', async () => {
    const { email, client, user } = await member()
    await query(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
      user.id,
    ])
    const change = { password: 'a brand new one 6' }
    expect((await client.auth.updateUser(change)).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    })
    expect(
      (await client.auth.updateUser({ ...change, current_password: 'not this one 1' })).error?.code,
    ).toBe('invalid_credentials')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    expect((await client.auth.updateUser({ ...change, nonce: '12345' })).error?.code).toBe(
      'reauthentication_not_valid',
    )
    expect((await client.auth.updateUser({ ...change, nonce: service.mailTo(email).code })).error).toBeNull()
    const next = { password: 'a brand new one 7', current_password: 'a brand new one 6' }
    expect((await client.auth.updateUser(next)).error).toBeNull()
  })

  it('changes the address after both sides have confirmed', async () => {
    const { email, client } = await member()
    const taken = (await member()).email
    expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    const wanted = newEmail()
    const { data } = await client.auth.updateUser({ email: wanted })
    expect(data.user).toMatchObject({ email, new_email: wanted })
    const first = await client.auth.verifyOtp({
      email,
      token: service.mailTo(email).code,
      type: 'email_change',
    })
    expect(first.data.session).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, email_change_waits_for: wanted })
    const sent = (age: string) =>
      query(`update auth.one_time_tokens set created_at = now() - $2::interval where relates_to = $1`, [
        wanted,
        age,
      ])
    await sent('61 minutes')
    expect((await client.auth.getUser()).data.user).not.toHaveProperty('email_change_waits_for')
    await sent('0 minutes')
    const second = await client.auth.verifyOtp({
      email: wanted,
      token: service.mailTo(wanted).code,
      type: 'email_change',
    })
    expect(second.data.user).toMatchObject({
      email: wanted,
      identities: [{ identity_data: { email: wanted } }],
    })
    expect((await service.client().auth.signInWithPassword({ email: wanted, password })).error).toBeNull()
    expect((await service.client().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  it('merges metadata and keeps what only the server may set', async () => {
    const { client } = await member()
    await client.auth.updateUser({ data: { display_name: 'Ada', theme: 'dark' } })
    const { data } = await client.auth.updateUser({ data: { theme: null } })
    expect(data.user?.user_metadata).toEqual({ display_name: 'Ada' })
    expect((await client.auth.updateUser({ data: { text: 'x'.repeat(9_000) } })).error?.code).toBe(
      'validation_failed',
    )
    const attempt = { app_metadata: { role: 'owner' }, role: 'service_role', email_confirmed_at: null }
    await client.auth.updateUser(attempt as object)
    const user = (await client.auth.getUser()).data.user
    expect(user).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(JSON.stringify(user)).not.toMatch(/encrypted|hash|\$2a\$/)
  })
})

describe('bad input', () => {
  it('[AU-17] answers 400 to wrong types instead of guessing', async () => {
    const { email } = await member()
    const bodies = [
      '{"email":{"$gt":""},"password":{"$gt":""}}',
      `{"email":"${email}","password":true}`,
      `{"email":["${email}"],"password":"${password}"}`,
      `{"email":"${email}","password":12345678}`,
      `{"email":"${email}","password":"${password}\\u0000"}`,
      '[]',
      '"text"',
      'null',
      '{',
      '',
    ]
    for (const path of [
      '/signup',
      '/token?grant_type=password',
      '/otp',
      '/recover',
      '/verify',
      '/token?grant_type=refresh_token',
    ]) {
      for (const body of bodies)
        expect((await post(path, body)).status, `${path} ${body}`).toBe(
          path.match(/otp|recover/) && body.startsWith(`{"email":"${email}"`) ? 200 : 400,
        )
    }
    for (const data of ['[]', '"x"', '{"a":"\\u0000"}', '{"a":"\\ud800"}']) {
      expect(
        (await post('/signup', `{"email":"${newEmail()}","password":"${password}","data":${data}}`)).status,
      ).toBe(400)
    }
    for (const bad of [
      'nobody',
      'a@b@c',
      'a b@example.com',
      'a@example.com\r\nBcc: x@y.z',
      'a@exa_mple.com',
    ]) {
      expect((await post('/signup', { email: bad, password })).status, bad).toBe(400)
    }
    expect(
      (await post('/signup', { email: newEmail(), password, data: { text: 'x'.repeat(70_000) } })).status,
    ).toBe(413)
  })

  it('names nothing by NUL, and takes it in no parameter', async () => {
    const { session } = await member()
    const send = async (method: string, path: string): Promise<number> => {
      const headers = { apikey: service.platform.anonKey, authorization: `Bearer ${session.access_token}` }
      return (await fetch(`${service.url}/auth/v1${path}`, { method, headers })).status
    }
    for (const [method, path] of [
      ['POST', '/factors/%00/challenge'],
      ['POST', '/factors/a%00/verify'],
      ['DELETE', '/factors/%00'],
      ['DELETE', '/user/identities/%00'],
    ] as const)
      expect(await send(method, path), path).toBe(404)
    for (const path of [
      '/verify?token=%00&type=signup',
      '/authorize?provider=%00',
      '/callback?state=%00&code=x',
    ])
      expect(await send('GET', path), path).toBe(400)
  })

  it('speaks both shapes of errors', async () => {
    const body = { email: newEmail(), password: 'a wrong password' }
    const old = await post('/token?grant_type=password', body)
    expect(old.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(await old.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
    const current = await post('/token?grant_type=password', body, { 'x-supabase-api-version': '2024-01-01' })
    expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(await current.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })

  it('[AU-22] never takes a password that only begins like the right one', async () => {
    const email = newEmail()
    const long = 'wände und decken '.repeat(4).slice(0, 60) + 'abcdefg'
    const stored = long.padEnd(72 - (Buffer.byteLength(long) - long.length), 'z')
    expect(Buffer.byteLength(stored)).toBe(72)
    const client = service.client()
    await client.auth.signUp({ email, password: stored })
    await client.auth.verifyOtp({ email, token: service.mailTo(email).code, type: 'signup' })
    expect((await client.auth.signInWithPassword({ email, password: `${stored}x` })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await client.auth.signInWithPassword({ email, password: stored })).error).toBeNull()
  })
})

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(service.databaseUrl)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
