import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Six digits, each number as likely as any other. */
export const newSixDigitCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** 192 random bits in hex: one word for any pattern, so that nobody mistakes part of it for a six-digit code. */
export const newLinkToken = (): string => randomBytes(24).toString('hex')

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** How the hosted service stores a mailed code: hex sha224 of address and code. */
export const codeHash = (email: string, code: string): string =>
  createHash('sha224')
    .update(email + code)
    .digest('hex')

export const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Compares two texts without telling by its time where they differ. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
