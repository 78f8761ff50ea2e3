import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { ApiError, problemsOf } from './api-error.ts'

/** Says in a toast what went wrong, and why where there is one reason, with the request id to tell support. */
export function reportFailure(error: unknown): void {
  const failed = error instanceof ApiError ? error : null
  const [reason, ...more] = problemsOf(error)
  toast.error(failed ? t(failed.message) : t('Something went wrong.'), {
    ...(reason && more.length === 0 && { description: reason.message }),
    ...(failed?.requestId && { requestId: failed.requestId }),
  })
}
