import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import { useTranslate } from '#ui/translate.ts'
import { useApi } from '../engine-context.tsx'
import type { ApiClient } from './api-client.ts'
import { invalidateModel } from './invalidate-model.ts'
import { translateModel } from './translate-model.ts'
import { useAnswer, type Answer } from './use-answer.ts'

/** Milliseconds metadata counts as fresh: it changes with a release, and writes of this person refresh it at once. */
export const metadataFreshFor = 60_000
/** How often it is asked, in milliseconds, whether values that are being worked out are there. */
const pendingEvery = 2_000

/** A model as this reader may see it: fields, labels, what they may do. Null asks nothing. */
export function useModel(model: string | null): Answer<ModelDescription> {
  const api = useApi()
  const t = useTranslate()
  const answer = useAnswer(['model', model], () => readModel(api, model ?? ''), {
    enabled: Boolean(model),
    freshFor: metadataFreshFor,
    every: (known) => (isPending(known as ModelDescription | undefined) ? pendingEvery : false),
  })
  const { data } = answer
  useAskAgainAfter(isPending(data), model)
  const translated = useMemo(() => data && translateModel(data, t), [data, t])
  return translated === data ? answer : { ...answer, data: translated }
}

/** Asks for a model as this reader may see it. Rejects with `ApiError`. */
export const readModel = (api: ApiClient, key: string): Promise<ModelDescription> =>
  api.call('GET /api/models/{key}/description', { params: { key } })

const isPending = (model: ModelDescription | undefined): boolean =>
  model?.fields.some(({ pending }) => pending) ?? false

// Values that are worked out in the background move no revision: once they are there, the records are asked for again.
function useAskAgainAfter(pending: boolean, model: string | null): void {
  const client = useQueryClient()
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !pending && model) void invalidateModel(client, model)
    was.current = pending
  }, [pending, client, model])
}
