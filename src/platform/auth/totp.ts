import { Secret, TOTP } from 'otpauth'

const period = 30

/** A new shared secret: 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator application reads from the QR code. */
export const totpUri = (secret: string, issuer: string, account: string): string =>
  new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), period }).toString()

/**
 * The time step that a six-digit code belongs to, counted since 1970, or null. One step before and one after now count,
 * for clocks that differ.
 */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : Math.floor(now / 1000 / period) + delta
}
