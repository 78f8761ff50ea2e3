import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { ApiError, problemsOf } from './api-error.ts'

/**
 * Says in a toast what went wrong, and why (three reasons at most), with the request id to tell support. Of values that are
 * not valid one reason alone says it all.
 */
export function reportFailure(error: unknown): void {
  const failed = error instanceof ApiError ? error : null
  // One sentence once, however many records it was said of.
  const reasons = [...new Set(problemsOf(error).map(({ message }) => message))]
  const alone = failed?.code === 'invalid' && !reasons[1] ? reasons[0] : undefined
  toast.error(alone ?? (failed ? t(failed.message) : t('Something went wrong.')), {
    ...(!alone && reasons[0] && { description: reasons.slice(0, 3).join(' ') }),
    ...(failed?.requestId && { requestId: failed.requestId }),
  })
}
