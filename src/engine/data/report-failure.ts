import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { ApiError, problemsOf } from './api-error.ts'

/** Says in a toast what went wrong, and why (three reasons at most), with the request id to tell support. */
export function reportFailure(error: unknown): void {
  const failed = error instanceof ApiError ? error : null
  // One sentence once, however many records it was said of.
  const reasons = new Set(problemsOf(error).map(({ message }) => message))
  toast.error(failed ? t(failed.message) : t('Something went wrong.'), {
    ...(reasons.size > 0 && { description: [...reasons].slice(0, 3).join(' ') }),
    ...(failed?.requestId && { requestId: failed.requestId }),
  })
}
