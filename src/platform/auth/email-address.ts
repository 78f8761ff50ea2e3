import { validationFailed } from './auth-error.ts'

const maxLength = 255
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
// The hosted service's own pattern. No spaces, no line ends: nothing here can become a second mail header.
const pattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})*$`)

/** The address in its one form (trimmed, lower case). 400 when it is none. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > maxLength || !pattern.test(email)) {
    throw validationFailed('Unable to validate email address: invalid format')
  }
  return email
}
