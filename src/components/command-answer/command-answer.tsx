import { useEffect } from 'react'
import { ErrorState } from '#ui/error-state.tsx'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { commandAnswer } from './command-answer.definition.ts'
import { useCommandAnswer } from './use-command-answer.ts'

/** Its content, once a command has answered; the answer stays current. */
export function CommandAnswer({ props, slots, expose, pending }: ViewProps<typeof commandAnswer>) {
  const t = useTranslate()
  const { locale } = useRegion()
  const { command, models, with_language } = props
  const input = {
    ...props.input,
    ...(with_language && { language: locale.startsWith('de') ? 'de' : 'en' }),
  }
  const answer = useCommandAnswer(pending ? null : { command, input, models })
  const { data } = answer
  useEffect(() => expose('value', data ?? null), [expose, data])
  const waiting = data === undefined || answer.isPrevious
  useEffect(() => expose('waiting', waiting), [expose, waiting])
  if (props.quiet && data === undefined) return null
  if (answer.error && data === undefined)
    return (
      <ErrorState
        compact
        title={t('This could not be worked out')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.status === 404 ? 'It was deleted, or you may not see it.' : answer.error.message)}
      </ErrorState>
    )
  if (data === undefined) return <Skeleton lines={6} />
  return slots.content
}
