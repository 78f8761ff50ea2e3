import type { AuthResponse, SupabaseClient, User } from '@supabase/supabase-js'
import { openHostedService } from '../data/hosted-service.ts'
import { dialled } from './dialled.ts'
import { openPassingClient } from './passing-client.ts'
import { answerFactor, listSecondFactors } from './second-factor.ts'

/** Where a person's codes go, and what their password belongs to. */
export type PresenceContact = { email: string } | { phone: string }

/** How the person may show that they are there. */
export interface PresenceWays {
  /** The factor that is asked, or null: then the password, or a code that is sent. */
  factorId: string | null
  /** Who signed up by phone has no address. Null without a session. */
  contact: PresenceContact | null
}

/** Whether a refusal asks for a recent proof of presence; the sign-in service and the API say so alike. */
export const wantsPresence = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'reauthentication_needed'

/** What can be asked of whoever is signed in. */
export async function readPresenceWays(): Promise<PresenceWays> {
  const { auth } = await openHostedService()
  const [factor] = await listSecondFactors()
  const { data } = await auth.getSession()
  return { factorId: factor?.id ?? null, contact: contactOf(data.session?.user) }
}

/** Proves presence by a code of the second factor. Throws the service's error, as the others here. */
export const provePresenceByFactor = answerFactor

/** Proves presence by the password. */
export const provePresenceByPassword = (contact: PresenceContact, password: string): Promise<void> =>
  takeNewSession(({ auth }) => auth.signInWithPassword({ ...contact, password }))

/** Sends a code. */
export async function sendPresenceCode(contact: PresenceContact): Promise<void> {
  const { auth } = await openHostedService()
  const { error } = await auth.signInWithOtp({ ...contact, options: { shouldCreateUser: false } })
  if (error) throw error
}

/** Proves presence by that code. */
export const provePresenceByCode = (contact: PresenceContact, token: string): Promise<void> =>
  takeNewSession(({ auth }) =>
    auth.verifyOtp(
      'email' in contact ? { ...contact, token, type: 'email' } : { ...contact, token, type: 'sms' },
    ),
  )

function contactOf(user: User | undefined): PresenceContact | null {
  if (user?.email) return { email: user.email }
  const phone = dialled(user?.phone)
  return phone === null ? null : { phone }
}

/**
 * Signs the person in once more: the new session takes the place of the one in use, which ends. What somebody else proves
 * signs nobody in, as when another tab has signed in as somebody else while the dialog was open.
 */
async function takeNewSession(
  signIn: (passing: SupabaseClient) => Promise<Pick<AuthResponse, 'data' | 'error'>>,
): Promise<void> {
  const [{ auth }, passing] = await Promise.all([openHostedService(), openPassingClient()])
  const { data, error } = await signIn(passing)
  if (error) throw error
  let former: string
  try {
    const before = (await auth.getSession()).data.session
    if (!data.session || data.session.user.id !== before?.user.id) throw await sessionMissing()
    const { error: notTaken } = await auth.setSession(data.session)
    if (notTaken) throw notTaken
    former = before.access_token
  } catch (failure) {
    await passing.auth.signOut({ scope: 'local' })
    throw failure
  }
  // Whether it could be ended or not, presence is proven; what is left shows in the list of sign-ins.
  await auth.admin.signOut(former, 'local').catch(() => undefined)
}

const sessionMissing = async (): Promise<Error> =>
  new (await import('@supabase/supabase-js')).AuthSessionMissingError()
