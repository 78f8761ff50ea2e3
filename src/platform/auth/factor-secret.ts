import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AuthError } from './auth-error.ts'

const version = 'v1'

/** Encrypts a factor's secret (base32 text) for its row: AES-256-GCM, bound to the factor's id. */
export function sealSecret(key: Uint8Array, factorId: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(factorId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return [version, nonce, sealed, cipher.getAuthTag()]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.')
}

/** The secret of a row. 500 when it was sealed with another root secret, or for another factor. */
export function openSecret(key: Uint8Array, factorId: string, sealed: string): string {
  const [given, nonce = '', secret = '', tag = ''] = sealed.split('.')
  try {
    if (given !== version) throw new Error('unknown version')
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
    decipher.setAAD(Buffer.from(factorId))
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(secret, 'base64url')), decipher.final()]).toString(
      'utf8',
    )
  } catch (cause) {
    const reason = new Error('A factor cannot be read: was SUPABASE_JWT_SECRET changed?', { cause })
    throw new AuthError(500, 'unexpected_failure', 'The factor cannot be read', { cause: reason })
  }
}
