import { openHostedService } from '#engine/data/hosted-service.ts'
import { currentLanguage } from '#ui/translate.ts'

type Kind = 'signup' | 'email' | 'recovery'

/** Whom a sign-in is about: an address, or a number such as `+4915112345678`. */
export type SignInContact = { email: string } | { phone: string }

// Every page's call to the sign-in service, in one place. Each throws the service's error; explain-auth-error.ts words it.

const returnTo = (path: string): string => `${location.origin}${path}`

/** Where the links of mails lead; a way back may be added (`withNext`). */
export const callbackPath = '/auth/callback'

/** Address or number, and password. */
export async function signIn(contact: SignInContact, password: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.signInWithPassword({ ...contact, password })).error)
}

/** Leaves for a provider to sign in with an account there; the browser comes back to `callback`. */
export async function signInWithProvider(provider: string, callback: string): Promise<void> {
  const { auth } = await openHostedService()
  const options = { redirectTo: returnTo(callback) }
  // The ids come from the service: those of its own providers, and `custom:…`.
  raise((await auth.signInWithOAuth({ provider: provider as 'google', options })).error)
}

/** Sends a code, by mail with a link too, to somebody who has an account. */
export async function mailSignInCode(contact: SignInContact, callback: string): Promise<void> {
  const { auth } = await openHostedService()
  const options = { shouldCreateUser: false, emailRedirectTo: returnTo(callback) }
  const { error } =
    'email' in contact
      ? await auth.signInWithOtp({ ...contact, options })
      : await auth.signInWithOtp({ ...contact, options: { shouldCreateUser: false } })
  raise(error)
}

/** A new account; the service sends a code to confirm the address or number. Answers whether the person is signed in already. */
export async function createAccount(
  name: string,
  contact: SignInContact,
  password: string,
  callback: string,
): Promise<boolean> {
  const { auth } = await openHostedService()
  // Their mails speak as the page does on which they sign up.
  const profile = { display_name: name, language: currentLanguage() }
  const { data, error } =
    'email' in contact
      ? await auth.signUp({
          ...contact,
          password,
          options: { data: profile, emailRedirectTo: returnTo(callback) },
        })
      : await auth.signUp({ ...contact, password, options: { data: profile } })
  raise(error)
  return data.session !== null
}

/** Types in the code of a mail or a text message. */
export async function enterCode(contact: SignInContact, code: string, type: Kind): Promise<void> {
  const { auth } = await openHostedService()
  const { error } =
    'email' in contact
      ? await auth.verifyOtp({ ...contact, token: code, type })
      : await auth.verifyOtp({ ...contact, token: code, type: 'sms' })
  raise(error)
}

/** The message that confirms a new account, again. */
export async function mailConfirmationAgain(contact: SignInContact, callback: string): Promise<void> {
  const { auth } = await openHostedService()
  const { error } =
    'email' in contact
      ? await auth.resend({ ...contact, type: 'signup', options: { emailRedirectTo: returnTo(callback) } })
      : await auth.resend({ ...contact, type: 'sms' })
  raise(error)
}

/** Mails a link and a code to choose a new password. Says nothing about whether the account exists. */
export async function mailPasswordReset(email: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.resetPasswordForEmail(email, { redirectTo: returnTo('/auth/reset') })).error)
}

/** Sets the password of the person signed in. */
export async function changePassword(password: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.updateUser({ password })).error)
}

export interface ProfileChange {
  display_name?: string
  language?: string
  theme?: string
}

/** Changes what the person says about themselves; others see name and picture. */
export async function changeProfile(profile: ProfileChange): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.updateUser({ data: profile })).error)
}

function raise(error: Error | null): void {
  if (error) throw error
}
