import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { knowsAddress } from './known-address.ts'
import { hasLivingToken, type SentCodes } from './one-time-tokens.ts'

/**
 * Counts a typed code against the address or number it was sent to, from everywhere and over all codes: each code is void
 * after a few wrong tries, but the next one is a minute away. Throws 429; who was signed in from there before may go on,
 * so that a flood keeps nobody out of their own account. Answers false, and counts nothing, where no code could be meant:
 * a stranger has to make codes be sent, which is limited by itself, before anybody is kept from typing theirs.
 */
export async function takeCodeTry(
  { pool, limits }: AuthContext,
  sent: SentCodes,
  { address }: { address: string },
): Promise<boolean> {
  if (!(await hasLivingToken(pool, sent))) return false
  try {
    await limits.contactCodes.take(sent.email)
  } catch (error) {
    if (!(error instanceof AuthError) || error.status !== 429) throw error
    if (!(await knowsAddress(pool, sent.userId, address))) throw error
  }
  return true
}
