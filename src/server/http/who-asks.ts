import type { Context } from 'hono'
import { AppError } from '#base/app-error.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import { needsPerson } from '../access/needs-person.ts'
import type { Place } from '../access/place.ts'
import type { User } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import { claimsToBeApiToken, hashApiToken } from '../tokens/token-text.ts'

/** Who a request says it is from: somebody signed in, or a token of which the database will say whose it is. */
export interface Asker extends User {
  /** In hex; null for somebody signed in. */
  tokenHash: string | null
}

// A program may ask this often a minute, and have as many calls saved up.
const tokenCallsAMinute = 1200

/** Reads the bearer token. Throws 401, 403 for a token where only a person may be, 429 for one that asks too often. */
export async function whoAsks(
  context: Context,
  endpoint: Pick<Endpoint, 'access'>,
  services: Services,
): Promise<Asker> {
  const [scheme, token, more] = (context.req.header('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || more !== undefined) throw new AppError('unauthorized')
  if (!claimsToBeApiToken(token)) {
    const { userId, sessionId, email, name, aal, provenAt } = await services.verifyToken(token)
    return { userId, sessionId, email, name, proof: { aal, provenAt }, tokenHash: null }
  }
  const tokenHash = hashApiToken(token)
  if (tokenHash === null) throw new AppError('unauthorized')
  services.limiter.take('api-token', tokenHash, tokenCallsAMinute, 60)
  // A token belongs to one workspace: calls beside any are not for it.
  if (endpoint.access === 'user') throw needsPerson()
  return { userId: tokenHash, sessionId: '', email: null, name: null, tokenHash }
}

/** The person behind a request, once the database has said where it is. */
export function personOf(asker: Asker, place: Place | null): User {
  if (!place?.token) {
    const { userId, sessionId, email, name, proof } = asker
    return { userId, sessionId, email, name, ...(proof && { proof }) }
  }
  const { id, userId, email, userName } = place.token
  return { userId, sessionId: id, email, name: userName }
}
