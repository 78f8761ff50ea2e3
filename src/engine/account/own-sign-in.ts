import { openHostedService } from '../data/hosted-service.ts'
import { readSignInWays } from './sign-in-ways.ts'

/** What the person signs in with, beside accounts elsewhere. */
export interface OwnSignIn {
  email: string | null
  /** Wished for, and not confirmed by both addresses yet. */
  newEmail: string | null
  /** As digits with a `+`. */
  phone: string | null
  /** Whether one may sign in with a phone number here. */
  phones: boolean
}

/** Asks the service, as all calls here; each throws its error. */
export async function readOwnSignIn(): Promise<OwnSignIn> {
  const { auth } = await openHostedService()
  const [{ data, error }, ways] = await Promise.all([auth.getUser(), readSignInWays()])
  if (error) throw error
  const { email, new_email: newEmail, phone } = data.user
  return {
    email: email || null,
    newEmail: newEmail || null,
    phone: phone ? `+${phone.replace(/^\+/, '')}` : null,
    phones: ways.phone,
  }
}

/** Wishes for another address: it counts once the mails to both, the old one and the new one, were answered. */
export async function wishForEmail(email: string): Promise<void> {
  const { auth } = await openHostedService()
  const back = `${location.origin}/auth/callback?next=${encodeURIComponent(location.pathname)}`
  raise((await auth.updateUser({ email }, { emailRedirectTo: back })).error)
}

/** Types in the code of one of the two mails. */
export async function confirmEmail(addresses: readonly string[], token: string): Promise<void> {
  const { auth } = await openHostedService()
  let refusal: Error | null = null
  for (const email of addresses) {
    const { error } = await auth.verifyOtp({ email, token, type: 'email_change' })
    if (!error) return
    refusal ??= error
  }
  raise(refusal)
}

/** Wishes for another number: the service sends a code there. */
export async function wishForPhone(phone: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.updateUser({ phone })).error)
}

/** Types in that code: the number is the person's now. */
export async function confirmPhone(phone: string, token: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.verifyOtp({ phone, token, type: 'phone_change' })).error)
}

/** A new password; everywhere else the person is signed out. */
export async function setOwnPassword(password: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.updateUser({ password })).error)
}

function raise(error: Error | null): void {
  if (error) throw error
}
