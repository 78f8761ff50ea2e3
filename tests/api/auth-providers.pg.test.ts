import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { type SupabaseClient, createClient } from '@supabase/supabase-js'
import { SignJWT, decodeJwt, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ws from 'ws'
import { type OidcProvider, followRedirects, startOidcProvider } from '../support/start-oidc-provider.ts'
import { type TestPlatform, startTestPlatform } from '../support/start-test-platform.ts'

const password = 'Beton und Stahl 7'
let oidc: OidcProvider
let github: { url: string; stop: () => void }
let service: TestPlatform
let made = 0

// What GitHub answers, as its documentation says; the user of the next sign-in.
const githubUser = { id: 4711, login: 'ada', name: 'Ada', email: 'ada@github.example', verified: true }

beforeAll(async () => {
  oidc = await startOidcProvider()
  github = await startGithub()
  const provider = (id: string, clientId: string, trustEmail: boolean) => ({
    id,
    name: 'Office',
    clientId,
    clientSecret: `secret of ${clientId}`,
    issuer: oidc.issuer,
    audiences: [],
    trustEmail,
  })
  service = await startTestPlatform({
    providers: [
      provider('custom:office', 'formwork', true),
      provider('custom:stranger', 'other', false),
      { ...provider('custom:away', 'formwork', true), issuer: 'http://127.0.0.1:9' },
      {
        ...provider('github', 'formwork', true),
        name: 'GitHub',
        issuer: '',
        github: { site: github.url, api: github.url },
      },
    ],
  })
  oidc.serve(`${service.url}/auth/v1/callback`)
})
afterAll(async () => {
  await service.stop()
  await oidc.stop()
  github.stop()
})

const newEmail = () => `foreign${++made}@example.com`
const isOurs = (path: string) => (url: URL) => url.origin === service.url && url.pathname === path
const home = () => `${service.url}/auth/callback`

function be(sub: string, email: string, verified = true): void {
  oidc.person = {
    sub,
    claims: {
      email,
      email_verified: verified,
      name: 'Ada Lovelace',
      picture: 'https://pictures.example/ada',
    },
  }
}

/** Signs in with an account elsewhere, as the browser of `client`; answers where it ended. */
async function visit(client: SupabaseClient, provider = 'custom:office'): Promise<URL> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: provider as 'custom:office',
    options: { redirectTo: home(), skipBrowserRedirect: true },
  })
  if (error || !data.url) throw error ?? new Error('no address')
  return followRedirects(data.url, isOurs('/auth/callback'))
}

async function signIn(provider = 'custom:office') {
  const client = service.client({ flowType: 'pkce' })
  const end = await visit(client, provider)
  const code = end.searchParams.get('code')
  if (!code) return { client, session: null, code: end.searchParams.get('error_code') }
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  return { client, session: data.session, code: error?.code }
}

async function member(email = newEmail()) {
  const client = service.client({ flowType: 'pkce' })
  await client.auth.signUp({ email, password })
  const { error } = await client.auth.verifyOtp({ email, token: service.mailTo(email).code, type: 'signup' })
  if (error) throw error
  return { email, client }
}

