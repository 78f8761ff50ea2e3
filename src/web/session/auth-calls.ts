import { openHostedService } from '#engine/data/hosted-service.ts'

type Kind = 'signup' | 'email' | 'recovery'

// Every page's call to the sign-in service, in one place. Each throws the service's error; explain-auth-error.ts words it.

const returnTo = (path: string): string => `${location.origin}${path}`

/** Where the links of mails lead; a way back may be added (`withNext`). */
export const callbackPath = '/auth/callback'

/** Email and password. */
export async function signIn(email: string, password: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.signInWithPassword({ email, password })).error)
}

/** Mails a code and a link to somebody who has an account. */
export async function mailSignInCode(email: string, callback: string): Promise<void> {
  const { auth } = await openHostedService()
  const options = { shouldCreateUser: false, emailRedirectTo: returnTo(callback) }
  raise((await auth.signInWithOtp({ email, options })).error)
}

/** A new account; the service mails a code to confirm the address. Answers whether the person is signed in already. */
export async function createAccount(
  name: string,
  email: string,
  password: string,
  callback: string,
): Promise<boolean> {
  const { auth } = await openHostedService()
  const options = { data: { display_name: name }, emailRedirectTo: returnTo(callback) }
  const { data, error } = await auth.signUp({ email, password, options })
  raise(error)
  return data.session !== null
}

/** Types in the code of a mail. */
export async function enterCode(email: string, code: string, type: Kind): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.verifyOtp({ email, token: code, type })).error)
}

/** The mail that confirms a new account, again. */
export async function mailConfirmationAgain(email: string, callback: string): Promise<void> {
  const { auth } = await openHostedService()
  raise(
    (await auth.resend({ type: 'signup', email, options: { emailRedirectTo: returnTo(callback) } })).error,
  )
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

/** Changes what the person says about themselves; others see name and picture. */
export async function changeProfile(profile: { display_name?: string; language?: string }): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.updateUser({ data: profile })).error)
}

function raise(error: Error | null): void {
  if (error) throw error
}
