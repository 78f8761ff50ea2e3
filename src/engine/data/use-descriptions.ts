import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import { useTranslate } from '#ui/translate.ts'
import { useApi } from '../engine-context.tsx'
import { useSession } from '../session-context.tsx'
import { translateModel } from './translate-model.ts'
import { answerKey } from './use-answer.ts'
import { metadataFreshFor, readModel } from './use-model.ts'

export interface Descriptions {
  /** Those that arrived and that this reader may read. */
  models: ReadonlyMap<string, ModelDescription>
  isPending: boolean
}

/** Several models as this reader may see them, for paths across relations. One that may not be read is not there. */
export function useDescriptions(keys: readonly string[]): Descriptions {
  const api = useApi()
  const t = useTranslate()
  const { tenant, user } = useSession()
  const owner = { tenantId: tenant?.id ?? null, userId: user?.id ?? null }
  // A stable function: its answer is the same object until a description arrives.
  const combine = useCallback(
    (answers: readonly { data: ModelDescription | undefined; isPending: boolean }[]): Descriptions => ({
      models: new Map(
        answers.flatMap(({ data }) => (data ? [[data.key, translateModel(data, t)] as const] : [])),
      ),
      isPending: answers.some(({ isPending }) => isPending),
    }),
    [t],
  )
  return useQueries({
    queries: keys.map((key) => ({
      queryKey: answerKey(owner, ['model', key]),
      queryFn: () => readModel(api, key),
      staleTime: metadataFreshFor,
    })),
    combine,
  })
}
