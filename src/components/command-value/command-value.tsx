import { useEffect } from 'react'
import { canonicalJson, isJsonObject, type Json } from '#base/json.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { commandValue } from './command-value.definition.ts'

/** What a command answers, for the nodes in it and beside it. Its refusal stands where its result would. */
export function CommandValue({ props, slots, expose, pending }: ViewProps<typeof commandValue>) {
  const { command, input, with_language } = props
  const t = useTranslate()
  const api = useApi()
  const { locale } = useRegion()
  const language = locale.startsWith('de') ? 'de' : 'en'
  const body = isJsonObject(input) && with_language ? { ...input, language } : input
  const isComplete = isJsonObject(body) && !Object.values(body).includes(null)
  // Kept under what is asked again whenever records change.
  const answer = useAnswer(
    ['object', 'command', command, canonicalJson(body)],
    async () =>
      (
        await api.call('POST /api/commands/{name}', {
          params: { name: command },
          body: isJsonObject(body) ? body : {},
        })
      ).result as Json,
    { enabled: isComplete && !pending, keep: true },
  )
  const value = isComplete && !answer.error ? (answer.data ?? null) : null
  useEffect(() => expose('value', value), [expose, value])
  if (answer.error && isComplete)
    return (
      <Notice tone="warning" title={t('It could not be worked out')}>
        {t(answer.error.message)}
      </Notice>
    )
  return <>{slots.content}</>
}
