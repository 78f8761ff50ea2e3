import { contentHash, hashForm } from '#estimating/content-hash.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Wanted } from './changed-rows.ts'
import { documentOf } from './document-of.ts'
import { termsOf } from './terms-of.ts'
import { loadVersion, type StoredRow } from './stored-version.ts'

/**
 * What a new status of a version brings about, by version: one that stops being a draft is locked and its content hashed;
 * one that is issued takes the place of those of its variant that were issued, for variants are offers beside each other;
 * one that is accepted of all.
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
    const stored = await loadVersion(context, id)
    const content_hash = await contentHash(documentOf(stored), termsOf(stored))
    effects.push([id, { content_hash, hash_form: hashForm, locked_at: now }])
  }
  if (to === 'draft') effects.push([id, { content_hash: null, hash_form: null, locked_at: null }])
  if (to === 'issued') effects.push([id, { issued_at: now }])
  if (to === 'issued' || to === 'accepted')
    for (const sibling of siblings)
      if (
        sibling.id !== id &&
        sibling.attributes.status === 'issued' &&
        (to === 'accepted' || sibling.attributes.variant === attributes.variant)
      )
        effects.push([sibling.id, { status: 'superseded' }])
  return effects
}
