import { contentHash } from '#estimating/content-hash.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Wanted } from './changed-rows.ts'
import { documentOf } from './document-of.ts'
import { loadVersion, type StoredRow } from './stored-version.ts'

/**
 * What a new status of a version brings about, by version: one that stops being a draft is locked and its content hashed;
 * one that is issued or accepted takes the place of others that were issued.
 */
export async function statusEffects(
  context: RecordContext,
  { id, attributes }: StoredRow,
  before: Readonly<Record<string, unknown>> | null,
  siblings: readonly StoredRow[],
): Promise<[string, Wanted][]> {
  const [from, to] = [before?.status ?? 'draft', attributes.status]
  if (from === to) return []
  const now = new Date().toISOString()
  const effects: [string, Wanted][] = []
  if (from === 'draft') {
    const content_hash = await contentHash(documentOf(await loadVersion(context, id)))
    effects.push([id, { content_hash, locked_at: now }])
  }
  if (to === 'draft') effects.push([id, { content_hash: null, locked_at: null }])
  if (to === 'issued') effects.push([id, { issued_at: now }])
  if (to === 'issued' || to === 'accepted')
    for (const sibling of siblings)
      if (sibling.id !== id && sibling.attributes.status === 'issued')
        effects.push([sibling.id, { status: 'superseded' }])
  return effects
}
