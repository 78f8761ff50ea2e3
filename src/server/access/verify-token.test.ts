import { exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTPayload } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import { embeddedKeys, hostedKeys, makeTokenVerifier, type TokenVerifier } from './verify-token.ts'

const issuer = 'https://app.example.com/auth/v1'
const person = newId()
const session = newId()
const claims = {
  role: 'authenticated',
  session_id: session,
  email: 'Ann@Example.com',
  user_metadata: { name: 'Ann' },
}

let key: CryptoKey
let stranger: CryptoKey
let verify: TokenVerifier

beforeAll(async () => {
  const pair = await generateKeyPair('ES256')
  key = pair.privateKey
  stranger = (await generateKeyPair('ES256')).privateKey
  const jwks: JSONWebKeySet = {
    keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }],
  }
  verify = makeTokenVerifier(
    embeddedKeys(
      () => jwks,
      () => issuer,
    ),
  )
})

interface Forge {
  claims?: JWTPayload
  audience?: string
  issuer?: string
  subject?: string
  expires?: string | number
  header?: object
  by?: CryptoKey
}

const sign = (forge: Forge = {}): Promise<string> =>
  new SignJWT({ ...claims, ...forge.claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', ...forge.header })
    .setAudience(forge.audience ?? 'authenticated')
    .setIssuer(forge.issuer ?? issuer)
    .setSubject(forge.subject ?? person)
    .setIssuedAt()
    .setExpirationTime(forge.expires ?? '1h')
    .sign(forge.by ?? key)

const refusal = async (token: string): Promise<string> => {
  try {
    await verify(token)
    return 'accepted'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

describe('[AU-10] verifying access tokens', () => {
  it('takes a signed-in person’s own', async () => {
    const facts = {
      userId: person,
      sessionId: session,
      email: 'ann@example.com',
      name: 'Ann',
      aal: 'aal1',
      provenAt: 0,
    }
    expect(await verify(await sign())).toEqual(facts)
    expect(await verify(await sign())).toEqual(facts)
  })

  it('refuses every other', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const [head, body, signature] = (await sign()).split('.') as [string, string, string]
    const forged: Record<string, string> = {
      'another key': await sign({ by: stranger }),
      'another key that names itself': await sign({
        by: stranger,
        header: { jku: 'https://evil.test/keys', kid: '../../etc' },
      }),
      'another audience': await sign({ audience: 'anon' }),
      'another issuer': await sign({ issuer: 'https://evil.test/auth/v1' }),
      expired: await sign({ expires: Math.floor(Date.now() / 1000) - 60 }),
      'not valid yet': await sign({ claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } }),
      'of a service': await sign({ claims: { role: 'service_role' } }),
      'of nobody': await sign({ claims: { role: 'anon' } }),
      'of an anonymous session': await sign({ claims: { is_anonymous: true } }),
      'without a session': await sign({ claims: { session_id: undefined } }),
      'of a subject that is no id': await sign({ subject: "' or true --" }),
      'no algorithm': `${part({ alg: 'none' })}.${body}.`,
      'another algorithm': `${part({ alg: 'HS256', kid: 'one' })}.${body}.${signature}`,
      'changed claims': `${head}.${part({ ...claims, sub: newId(), aud: 'authenticated', iss: issuer })}.${signature}`,
      'too long': 'a'.repeat(20_000),
      nothing: '',
    }
    for (const [name, token] of Object.entries(forged))
      expect(await refusal(token), name).toBe('unauthorized')
  })

  it('a hosted service’s shared secret means HS256 and nothing else', async () => {
    const jwtSecret = 'a-secret-of-at-least-thirty-two-characters'
    const service = { url: 'https://app.example.com', anonKey: '', serviceKey: '', jwtSecret }
    const hosted = makeTokenVerifier(hostedKeys(service))
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('authenticated')
      .setIssuer(issuer)
      .setSubject(person)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(jwtSecret))
    expect((await hosted(token)).userId).toBe(person)
    await expect(hosted(await sign())).rejects.toThrow('unauthorized')
  })
})
