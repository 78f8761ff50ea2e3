import type { Language } from '#contracts/language.ts'
import { createHash } from 'node:crypto'
import type { Caller, Tx } from '../database/in-tenant.ts'

/** An offer as it was made. */
export interface KeptOffer {
  pdf: Uint8Array
  /** 64 hexadecimal digits. */
  sha256: string
}

interface OfferKey {
  version: string
  language: Language
}

/** The offer of a version as it was made, null when nobody asked for it yet. */
export async function keptOffer(
  tx: Pick<Tx, 'query'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { version, language }: OfferKey,
): Promise<KeptOffer | null> {
  const { rows } = await tx.query<{ pdf: Buffer; sha256: Buffer }>(
    'select pdf, sha256 from app.offers where tenant_id = $1 and version_id = $2 and language = $3',
    [tenantId, version, language],
  )
  const [row] = rows
  return row ? { pdf: new Uint8Array(row.pdf), sha256: row.sha256.toString('hex') } : null
}

/** Keeps an offer; when somebody else was faster, theirs is the one that counts. */
export async function keepOffer(
  tx: Pick<Tx, 'query'>,
  caller: Pick<Caller, 'tenantId'>,
  key: OfferKey & { contentHash: string },
  pdf: Uint8Array,
): Promise<KeptOffer> {
  const sha256 = createHash('sha256').update(pdf).digest()
  await tx.query(
    `insert into app.offers (tenant_id, version_id, language, content_hash, sha256, pdf)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [caller.tenantId, key.version, key.language, key.contentHash, sha256, Buffer.from(pdf)],
  )
  return (await keptOffer(tx, caller, key)) ?? { pdf, sha256: sha256.toString('hex') }
}
