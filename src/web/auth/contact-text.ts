import type { SignInContact } from '../session/auth-calls.ts'
import { looksLikeEmail } from './email-text.ts'

/** Whether a text is a number in the one form that is kept, such as `+4915112345678`. */
export const looksLikeNumber = (text: string): boolean => /^\+[1-9]\d{5,14}$/.test(text.trim())

/**
 * An address or, where `phones` says that they are taken, a phone number in any spelling; null for anything else. A number
 * without its country is one of the reader's. What reads numbers arrives only when one is typed.
 */
export async function readContactText(text: string, phones: boolean): Promise<SignInContact | null> {
  const typed = text.trim()
  if (looksLikeEmail(typed)) return { email: typed }
  if (!phones || !/^[+(\d][\d\s()./-]{5,}$/.test(typed)) return null
  const { default: parsePhoneNumber } = await import('libphonenumber-js/min')
  const country = navigator.languages.flatMap((tag) => /-([A-Z]{2})$/.exec(tag)?.[1] ?? [])[0] ?? 'DE'
  const number = parsePhoneNumber(typed, country as 'DE')
  return number?.isPossible() ? { phone: number.number } : null
}

/** As it is remembered and shown. */
export const textOfContact = (contact: SignInContact): string =>
  'email' in contact ? contact.email : contact.phone
