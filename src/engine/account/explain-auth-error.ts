import { clientTexts } from '#contracts/errors.ts'

/** What went wrong, as translation keys, and where to go from there. */
export interface AuthExplanation {
  text: string
  values?: Record<string, string | number>
  /** One line each: what a new password lacks. */
  reasons?: string[]
  next?: { label: string; href: string }
}

interface Failure {
  name?: string
  message?: string
  code?: string
  status?: number
  reasons?: unknown
}

const expired = clientTexts.sessionExpired
const signIn = { label: 'Sign in', href: '/auth' }
const newCode = 'This code or link does not work any more. Ask for a new one.'
const unreachable =
  'The sign-in service does not answer right now. Check your connection and try again in a moment.'

const weakness: Record<string, string> = {
  length: 'Use at least 8 characters.',
  characters: 'Mix letters, digits and signs.',
  pwned: 'This password is known from leaks. Choose another one.',
}

const byCode: Record<string, AuthExplanation> = {
  invalid_credentials: {
    text: 'The sign-in details are not right.',
    next: { label: 'Forgot the password?', href: '/auth/forgot' },
  },
  email_not_confirmed: {
    text: 'This email is not confirmed yet.',
    next: { label: 'Enter the code from the mail', href: '/auth/check-email' },
  },
  phone_not_confirmed: {
    text: 'This phone number is not confirmed yet.',
    next: { label: 'Enter the code from the message', href: '/auth/check-email' },
  },
  phone_exists: { text: 'There is an account with this phone number already.' },
  user_already_exists: { text: 'There is an account with this email already.', next: signIn },
  email_exists: { text: 'There is an account with this email already.', next: signIn },
  same_password: { text: 'Choose a password that differs from the old one.' },
  otp_expired: { text: newCode },
  otp_disabled: {
    text: 'There is no account with this email yet.',
    next: { label: 'Create an account', href: '/auth/create-account' },
  },
  flow_state_expired: { text: newCode },
  flow_state_not_found: {
    text: 'Open the link in the browser in which you asked for it, or type the code from the mail.',
  },
  bad_code_verifier: {
    text: 'Open the link in the browser in which you asked for it, or type the code from the mail.',
  },
  user_banned: { text: 'This account is closed. Write to the owner of your workspace.' },
  bad_oauth_state: {
    text: 'This sign-in took too long, or was begun in another browser. Try again.',
    next: signIn,
  },
  bad_oauth_callback: {
    text: 'The other service did not let you in. Try again, or sign in another way.',
    next: signIn,
  },
  provider_email_needs_verification: {
    text: 'The other service does not vouch for your address. Sign in with the address itself, then connect the account in your profile.',
    next: signIn,
  },
  identity_already_exists: { text: 'This account is connected to somebody already.' },
  single_identity_not_deletable: { text: 'This is the only way left to sign in; keep it.' },
  provider_disabled: { text: 'Signing in with that service is not available here.' },
  mfa_verification_failed: { text: 'This code is not right, or it was used already. Wait for the next one.' },
  mfa_challenge_expired: { text: 'That took too long. Type the code that is shown now.' },
  mfa_factor_not_found: { text: 'This second factor is not there any more.' },
  mfa_factor_name_conflict: { text: 'You have a second factor of this name already.' },
  too_many_enrolled_mfa_factors: {
    text: 'You have as many second factors as there may be. Remove one first.',
  },
  insufficient_aal: { text: 'This needs your second factor.' },
  reauthentication_needed: { text: 'This needs a recent sign-in. Confirm that it is you.' },
  signup_disabled: { text: 'New accounts are closed here. Ask for an invitation.' },
  email_address_invalid: { text: 'Write an email address, such as ada@example.com.' },
  phone_provider_disabled: { text: 'Signing in by phone is not available here. Use your email.' },
  session_not_found: { text: expired, next: signIn },
  session_expired: { text: expired, next: signIn },
  refresh_token_not_found: { text: expired, next: signIn },
  refresh_token_already_used: { text: expired, next: signIn },
  bad_jwt: { text: clientTexts.authenticationFailed, next: signIn },
  no_authorization: { text: clientTexts.authenticationFailed, next: signIn },
  user_not_found: { text: clientTexts.authenticationFailed, next: signIn },
}

/** Every refusal of the sign-in service in words a person can act on. */
export function explainAuthError(error: unknown): AuthExplanation {
  const failure: Failure = typeof error === 'object' && error !== null ? error : {}
  const { name = '', message = '', code = '', status = 0 } = failure
  if (code === 'weak_password' || name === 'AuthWeakPasswordError')
    return { text: 'This password is too easy to guess.', reasons: weaknesses(failure.reasons) }
  if (Object.hasOwn(byCode, code)) return byCode[code] ?? { text: message }
  if (status === 429 || code.startsWith('over_')) return slowDown(message)
  if (name === 'AuthSessionMissingError' || message === 'Auth session missing!')
    return { text: expired, next: signIn }
  if (name === 'AuthInvalidTokenResponseError' || message === 'Auth session or user missing')
    return { text: clientTexts.authenticationFailed, next: signIn }
  if (/invalid jwt/i.test(message)) return { text: clientTexts.authenticationFailed, next: signIn }
  if (message.startsWith('You must provide either an email or phone number and a password'))
    return { text: clientTexts.provideEmailOrPhone }
  if (name === 'AuthRetryableFetchError' || name === 'TypeError' || [502, 503, 504].includes(status))
    return { text: unreachable }
  return message && status >= 400 && status < 500
    ? { text: message }
    : { text: 'That did not work. Try again; if it keeps failing, tell us.' }
}

/** Whether the service looked at what was sent and said no, as opposed to being away, or asking for patience. */
export function isRefusal(error: unknown): boolean {
  const { status = 0 }: Failure = typeof error === 'object' && error !== null ? error : {}
  return status >= 400 && status < 500 && status !== 429
}

function weaknesses(reasons: unknown): string[] {
  const known = Array.isArray(reasons) ? reasons.flatMap((reason) => weakness[String(reason)] ?? []) : []
  return known.length > 0 ? known : ['Use a longer password of several words.']
}

function slowDown(message: string): AuthExplanation {
  const seconds = /after (\d+) seconds?/.exec(message)?.[1]
  if (seconds)
    return { text: 'Please wait {{count}} seconds before asking again.', values: { count: Number(seconds) } }
  return { text: 'That was too often. Wait a minute, then try again.' }
}
