import type { ErrorDetail } from '#base/app-error.ts'
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

/** Why a record of a version cannot be written: only drafts change. */
export function lockedVersion({ title, status }: Pick<HeldVersion, 'title' | 'status'>): ErrorDetail[] {
  const next =
    status === 'in_review' || status === 'approved'
      ? 'Make it a draft again to change it.'
      : 'Make a new version to go on.'
  const message = `${title} ${words[status] ?? 'is fixed'} and does not change. ${next}`
  return [{ path: 'version', code: 'locked', message }]
}
