import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { type Contact, findUserByContact } from './contact.ts'
import { knowsAddress } from './known-address.ts'

/**
 * Counts a typed code against the address or number it was sent to, from everywhere and over all codes: each code is void
 * after a few wrong tries, but the next one is a minute away. Throws 429; who was signed in from there before may go on,
 * so that a flood keeps nobody out of their own account.
 */
export async function takeCodeTry(
  { pool, limits }: AuthContext,
  contact: Contact,
  { address }: { address: string },
): Promise<void> {
  try {
    await limits.contactCodes.take(contact.value)
  } catch (error) {
    if (!(error instanceof AuthError) || error.status !== 429) throw error
    const user = await findUserByContact(pool, contact)
    if (!user || !(await knowsAddress(pool, user.id, address))) throw error
  }
}
