import type { Context } from 'hono'
import type { Claim } from '../access/passage.ts'
import type { Settings } from '../settings.ts'
import { clientAddress } from './client-address.ts'
import { requestedSubdomain } from './requested-workspace.ts'
import type { Asker } from './who-asks.ts'

/** What a request claims at the door of a workspace, or of none (`tenantId` undefined). */
export const claimOf = (
  context: Context,
  { userId, sessionId, tokenHash, proof }: Asker,
  settings: Settings,
  tenantId: Claim['tenantId'],
): Claim => ({
  userId,
  sessionId,
  tokenHash,
  tenantId,
  ...(proof && { aal: proof.aal }),
  subdomain: requestedSubdomain(context, settings),
  address: clientAddress(context, settings.trustedProxies),
})
