import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, enrolFactor } from '../support/authenticator.ts'
import { type TestPlatform, startTestPlatform } from '../support/start-test-platform.ts'

const password = 'Beton und Stahl 7'
let service: TestPlatform
let made = 0

beforeAll(async () => {
  service = await startTestPlatform({ rateLimits: { factorTries: 5 } })
})
afterAll(() => service.stop())

async function member() {
  const email = `factor${++made}@example.com`
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

async function signIn(email: string) {
  const client = service.client()
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, session: data.session }
}

async function query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
  const db = new pg.Client({ connectionString: service.databaseUrl })
  await db.connect()
  try {
    return (await db.query<R>(text, values)).rows
  } finally {
    await db.end()
  }
}

const call = (path: string, token: string, method = 'POST', body?: unknown) =>
  fetch(`${service.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: service.platform.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const tokenOf = async (client: Awaited<ReturnType<typeof member>>['client']) =>
  (await client.auth.getSession()).data.session?.access_token ?? ''

const renewCodes = async (token: string) =>
  ((await (await call('/factors/recovery-codes', token)).json()) as { codes: string[] }).codes

describe('setting up', () => {
  it('[C-14] enrols with a picture and a key, verifies, lists, raises the level, and is given up', async () => {
    const { client } = await member()
    const { data: before } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(before).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(enrolled.error).toBeNull()
    const { id, totp, type, friendly_name } = enrolled.data ?? {
      id: '',
      totp: { qr_code: '', secret: '', uri: '' },
    }
    expect({ type, friendly_name }).toEqual({ type: 'totp', friendly_name: 'Phone' })
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    expect(totp.uri).toMatch(
      /^otpauth:\/\/totp\/Formwork:.+issuer=Formwork&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    )
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      totp: [],
      all: [{ id, status: 'unverified' }],
    })

    const challenge = await client.auth.mfa.challenge({ factorId: id })
    expect(challenge.data).toMatchObject({ type: 'totp' })
    expect((challenge.data?.expires_at ?? 0) * 1000 - Date.now()).toBeGreaterThan(295_000)
    const verified = await client.auth.mfa.verify({
      factorId: id,
      challengeId: challenge.data?.id ?? '',
      code: codeOf(totp.secret),
    })
    expect(verified.error).toBeNull()
    const claims = decodeJwt(await tokenOf(client))
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'otp' }] })
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id, status: 'verified', friendly_name: 'Phone', factor_type: 'totp' },
    ])
    const renewed = await client.auth.refreshSession()
    expect(decodeJwt(renewed.data.session?.access_token ?? '')['aal']).toBe('aal2')

    expect((await client.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id })
    const after = await client.auth.refreshSession()
    expect(decodeJwt(after.data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'otp' }],
    })
  })

  it('refuses a name twice, an eleventh factor, other kinds of factors', async () => {
    const { client } = await member()
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toMatchObject(
      {
        status: 422,
        code: 'mfa_factor_name_conflict',
      },
    )
    for (let n = 0; n < 9; n++)
      expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe(
      'too_many_enrolled_mfa_factors',
    )
    expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915112345678' })).error?.code).toBe(
      'mfa_phone_enroll_not_enabled',
    )
  })

  it('[AU-26] keeps secrets encrypted, and tells them to nobody later on', async () => {
    const { client, email, user } = await member()
    const { secret } = await enrolFactor(client)
    const codes = await renewCodes(await tokenOf(client))
    const [row] = await query<{ secret: string }>('select secret from auth.mfa_factors where user_id = $1', [
      user.id,
    ])
    expect(row?.secret).toMatch(/^v1\./)
    expect(row?.secret).not.toContain(secret)
    const stored = JSON.stringify(
      await query('select * from auth.mfa_recovery_codes where user_id = $1', [user.id]),
    )
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
    const told = JSON.stringify([
      (await client.auth.getUser()).data,
      (await client.auth.refreshSession()).data,
      (await signIn(email)).session,
    ])
    expect(told).toContain('"factor_type":"totp"')
    for (const hidden of [secret, row?.secret ?? '', ...codes]) expect(told).not.toContain(hidden)
  })
})

describe('the second step', () => {
  it('[AU-04] takes a code once, one step around now, and only of one’s own factor', async () => {
    const { client, email } = await member()
    const { id, secret } = await enrolFactor(client)
    const stranger = await member()
    const foreign = await enrolFactor(stranger.client)
    const next = await signIn(email)
    for (const [code, steps] of [
      ['too old', -2],
      ['too new', 2],
      ['used to enrol', -1],
    ] as const) {
      const { error } = await next.client.auth.mfa.challengeAndVerify({
        factorId: id,
        code: codeOf(secret, steps),
      })
      expect(error, code).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    }
    const code = codeOf(secret)
    expect((await next.client.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull()
    // The same code in its half minute, with a challenge of its own.
    const again = await signIn(email)
    expect((await again.client.auth.mfa.challengeAndVerify({ factorId: id, code })).error?.code).toBe(
      'mfa_verification_failed',
    )
    for (const other of [foreign.id, crypto.randomUUID(), 'x']) {
      expect((await again.client.auth.mfa.challenge({ factorId: other })).error).toMatchObject({
        status: 404,
        code: 'mfa_factor_not_found',
        message: 'Factor not found',
      })
      const body = { challenge_id: crypto.randomUUID(), code: codeOf(foreign.secret) }
      expect((await call(`/factors/${other}/verify`, again.session.access_token, 'POST', body)).status).toBe(
        404,
      )
      expect((await call(`/factors/${other}`, again.session.access_token, 'DELETE')).status).toBe(404)
    }
  })

  it('[AU-04] lets one of twenty at once in with the same code', async () => {
    const { client, email } = await member()
    const { id, secret } = await enrolFactor(client)
    const code = codeOf(secret)
    const sessions = await Promise.all(Array.from({ length: 5 }, () => signIn(email)))
    const tries = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const { session } = sessions[at % sessions.length]!
        const challenge = (await (await call(`/factors/${id}/challenge`, session.access_token)).json()) as {
          id: string
        }
        return call(`/factors/${id}/verify`, session.access_token, 'POST', {
          challenge_id: challenge.id,
          code,
        })
      }),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('[AU-04] slows guessing down for every process, whatever is typed', async () => {
    const { client, email } = await member()
    const { id, secret } = await enrolFactor(client)
    const next = await signIn(email)
    for (const code of ['000000', 'zzzz-zzzz-zzzz', '000001', '000002', '000003'])
      await next.client.auth.mfa.challengeAndVerify({ factorId: id, code })
    const sibling = await startTestPlatform({
      databaseUrl: service.databaseUrl,
      publicUrl: () => service.url,
    })
    try {
      for (const url of [service.url, sibling.url]) {
        const refused = await fetch(`${url}/auth/v1/factors/${id}/challenge`, {
          method: 'POST',
          headers: { apikey: service.platform.anonKey, authorization: `Bearer ${next.session.access_token}` },
        })
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(25)
      }
    } finally {
      await sibling.stop()
    }
    await query(`update auth.mfa_factors set blocked_until = now() where id = $1`, [id])
    expect(
      (await next.client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })).error,
    ).toBeNull()
  })

  it('answers each challenge once, and for five minutes', async () => {
    const { client, email } = await member()
    const { id, secret } = await enrolFactor(client)
    const next = await signIn(email)
    const challenge = (await next.client.auth.mfa.challenge({ factorId: id })).data?.id ?? ''
    await query(`update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`, [
      challenge,
    ])
    const verify = (challengeId: string) =>
      next.client.auth.mfa.verify({ factorId: id, challengeId, code: codeOf(secret) })
    expect((await verify(challenge)).error?.code).toBe('mfa_challenge_expired')
    expect((await verify(challenge)).error?.code).toBe('mfa_factor_not_found')
  })

  it('ends what was handed out before it: refresh tokens, and other sessions without the step', async () => {
    const { client, email } = await member()
    const { id, secret } = await enrolFactor(client)
    const [waiting, next] = [await signIn(email), await signIn(email)]
    await next.client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
    const copied = await service.client().auth.refreshSession({ refresh_token: next.session.refresh_token })
    expect(copied.error?.code).toBe('refresh_token_not_found')
    expect((await call('/user', waiting.session.access_token, 'GET')).status).toBe(403)
    expect((await client.auth.getUser()).error).toBeNull()
  })

  it('takes each recovery code once, and none of an earlier set', async () => {
    const { client, email } = await member()
    const { id } = await enrolFactor(client)
    const early = await renewCodes(await tokenOf(client))
    const codes = await renewCodes(await tokenOf(client))
    expect(codes).toHaveLength(10)
    expect(new Set([...early, ...codes]).size).toBe(20)
    expect(codes[0]).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/)
    const attempt = async (code: string) => {
      const { client: next } = await signIn(email)
      const { error } = await next.auth.mfa.challengeAndVerify({ factorId: id, code })
      return error?.code ?? decodeJwt(await tokenOf(next))
    }
    expect(await attempt(early[0] ?? '')).toBe('mfa_verification_failed')
    expect(await attempt(` ${(codes[0] ?? '').toUpperCase().replaceAll('-', ' ')} `)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'recovery_code' }, { method: 'password' }],
    })
    expect(await attempt(codes[0] ?? '')).toBe('mfa_verification_failed')
    const left = await call('/factors/recovery-codes', await tokenOf(client), 'GET')
    expect(await left.json()).toEqual({ left: 9 })
  })

  it('[AU-05] is not skipped by a password that is reset', async () => {
    const { client, email } = await member()
    const { id, secret } = await enrolFactor(client)
    const lost = service.client()
    await lost.auth.resetPasswordForEmail(email)
    const { error } = await lost.auth.verifyOtp({
      email,
      token: service.mailTo(email).code,
      type: 'recovery',
    })
    expect(error).toBeNull()
    const change = () => lost.auth.updateUser({ password: 'Kalk und Mörtel 9' })
    expect((await change()).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    const blank = ' \t\n\u00a0 \t\n\u00a0 \t'
    expect((await lost.auth.updateUser({ password: blank })).error?.code).toBe('insufficient_aal')
    expect((await lost.auth.updateUser({ email: 'thief@example.com' })).error?.code).toBe('insufficient_aal')
    expect((await lost.auth.updateUser({ data: { display_name: 'Ada' } })).error).toBeNull()
    expect((await lost.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await lost.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    expect((await call('/factors/recovery-codes', await tokenOf(lost))).status).toBe(403)
    expect((await signIn(email)).session).not.toBeNull()
    await lost.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
    expect((await change()).error).toBeNull()
  })

  it('asks for a recent proof before factors, recovery codes and addresses change', async () => {
    const { client, session } = await member()
    const { id, secret } = await enrolFactor(client)
    const claims = decodeJwt(session.access_token)
    await query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '61 minutes' where session_id = $1`,
      [claims['session_id']],
    )
    // Renewing the token proves nothing.
    await client.auth.refreshSession()
    const refused = { status: 400, code: 'reauthentication_needed' }
    expect((await client.auth.mfa.unenroll({ factorId: id })).error).toMatchObject(refused)
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(refused)
    expect((await client.auth.updateUser({ email: 'new@example.com' })).error).toMatchObject(refused)
    expect((await call('/factors/recovery-codes', await tokenOf(client))).status).toBe(400)
    await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) })
    expect((await client.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
  })
})
