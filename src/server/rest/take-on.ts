import type { Tx } from '../database/in-tenant.ts'

interface Claims {
  userId: string
  sessionId: string
  aal: 'aal1' | 'aal2'
}

/** From here on only what `authenticated` is granted can be named, and the policies see whose claims these are. */
export async function takeOn(tx: Tx, { userId, sessionId, aal }: Claims): Promise<void> {
  const claims = { sub: userId, role: 'authenticated', session_id: sessionId, aal }
  await tx.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)])
  await tx.query('set local role authenticated')
}
