import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { ApiError } from './api-error.ts'

/** Says in a toast what went wrong, with the request id to tell support. */
export function reportFailure(error: unknown): void {
  const failed = error instanceof ApiError ? error : null
  toast.error(failed ? t(failed.message) : t('Something went wrong.'), {
    ...(failed?.requestId && { requestId: failed.requestId }),
  })
}
