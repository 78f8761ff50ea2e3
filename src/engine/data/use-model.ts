import type { ModelDescription } from '#contracts/model-description.ts'
import { useApi } from '../engine-context.tsx'
import { useAnswer, type Answer } from './use-answer.ts'

/** Milliseconds metadata counts as fresh: it changes with a release, and writes of this person refresh it at once. */
export const metadataFreshFor = 60_000

/** A model as this reader may see it: fields, labels, what they may do. Null asks nothing. */
export function useModel(model: string | null): Answer<ModelDescription> {
  const api = useApi()
  return useAnswer(
    ['model', model],
    () => api.call('GET /api/models/{key}/description', { params: { key: model ?? '' } }),
    { enabled: model !== null, freshFor: metadataFreshFor },
  )
}
