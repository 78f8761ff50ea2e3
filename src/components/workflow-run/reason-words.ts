import type { Reason } from '#contracts/reason.ts'
import { said } from '#engine/data/api-error.ts'
import type { Translate } from '#ui/translate.ts'

/**
 * Why something in the background failed, in the reader's language; what failed before reasons were kept as such is said
 * as it was written.
 */
export const reasonWords = (
  { error, reasons }: { error?: string | null; reasons: readonly Reason[] | null },
  t: Translate,
): string =>
  reasons?.map((reason) => (reason.path ? `${reason.path}: ${said(reason)}` : said(reason))).join(' ') ??
  t(error ?? '')