describe('signing in with an account elsewhere', () => {
  it('[C-14] makes a person at the first sign-in and finds them at the next, whatever their address is by then', async () => {
    const email = newEmail()
    be('ada-1', email.toUpperCase())
    const first = await signIn()
    expect(first.session?.user).toMatchObject({
      email,
      app_metadata: { provider: 'custom:office', providers: ['custom:office'] },
      user_metadata: { full_name: 'Ada Lovelace', avatar_url: 'https://pictures.example/ada' },
      identities: [
        { provider: 'custom:office', id: 'ada-1', identity_data: { iss: oidc.issuer, sub: 'ada-1' } },
      ],
    })
    expect(first.session?.user.email_confirmed_at).toBeDefined()
    expect(decodeJwt(first.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'oauth' }],
    })
    be('ada-1', newEmail())
    expect((await signIn()).session?.user).toMatchObject({ id: first.session?.user.id, email })
  })

  it('opens an account by the address a trusted issuer vouches for, and only so', async () => {
    const { email, client } = await member()
    const own = (await client.auth.getUser()).data.user?.id
    be('ben-unverified', email, false)
    expect((await signIn()).code).toBe('provider_email_needs_verification')
    be('ben', email)
    // An issuer nobody vouches for learns nothing: the answer is the same for an address nobody has.
    expect((await signIn('custom:stranger')).code).toBe('provider_email_needs_verification')
    be('nobody-yet', newEmail())
    expect((await signIn('custom:stranger')).code).toBe('provider_email_needs_verification')
    be('ben', email)
    const opened = await signIn()
    expect(opened.session?.user).toMatchObject({
      id: own,
      app_metadata: { provider: 'email', providers: ['custom:office', 'email'] },
    })
    expect((await service.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('drops the password of whoever typed the address before its owner came', async () => {
    const email = newEmail()
    await service.client().auth.signUp({ email, password: 'the stranger knows 1' })
    be('cleo', email)
    expect((await signIn()).session?.user.email).toBe(email)
    const stranger = await service
      .client()
      .auth.signInWithPassword({ email, password: 'the stranger knows 1' })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  it('knows GitHub, which speaks no OpenID Connect', async () => {
    const first = await signIn('github')
    expect(first.session?.user).toMatchObject({
      email: githubUser.email,
      user_metadata: { full_name: 'Ada' },
      identities: [{ provider: 'github', id: '4711', identity_data: { user_name: 'ada', iss: github.url } }],
    })
    githubUser.id = 4712
    githubUser.verified = false
    expect((await signIn('github')).code).toBe('provider_email_needs_verification')
  })

  it('says which ways are open', async () => {
    const answer = await fetch(`${service.url}/auth/v1/settings`, {
      headers: { apikey: service.platform.anonKey },
    })
    expect(await answer.json()).toMatchObject({
      external: { email: true, github: true, google: false, 'custom:office': true },
      providers: [
        { id: 'custom:office', name: 'Office' },
        { id: 'custom:stranger', name: 'Office' },
        { id: 'custom:away', name: 'Office' },
        { id: 'github', name: 'GitHub' },
      ],
    })
    const away = await fetch(
      `${service.url}/auth/v1/authorize?provider=custom:away&redirect_to=${encodeURIComponent(home())}`,
      { redirect: 'manual' },
    )
    expect(away.status).toBe(303)
    expect(away.headers.get('location')).toMatch(
      /\/auth\/callback#error=access_denied&error_code=unexpected_failure/,
    )
    const none = await fetch(`${service.url}/auth/v1/authorize?provider=google`)
    expect([none.status, await none.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
  })
})

describe('[AU-14] what comes back', () => {
  const comeBack = (search: string, init?: RequestInit) =>
    fetch(`${service.url}/auth/v1/callback${search}`, { redirect: 'manual', ...init })
  const errorOf = (answer: Response) =>
    new URL(answer.headers.get('location') ?? '').searchParams.get('error_code')

  /** An answer of the provider that was not delivered yet. */
  async function answerFor(client: SupabaseClient, provider = 'custom:office'): Promise<URL> {
    const { data } = await client.auth.signInWithOAuth({
      provider: provider as 'custom:office',
      options: { redirectTo: home(), skipBrowserRedirect: true },
    })
    return followRedirects(data.url ?? '', isOurs('/auth/v1/callback'))
  }

  it('counts once, also of twenty at once', async () => {
    be('dora', newEmail())
    const client = service.client({ flowType: 'pkce' })
    const { search } = await answerFor(client)
    const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(search)))
    const codes = answers.flatMap(
      (answer) => new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? [],
    )
    expect(codes).toHaveLength(1)
    expect(answers.filter((answer) => errorOf(answer) === 'bad_oauth_state')).toHaveLength(19)
    const exchange = () =>
      fetch(`${service.url}/auth/v1/token?grant_type=pkce`, {
        method: 'POST',
        headers: { apikey: service.platform.anonKey },
        body: JSON.stringify({ auth_code: codes[0], code_verifier: 'a stranger’s verifier'.padEnd(43, 'x') }),
      })
    expect((await exchange()).status).toBe(400)
    expect((await client.auth.exchangeCodeForSession(codes[0] ?? '')).error).toBeNull()
    expect((await exchange()).status).toBe(404)
  })

  it('is refused without its state, with a foreign one, with a foreign code or client', async () => {
    be('emil', newEmail())
    const ours = await answerFor(service.client({ flowType: 'pkce' }))
    const other = await answerFor(service.client({ flowType: 'pkce' }), 'custom:stranger')
    const code = ours.searchParams.get('code') ?? ''
    for (const search of ['', `?code=${code}`, `?code=${code}&state=guess`, `?code=${code}&state=`])
      expect(errorOf(await comeBack(search)), search).toBe('bad_oauth_state')
    // The code of one client with the attempt of the other.
    const mixed = new URLSearchParams({
      code,
      state: other.searchParams.get('state') ?? '',
      iss: oidc.issuer,
    })
    expect(errorOf(await comeBack(`?${mixed}`))).toBe('bad_oauth_callback')
    const elsewhere = await answerFor(service.client({ flowType: 'pkce' }))
    elsewhere.searchParams.set('iss', 'https://evil.example')
    expect(errorOf(await comeBack(elsewhere.search))).toBe('bad_oauth_callback')
    const denied = await answerFor(service.client({ flowType: 'pkce' }))
    const refused = new URLSearchParams({
      error: 'access_denied',
      state: denied.searchParams.get('state') ?? '',
      iss: oidc.issuer,
    })
    expect(errorOf(await comeBack(`?${refused}`))).toBe('bad_oauth_callback')
  })

  it('leads nowhere but home', async () => {
    be('fay', newEmail())
    for (const wish of [
      '//evil.example/x',
      'https://evil.example',
      'javascript:alert(1)',
      `${service.url}@evil.example`,
    ]) {
      const start = `${service.url}/auth/v1/authorize?provider=custom:office&redirect_to=${encodeURIComponent(wish)}`
      const end = await followRedirects(
        start,
        (url) =>
          url.pathname !== '/auth/v1/authorize' &&
          url.origin !== oidc.issuer &&
          url.pathname !== '/auth/v1/callback',
      )
      expect(end.origin + end.pathname).toBe(home())
    }
  })

  it('signs in no browser but the one that was sent, when there is no code to exchange', async () => {
    be('gil', newEmail())
    const client = service.client()
    const own = await visit(client)
    expect(new URLSearchParams(own.hash.slice(1)).get('access_token')).toBeTruthy()
    const lured = await comeBack((await answerFor(client)).search)
    expect(lured.headers.get('location')).toContain('error_code=bad_oauth_state')
    expect(lured.headers.get('location')).not.toContain('access_token')
  })
})

it('[CS-04] the one cookie there is belongs to this host alone, and no other page of the domain can set it', async () => {
  const address = 'https://app.example.com'
  const secure = await startTestPlatform({
    publicUrl: () => address,
    providers: [
      {
        id: 'custom:office',
        name: 'Office',
        clientId: 'formwork',
        clientSecret: 'secret of formwork',
        issuer: oidc.issuer,
        audiences: [],
        trustEmail: true,
      },
    ],
  })
  try {
    const headers = { apikey: secure.platform.anonKey }
    const query = `provider=custom:office&redirect_to=${encodeURIComponent(address)}`
    const sent = await fetch(`${secure.url}/auth/v1/authorize?${query}`, { headers, redirect: 'manual' })
    expect(sent.status).toBe(302)
    const [cookie = '', ...more] = sent.headers.getSetCookie()
    expect(more).toEqual([])
    expect(cookie).toMatch(/^__Host-formwork-sign-in=[\w-]{20,};/)
    for (const part of ['Path=/', 'Secure', 'HttpOnly']) expect(cookie).toContain(part)
    expect(cookie).not.toContain('Domain')
    // What a neighbour may set has not that name, and counts for nothing.
    const state = new URL(sent.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const value = /=([^;]+)/.exec(cookie)?.[1] ?? ''
    const back = await fetch(`${secure.url}/auth/v1/callback?state=${state}&code=x`, {
      headers: { ...headers, cookie: `formwork-sign-in=${value}` },
      redirect: 'manual',
    })
    expect(back.headers.get('location')).toContain('error_code=bad_oauth_state')
  } finally {
    await secure.stop()
  }
})

describe('[AU-14] ID tokens', () => {
  const signInWith = async (token: string, nonce?: string) =>
    service.client().auth.signInWithIdToken({ provider: 'custom:office', token, ...(nonce && { nonce }) })

  it('sign in whom the issuer signed them for, with the nonce of the application', async () => {
    const email = newEmail()
    const claims = { sub: 'hal', email, email_verified: true }
    expect((await signInWith(await oidc.idToken(claims))).data.user?.email).toBe(email)
    const hashed = createHash('sha256').update('a secret').digest('hex')
    const bound = await oidc.idToken({ ...claims, nonce: hashed })
    expect((await signInWith(bound, 'a secret')).error).toBeNull()
    for (const nonce of [undefined, 'another'])
      expect((await signInWith(bound, nonce)).error?.code).toBe('bad_jwt')
  })

  it('of a foreign issuer or key, for another application, old, unsigned or of another method are refused', async () => {
    const claims = { sub: 'hal', email: newEmail(), email_verified: true }
    const { privateKey } = await generateKeyPair('RS256')
    const foreign = (alg: string) =>
      new SignJWT({ iss: oidc.issuer, aud: 'formwork', ...claims })
        .setIssuedAt()
        .setExpirationTime('5m')
        .setProtectedHeader({ alg, kid: 'one' })
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const good = await oidc.idToken(claims)
    const tokens = [
      await foreign('RS256').sign(privateKey),
      await foreign('HS256').sign(new TextEncoder().encode('secret of formwork'.padEnd(32))),
      await oidc.idToken({ ...claims, iss: 'https://evil.example' }),
      await oidc.idToken({ ...claims, aud: 'another application' }),
      await oidc.idToken({ ...claims, exp: 1 }),
      `${encode({ alg: 'none' })}.${good.split('.')[1]}.`,
      'no token',
    ]
    for (const token of tokens)
      expect((await signInWith(token)).error).toMatchObject({ status: 400, code: 'bad_jwt' })
    const off = await service.client().auth.signInWithIdToken({ provider: 'google', token: good })
    expect(off.error?.code).toBe('provider_disabled')
  })
})

describe('connecting one more account', () => {
  it('[C-14] links, lists and unlinks, and never takes over what is linked', async () => {
    const { client, email } = await member()
    be('ida', newEmail())
    const link = async (by: SupabaseClient) => {
      const { data, error } = await by.auth.linkIdentity({
        provider: 'custom:office',
        options: { redirectTo: home(), skipBrowserRedirect: true },
      })
      if (error) throw error
      return followRedirects(data.url, isOurs('/auth/callback'))
    }
    const end = await link(client)
    expect((await client.auth.getUserIdentities()).data?.identities.map(({ provider }) => provider)).toEqual([
      'email',
    ])
    expect((await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')).error).toBeNull()
    const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'custom:office'])
    expect((await signIn()).session?.user.email).toBe(email)

    const thief = await member()
    const taken = await link(thief.client)
    const { error } = await thief.client.auth.exchangeCodeForSession(taken.searchParams.get('code') ?? '')
    expect(error?.code).toBe('identity_already_exists')
    expect((await thief.client.auth.unlinkIdentity(identities[1]!)).error).toMatchObject({
      code: 'single_identity_not_deletable',
    })
    expect((await client.auth.unlinkIdentity(identities[0]!)).error?.code).toBe(
      'email_conflict_identity_not_deletable',
    )
    expect((await client.auth.unlinkIdentity(identities[1]!)).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.app_metadata).toEqual({
      provider: 'email',
      providers: ['email'],
    })
  })

  it('connects nothing for whoever only opens the address that somebody else made', async () => {
    const attacker = await member()
    be('jon', newEmail())
    const { data } = await attacker.client.auth.linkIdentity({
      provider: 'custom:office',
      options: { redirectTo: home(), skipBrowserRedirect: true },
    })
    // The victim's browser comes back with a code it has no secret for.
    const end = await followRedirects(data?.url ?? '', isOurs('/auth/callback'))
    const victim = service.client({ flowType: 'pkce' })
    expect(
      (await victim.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')).error,
    ).not.toBeNull()
    expect((await attacker.client.auth.getUserIdentities()).data?.identities).toHaveLength(1)
  })
})

describe('[AU-09] a new password', () => {
  /** Where the provider sends back who connects an account, with or without a code to exchange; not yet opened. */
  async function begunLink(client: SupabaseClient) {
    const { data, error } = await client.auth.linkIdentity({
      provider: 'custom:office',
      options: { redirectTo: home(), skipBrowserRedirect: true },
    })
    if (error) throw error
    return followRedirects(data.url, isOurs('/auth/v1/callback'))
  }
  const open = async (answer: URL) =>
    new URL((await fetch(answer, { redirect: 'manual' })).headers.get('location') ?? '')
  const signedIn = async (email: string) => {
    const client = service.client({ flowType: 'pkce' })
    await client.auth.signInWithPassword({ email, password })
    return client
  }
  const identitiesOf = async (client: SupabaseClient) =>
    (await client.auth.getUserIdentities()).data?.identities.map(({ provider }) => provider)

  it('ends a connection that was begun before, and a code for one that nobody exchanged yet', async () => {
    const { client, email } = await member()
    const [thief, helper] = [await signedIn(email), await signedIn(email)]
    be('kim-1', newEmail())
    const away = await begunLink(thief)
    const code = (await open(await begunLink(helper))).searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    expect((await client.auth.updateUser({ password: `${password} anew` })).error).toBeNull()
    expect((await open(away)).searchParams.get('error_code')).toBe('bad_oauth_state')
    expect((await helper.auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
    expect(await identitiesOf(client)).toEqual(['email'])
  })

  it('ends one whose provider is just being asked', async () => {
    const { client, email } = await member()
    be('kim-2', newEmail())
    const away = await begunLink(await signedIn(email))
    const { asked, goOn } = oidc.holdTokens()
    const opened = open(away)
    await asked
    expect((await client.auth.updateUser({ password: `${password} anew` })).error).toBeNull()
    goOn()
    expect((await opened).searchParams.get('error_code')).toBe('bad_oauth_state')
    expect(await identitiesOf(client)).toEqual(['email'])
  })
})

it('connects nothing to an account that was banned meanwhile', async () => {
  const { client } = await member()
  be('lea', newEmail())
  const { data } = await client.auth.linkIdentity({
    provider: 'custom:office',
    options: { redirectTo: home(), skipBrowserRedirect: true },
  })
  const { user } = (await client.auth.getUser()).data
  const admin = createClient(service.url, service.platform.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  }).auth.admin
  expect((await admin.updateUserById(user?.id ?? '', { ban_duration: '1h' })).error).toBeNull()
  const end = await followRedirects(data?.url ?? '', isOurs('/auth/callback'))
  expect(end.searchParams.get('error_code')).toBe('user_banned')
})

async function startGithub() {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://github.test')
    const json = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (url.pathname === '/login/oauth/authorize') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'one')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
    } else if (url.pathname === '/login/oauth/access_token') {
      json({ access_token: 'gho_1', token_type: 'bearer', scope: 'user:email' })
    } else if (request.headers.authorization !== 'Bearer gho_1') {
      response.writeHead(401).end()
    } else if (url.pathname === '/user') {
      json({
        id: githubUser.id,
        login: githubUser.login,
        name: githubUser.name,
        avatar_url: 'https://avatars.example/1',
      })
    } else {
      json([
        { email: 'old@github.example', primary: false, verified: true },
        { email: githubUser.email, primary: true, verified: githubUser.verified },
      ])
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
