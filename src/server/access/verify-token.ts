import { createLocalJWKSet, createRemoteJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { isUuid } from '#base/ids.ts'
import type { HostedService } from '../settings.ts'

/** What a verified access token says. Roles and rights are never read from it. */
export interface TokenFacts {
  userId: string
  sessionId: string
  email: string | null
  name: string | null
  /** `aal2` after a second factor. */
  aal: 'aal1' | 'aal2'
  /** When the person last proved to be there, in seconds since 1970; renewing a token proves nothing. 0: not said. */
  provenAt: number
}

/** Verifies an access token; throws 401 `unauthorized` for anything that is not a signed-in person's. */
export type TokenVerifier = (token: string) => Promise<TokenFacts>

interface KeySource {
  verify(token: string): Promise<JWTPayload>
}

const audience = 'authenticated'

/** Tokens of the embedded platform: ES256 only, keys asked for each time so that a new key counts at once. */
export function embeddedKeys(jwks: () => JSONWebKeySet, issuer: () => string): KeySource {
  let last: JSONWebKeySet | null = null
  let keys: ReturnType<typeof createLocalJWKSet> | null = null
  return {
    async verify(token) {
      const now = jwks()
      if (!keys || now !== last) {
        keys = createLocalJWKSet(now)
        last = now
      }
      const { payload } = await jwtVerify(token, keys, { algorithms: ['ES256'], audience, issuer: issuer() })
      return payload
    },
  }
}

/** Tokens of a hosted service: its published keys, or its shared secret when one is configured. */
export function hostedKeys(service: HostedService): KeySource {
  const issuer = `${service.url}/auth/v1`
  if (service.jwtSecret) {
    const secret = new TextEncoder().encode(service.jwtSecret)
    return {
      verify: async (token) =>
        (await jwtVerify(token, secret, { algorithms: ['HS256'], audience, issuer })).payload,
    }
  }
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
  return {
    verify: async (token) =>
      (await jwtVerify(token, keys, { algorithms: ['ES256', 'RS256'], audience, issuer })).payload,
  }
}

const proofSchema = z.object({ method: z.string(), timestamp: z.number().finite() })

const longestToken = 16_384
const remembered = 5_000

/** A verifier over one source of keys. A token verified once is remembered until it expires. */
export function makeTokenVerifier(source: KeySource): TokenVerifier {
  const known = new Map<string, { facts: TokenFacts; expires: number }>()
  return async (token) => {
    if (token.length > longestToken) throw new AppError('unauthorized')
    const seen = known.get(token)
    if (seen && seen.expires > Date.now() / 1000) return seen.facts
    known.delete(token)
    const payload = await verified(source, token)
    const facts = readFacts(payload)
    if (known.size >= remembered) known.clear()
    known.set(token, { facts, expires: payload.exp ?? 0 })
    return facts
  }
}

async function verified(source: KeySource, token: string): Promise<JWTPayload> {
  try {
    return await source.verify(token)
  } catch (error) {
    // Keys that cannot be fetched are our trouble, not the caller's.
    if (error instanceof Error && /fetch|timed out|ECONN/i.test(error.message))
      throw new AppError('unavailable', undefined, { cause: error })
    throw new AppError('unauthorized', undefined, { cause: error })
  }
}

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function readFacts(payload: JWTPayload): TokenFacts {
  const { sub, session_id: session, role, email, user_metadata: metadata } = payload
  const person = typeof sub === 'string' && isUuid(sub) && typeof session === 'string' && isUuid(session)
  if (!person || role !== 'authenticated' || payload['is_anonymous'] === true)
    throw new AppError('unauthorized')
  const about = typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {}
  return {
    userId: sub.toLowerCase(),
    sessionId: session.toLowerCase(),
    email: textOr(email)?.toLowerCase() ?? null,
    name: textOr(about['full_name']) ?? textOr(about['name']) ?? textOr(about['display_name']),
    aal: payload['aal'] === 'aal2' ? 'aal2' : 'aal1',
    provenAt: lastProof(payload['amr']),
  }
}

function lastProof(amr: unknown): number {
  const proofs = Array.isArray(amr) ? amr.map((entry: unknown) => proofSchema.safeParse(entry)) : []
  const times = proofs.flatMap(({ data }) =>
    data && data.method !== 'token_refresh' ? [data.timestamp] : [],
  )
  return Math.max(0, ...times)
}
