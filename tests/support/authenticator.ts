import { setTimeout as sleep } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'

/** An authenticator application: the code it shows, or showed or will show `steps` half minutes from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Sets up a factor of whoever is signed in, with the code of one step ago, so that the one of now is still unused. */
export async function enrolFactor(
  client: SupabaseClient,
  friendlyName = 'Phone',
): Promise<{ id: string; secret: string }> {
  // What follows is about steps of time: it begins with one that is not about to end.
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 4000) await sleep(left + 50)
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (enrolled.error) throw enrolled.error
  const { id, totp } = enrolled.data
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret, -1) })
  if (error) throw error
  return { id, secret: totp.secret }
}
