import { SignJWT, errors, jwtVerify } from 'jose'
import { isUuid } from '#base/ids.ts'
import { badSignature } from './storage-error.ts'
import type { StorageContext } from './storage-host.ts'

/** What a signed address allows. `use` keeps the kinds apart: a token to read is none to write. */
export interface SignedAddress {
  use: 'read' | 'picture' | 'write'
  tenantId: string
  bucket: string
  name: string
  /** Who signed it, and so whose object it becomes; null for a program with the service key. */
  userId?: string | null
  /** `write`: whether one that is there may be replaced. */
  upsert?: boolean
  /** `write`: whether whoever signed might replace what is another’s; somebody may have put it there since. */
  replaces?: boolean
  /** `picture`: how it is changed. */
  transform?: Record<string, string>
}

/** Signs what an address allows, for so many seconds. */
export const signAddress = (
  { signingKey }: StorageContext,
  { use, tenantId, bucket, name, ...more }: SignedAddress,
  seconds: number,
): Promise<string> =>
  new SignJWT({ ...more, use, tenant: tenantId, url: `${bucket}/${name}` })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(signingKey)

/**
 * Reads the token of a signed address; throws 400 `InvalidJWT` when it is not ours, has expired, or was made for another
 * use, bucket or name.
 */
export async function readAddress(
  { signingKey }: StorageContext,
  token: string | undefined,
  use: SignedAddress['use'],
  { bucket, name }: { bucket: string; name: string },
): Promise<SignedAddress> {
  if (token === undefined || token === '' || token.length > 8192) throw badSignature('Invalid Compact JWS')
  const payload = await verified(signingKey, token)
  const { tenant, url, userId, upsert, replaces, transform } = payload
  if (payload['use'] !== use || url !== `${bucket}/${name}` || typeof tenant !== 'string' || !isUuid(tenant))
    throw badSignature('The signature does not fit this address')
  return {
    use,
    tenantId: tenant,
    bucket,
    name,
    userId: typeof userId === 'string' ? userId : null,
    upsert: upsert === true,
    replaces: replaces === true,
    ...(typeof transform === 'object' &&
      transform !== null && { transform: transform as Record<string, string> }),
  }
}

async function verified(key: Uint8Array, token: string): Promise<Record<string, unknown>> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp', 'iat'] })
    return payload
  } catch (error) {
    const expired = error instanceof errors.JWTExpired
    throw badSignature(expired ? '"exp" claim timestamp check failed' : 'signature verification failed')
  }
}
