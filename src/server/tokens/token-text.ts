import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// 43 digits of 62 are 256 bits.
const secretLength = 43
const shape = /^fw_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/**
 * A new API token: `fw_`, 43 random letters and digits, and six that follow from them (CRC-32), so that scanners of
 * published code know a real one from a look-alike.
 */
export function newApiToken(): string {
  let secret = ''
  while (secret.length < secretLength)
    // Only bytes below the largest multiple of 62 are taken: each digit is equally likely.
    for (const byte of randomBytes(64))
      if (byte < 248 && secret.length < secretLength) secret += digits[byte % 62]
  return `fw_${secret}${checksum(secret)}`
}

/** Whether a text claims to be an API token. */
export const claimsToBeApiToken = (text: string): boolean => text.startsWith('fw_')

/** What is kept of a token, SHA-256 in hex; null when the text cannot be one. */
export function hashApiToken(text: string): string | null {
  const [, secret = '', sum] = shape.exec(text) ?? []
  return sum === checksum(secret) ? createHash('sha256').update(text).digest('hex') : null
}

/** How people tell tokens apart: `fw_aB3x…`. */
export const tokenHint = (text: string): string => `${text.slice(0, 7)}…`

function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = `${digits[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}
