import type { Language } from '#contracts/language.ts'
import { createHash } from 'node:crypto'
import type { Caller, Tx } from '../database/in-tenant.ts'

/** An offer as it was made. */
export interface KeptOffer {
  pdf: Uint8Array
  /** 64 hexadecimal digits. */
  sha256: string
  /** The same of the terms that stand on it; null for an offer from before that was kept. */
  terms: string | null
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
  const { rows } = await tx.query<{ pdf: Buffer; sha256: Buffer; terms_sha256: Buffer | null }>(
    'select pdf, sha256, terms_sha256 from app.offers where tenant_id = $1 and version_id = $2 and language = $3',
    [tenantId, version, language],
  )
  const [row] = rows
  if (!row) return null
  const { pdf, sha256, terms_sha256: terms } = row
  return { pdf: new Uint8Array(pdf), sha256: sha256.toString('hex'), terms: terms?.toString('hex') ?? null }
}

/**
 * Keeps an offer with which terms stand on it; when somebody else was faster, theirs is the one that counts.
 */
export async function keepOffer(
  tx: Pick<Tx, 'query'>,
  caller: Pick<Caller, 'tenantId'>,
  key: OfferKey & { contentHash: string },
  { pdf, terms }: { pdf: Uint8Array; terms: string | null },
): Promise<KeptOffer> {
  const sha256 = createHash('sha256').update(pdf).digest()
  const termsSha = createHash('sha256')
    .update(terms ?? '')
    .digest()
  await tx.query(
    `insert into app.offers (tenant_id, version_id, language, content_hash, sha256, pdf, terms_sha256)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [caller.tenantId, key.version, key.language, key.contentHash, sha256, Buffer.from(pdf), termsSha],
  )
  return (
    (await keptOffer(tx, caller, key)) ?? {
      pdf,
      sha256: sha256.toString('hex'),
      terms: termsSha.toString('hex'),
    }
  )
}
