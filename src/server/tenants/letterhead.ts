import type { Tx } from '../database/in-tenant.ts'

/** What a workspace's offers look like, and what stands on each of them. */
export interface Letterhead {
  letterhead: string | null
  offer_terms: string | null
  accent: string | null
  logo: Uint8Array | null
}

const none: Letterhead = { letterhead: null, offer_terms: null, accent: null, logo: null }

/** The letterhead of the transaction's workspace. */
export async function letterheadOf(tx: Pick<Tx, 'query'>, tenantId: string): Promise<Letterhead> {
  const { rows } = await tx.query<Letterhead>(
    'select letterhead, offer_terms, accent, logo from app.brands where tenant_id = $1',
    [tenantId],
  )
  return rows[0] ?? none
}

/** Sets the lines at the head of letters or the terms at their end; null takes them away. The caller has checked the right. */
export async function setLetterhead(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  {
    letterhead,
    offer_terms,
  }: { letterhead?: string | null | undefined; offer_terms?: string | null | undefined },
): Promise<void> {
  if (letterhead === undefined && offer_terms === undefined) return
  await tx.query('insert into app.brands (tenant_id) values ($1) on conflict do nothing', [tenantId])
  if (letterhead !== undefined)
    await tx.query('update app.brands set letterhead = $2 where tenant_id = $1', [tenantId, letterhead])
  if (offer_terms !== undefined)
    await tx.query('update app.brands set offer_terms = $2 where tenant_id = $1', [tenantId, offer_terms])
}
