import { createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type CryptoKey, type JSONWebKeySet, calculateJwkThumbprint, importJWK } from 'jose'
import type { Queryable } from './database.ts'

export interface PlatformSecrets {
  anonKey: string
  serviceKey: string
  /** ES256 pair that signs access tokens; `keyId` is the public key's thumbprint. */
  signingKey: CryptoKey
  publicKey: CryptoKey
  keyId: string
  jwks: JSONWebKeySet
  refreshTokenKey: Uint8Array
  /** Signs addresses of stored objects. */
  storageKey: Uint8Array
  /** Makes the made-up user id that a sign-up with a taken address is answered with. */
  absentUserKey: Uint8Array
  /** Encrypts the secrets of second factors. */
  factorKey: Uint8Array
  recoveryCodeKey: Uint8Array
}

// The order of the curve P-256: private keys are numbers from 1 to one below it.
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Loads the service's secrets. The api keys are made once and kept in the database. Everything else is derived from
 * one root: `configured` when given (then no key that signs lies in the database), else a random one kept there too.
 */
export async function loadPlatformSecrets(
  db: Queryable,
  configured: string | undefined,
): Promise<PlatformSecrets> {
  const anonKey = await keptSecret(
    db,
    'anon_key',
    () => `sb_publishable_${randomBytes(24).toString('base64url')}`,
  )
  const serviceKey = await keptSecret(
    db,
    'service_key',
    () => `sb_secret_${randomBytes(24).toString('base64url')}`,
  )
  const root =
    configured ?? (await keptSecret(db, 'root_secret', () => randomBytes(48).toString('base64url')))
  return {
    anonKey,
    serviceKey,
    ...(await signingKeys(derive(root, 'es256 signing key', 48))),
    refreshTokenKey: derive(root, 'refresh tokens', 32),
    storageKey: derive(root, 'storage addresses', 32),
    absentUserKey: derive(root, 'absent users', 32),
    factorKey: derive(root, 'second factors', 32),
    recoveryCodeKey: derive(root, 'recovery codes', 32),
  }
}

/** Several processes may start on one database at once: the first value written is everybody's. */
async function keptSecret(db: Queryable, name: string, make: () => string): Promise<string> {
  await db.query(
    'insert into formwork_platform.secrets (name, value) values ($1, $2) on conflict do nothing',
    [name, make()],
  )
  const { rows } = await db.query<{ value: string }>(
    'select value from formwork_platform.secrets where name = $1',
    [name],
  )
  return rows[0]?.value ?? ''
}

const derive = (root: string, purpose: string, bytes: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', root, 'formwork platform', purpose, bytes))

async function signingKeys(seed: Uint8Array) {
  const scalar = (BigInt(`0x${Buffer.from(seed).toString('hex')}`) % (curveOrder - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  const coordinates = {
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicJwk = { kty: 'EC', crv: 'P-256', ...coordinates }
  const keyId = await calculateJwkThumbprint(publicJwk)
  const signingKey = await importJWK({ ...publicJwk, d: d.toString('base64url') }, 'ES256')
  const publicKey = await importJWK(publicJwk, 'ES256')
  if (signingKey instanceof Uint8Array || publicKey instanceof Uint8Array)
    throw new Error('An elliptic key is no text')
  return {
    signingKey,
    publicKey,
    keyId,
    jwks: { keys: [{ ...publicJwk, kid: keyId, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true }] },
  }
}
