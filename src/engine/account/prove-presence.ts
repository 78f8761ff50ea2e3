import { listSecondFactors, answerFactor } from './second-factor.ts'
import { openHostedService } from '../data/hosted-service.ts'

/** How the person may show that they are there. */
export interface PresenceWays {
  /** The factor that is asked, or null: then the password, or a code by mail. */
  factorId: string | null
  email: string | null
}

/** Whether a refusal asks for a recent proof of presence; the sign-in service and the API say so alike. */
export const wantsPresence = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'reauthentication_needed'

/** What can be asked of whoever is signed in. */
export async function readPresenceWays(): Promise<PresenceWays> {
  const { auth } = await openHostedService()
  const [factor] = await listSecondFactors()
  const { data } = await auth.getSession()
  return { factorId: factor?.id ?? null, email: data.session?.user.email || null }
}

/** Proves presence by a code of the second factor. Throws the service's error, as the others here. */
export const provePresenceByFactor = answerFactor

/** Proves presence by the password: a session of its own, which takes the place of the one before. */
export async function provePresenceByPassword(email: string, password: string): Promise<void> {
  const { auth } = await openHostedService()
  const { error } = await auth.signInWithPassword({ email, password })
  if (error) throw error
}

/** Mails a code. */
export async function mailPresenceCode(email: string): Promise<void> {
  const { auth } = await openHostedService()
  const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  if (error) throw error
}

/** Proves presence by the mailed code. */
export async function provePresenceByCode(email: string, token: string): Promise<void> {
  const { auth } = await openHostedService()
  const { error } = await auth.verifyOtp({ email, token, type: 'email' })
  if (error) throw error
}
