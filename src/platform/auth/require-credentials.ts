import type { AuthContext } from './auth-context.ts'
import { validationFailed } from './auth-error.ts'
import { type Contact, readContact } from './contact.ts'
import type { RequestBody } from './request-body.ts'

/** Address or number, and password, of a sign-up. 400 when one is missing. */
export function requireCredentials(
  context: AuthContext,
  body: RequestBody,
  purpose: string,
): { contact: Contact; password: string } {
  const password = body.text('password')
  const missing = !body.text('email').trim() && !body.text('phone').trim()
  if (missing || !password)
    throw validationFailed('You must provide either an email or phone number and a password')
  const contact = readContact(context, body, purpose)
  if (!contact) throw validationFailed('You must provide either an email or phone number and a password')
  return { contact, password }
}
