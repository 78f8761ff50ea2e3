import type { Answer } from '#engine/data/use-answer.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { useTranslate } from '#ui/translate.ts'

/** Stands in for a form whose stored values could not be read: what is saved without them would stand in their place. */
export function Unread({
  answer: { error, refetch },
}: {
  answer: Pick<Answer<unknown>, 'error' | 'refetch'>
}) {
  const t = useTranslate()
  return (
    <ErrorState
      compact
      title={t('This form could not be read')}
      onRetry={refetch}
      requestId={error?.requestId ?? undefined}
    >
      {error && t(error.message)}
    </ErrorState>
  )
}
