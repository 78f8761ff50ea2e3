import type { ErrorDetail } from '#base/app-error.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import { toldText } from '../records/told-text.ts'
import type { HeldVersion } from './hold-versions.ts'

const words: Readonly<Record<string, string>> = {
  in_review: 'is in review',
  approved: 'is approved',
  issued: 'is issued',
  accepted: 'was accepted',
  rejected: 'was rejected',
  expired: 'has expired',
  withdrawn: 'was withdrawn',
  superseded: 'was superseded',
  contracted: 'is under contract',
}

/** What a version is called; null for whoever does not see it, or does not read that. */
export async function toldTitle(
  context: RecordContext,
  { id, title }: Pick<HeldVersion, 'id' | 'title'>,
): Promise<string | null> {
  const told = toldText(context, 'estimate_versions', { title }, 'title')
  return told !== null && (await visibleIds(context, 'estimate_versions', [id])).has(id) ? told : null
}

/** Why a record of a version cannot be written: only drafts change. */
export async function lockedVersion(
  context: RecordContext,
  version: Pick<HeldVersion, 'id' | 'title' | 'status'>,
): Promise<ErrorDetail[]> {
  const { status } = version
  const next =
    status === 'in_review' || status === 'approved'
      ? 'Make it a draft again to change it.'
      : 'Make a new version to go on.'
  const title = (await toldTitle(context, version)) ?? 'This version'
  const message = `${title} ${words[status] ?? 'is fixed'} and does not change. ${next}`
  return [{ path: 'version', code: 'locked', message }]
}
