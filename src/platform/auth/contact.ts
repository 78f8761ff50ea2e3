import parsePhoneNumber from 'libphonenumber-js/min'
import type { AuthContext } from './auth-context.ts'
import { AuthError, validationFailed } from './auth-error.ts'
import { type AuthUser, findUserByEmail, findUserByPhone } from './auth-user.ts'
import type { Queryable } from './database.ts'
import { parseEmail } from './email-address.ts'
import type { RequestBody } from './request-body.ts'

/** How somebody is reached: an address in lower case, or a number as digits with the country's number first. */
export interface Contact {
  kind: 'email' | 'phone'
  value: string
}

/** 400 `phone_provider_disabled`. */
export const phoneDisabled = (message = 'Unsupported phone provider'): AuthError =>
  new AuthError(400, 'phone_provider_disabled', message)

/**
 * A phone number in its one form, such as `4915112345678` for `+49 151 12345678`. 400 when it is none, when there are no
 * text messages here, or none to its country: numbers that cost much are how text messages are robbed.
 */
export function parsePhone(context: Pick<AuthContext, 'phone'>, text: string): string {
  if (!context.phone) throw phoneDisabled()
  const digits = text.replaceAll(/[\s()./-]/g, '').replace(/^\+/, '')
  const number = /^[1-9][0-9]{1,14}$/.test(digits) ? parsePhoneNumber(`+${digits}`) : undefined
  if (!number?.isPossible()) throw validationFailed('Invalid phone number format (E.164 required)')
  const { countries } = context.phone
  if (countries && !countries.some((country) => country === number.country))
    throw validationFailed('Text messages to this country are not sent from here')
  return digits
}

/** The address or the number of a request; null when there is neither. 400 for both at once. */
export function readContact(context: AuthContext, body: RequestBody, purpose: string): Contact | null {
  const email = body.text('email').trim()
  const phone = body.text('phone').trim()
  if (email && phone)
    throw validationFailed(`Only an email address or phone number should be provided on ${purpose}.`)
  if (phone) return { kind: 'phone', value: parsePhone(context, phone) }
  return email ? { kind: 'email', value: parseEmail(email) } : null
}

/** The user of a contact, or null. `lock` holds the row until the transaction ends. */
export const findUserByContact = (
  db: Queryable,
  { kind, value }: Contact,
  lock = false,
): Promise<AuthUser | null> =>
  kind === 'email' ? findUserByEmail(db, value, lock) : findUserByPhone(db, value, lock)

/** Whether the user has shown that this contact is theirs. */
export const isConfirmed = (user: AuthUser, { kind }: Contact): boolean =>
  (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null

/** How a user is reached first of all. */
export const contactOf = ({ email, phone }: AuthUser): Contact =>
  email ? { kind: 'email', value: email } : { kind: 'phone', value: phone }
