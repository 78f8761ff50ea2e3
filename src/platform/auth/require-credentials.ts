import { AuthError, validationFailed } from './auth-error.ts'
import type { RequestBody } from './request-body.ts'

/**
 * Address and password of a sign-up or sign-in; the address unparsed. 400 when one is missing; phones are refused
 * with `phone_provider_disabled`, as the hosted service does when it has no text-message provider.
 */
export function requireCredentials(
  body: RequestBody,
  purpose: 'signup' | 'login',
): { email: string; password: string } {
  const email = body.text('email')
  const phone = body.text('phone')
  const password = body.text('password')
  if ((!email.trim() && !phone.trim()) || !password) {
    throw validationFailed('You must provide either an email or phone number and a password')
  }
  if (email && phone)
    throw validationFailed(`Only an email address or phone number should be provided on ${purpose}.`)
  if (phone)
    throw phoneDisabled(purpose === 'signup' ? 'Phone signups are disabled' : 'Phone logins are disabled')
  return { email, password }
}

/** 400 `phone_provider_disabled`. */
export const phoneDisabled = (message: string): AuthError =>
  new AuthError(400, 'phone_provider_disabled', message)
