import type { User, VerifyOtpParams } from '@supabase/supabase-js'
import { openHostedService } from '../data/hosted-service.ts'
import { dialled } from './dialled.ts'
import { openPassingClient } from './passing-client.ts'
import { readSignInWays } from './sign-in-ways.ts'

/** What the person signs in with, beside accounts elsewhere. */
export interface OwnSignIn {
  email: string | null
  /** Wished for, and not confirmed by both addresses yet. */
  newEmail: string | null
  /** Which of the two addresses alone is still to confirm it, where the service says so. */
  waitsFor: string | null
  /** As digits with a `+`. */
  phone: string | null
  /** Wished for, and its code not typed yet. */
  newPhone: string | null
  /** Whether one may sign in with a phone number here. */
  phones: boolean
}

/** Asks the service, as all calls here; each throws its error. */
export async function readOwnSignIn(): Promise<OwnSignIn> {
  const { auth } = await openHostedService()
  const [{ data, error }, ways] = await Promise.all([auth.getUser(), readSignInWays()])
  if (error) throw error
  const user: User & { email_change_waits_for?: string } = data.user
  const { email, new_email: newEmail, phone, new_phone: newPhone } = user
  return {
    email: email || null,
    newEmail: newEmail || null,
    waitsFor: user.email_change_waits_for || null,
    phone: dialled(phone),
    newPhone: dialled(newPhone),
    phones: ways.phone,
  }
}

/** Wishes for another address: it counts once the mails to both, the old one and the new one, were answered. */
export async function wishForEmail(email: string): Promise<void> {
  const { auth } = await openHostedService()
  const back = `${location.origin}/auth/callback?next=${encodeURIComponent(location.pathname)}`
  raise((await auth.updateUser({ email }, { emailRedirectTo: back })).error)
}

/** Types in the code of the mail to one of the two addresses. Answers whether the new one counts now. */
export const confirmEmail = (email: string, token: string): Promise<boolean> =>
  typeCode({ email, token, type: 'email_change' })

/** Wishes for another number: the service sends a code there. */
export async function wishForPhone(phone: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.updateUser({ phone })).error)
}

/** Types in that code: the number is the person's now. */
export async function confirmPhone(phone: string, token: string): Promise<void> {
  await typeCode({ phone, token, type: 'phone_change' })
}

/** A new password; everywhere else the person is signed out. */
export async function setOwnPassword(password: string): Promise<void> {
  const { auth } = await openHostedService()
  raise((await auth.updateUser({ password })).error)
}

/** Answers whether the change is complete: the service begins a session then. */
async function typeCode(typed: VerifyOtpParams): Promise<boolean> {
  const passing = await openPassingClient()
  const { data, error } = await passing.auth.verifyOtp(typed)
  raise(error)
  if (!data.session) return false
  // The session in use stays, with the second step that was taken in it, and learns who the person is now.
  await passing.auth.signOut({ scope: 'local' })
  const { auth } = await openHostedService()
  await auth.refreshSession()
  return true
}

function raise(error: Error | null): void {
  if (error) throw error
}
