import { useMemo } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import { useTranslate } from '#ui/translate.ts'
import { useApi } from '../engine-context.tsx'
import { translateModel } from './translate-model.ts'
import { useAnswer, type Answer } from './use-answer.ts'

/** Milliseconds metadata counts as fresh: it changes with a release, and writes of this person refresh it at once. */
export const metadataFreshFor = 60_000

/** A model as this reader may see it: fields, labels, what they may do. Null asks nothing. */
export function useModel(model: string | null): Answer<ModelDescription> {
  const api = useApi()
  const t = useTranslate()
  const answer = useAnswer(
    ['model', model],
    () => api.call('GET /api/models/{key}/description', { params: { key: model ?? '' } }),
    { enabled: Boolean(model), freshFor: metadataFreshFor },
  )
  const { data } = answer
  const translated = useMemo(() => data && translateModel(data, t), [data, t])
  return translated === data ? answer : { ...answer, data: translated }
}
