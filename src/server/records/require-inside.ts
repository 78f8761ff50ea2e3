import { AppError } from '#base/app-error.ts'
import type { RecordContext } from './record-context.ts'

/**
 * Refuses (403) customers and the public what tells more of a record than the fields they are given: what happened to
 * it, who did it, and the record's own token.
 */
export function requireInside({ access }: Pick<RecordContext, 'access'>): void {
  if (access.outside)
    throw new AppError(
      'forbidden',
      'Your role sees records as they are now; this is for those who work in the workspace.',
    )
}
