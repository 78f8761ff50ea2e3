import { useMemo } from 'react'
import type { ListedModel, Model } from '#contracts/model.ts'
import type { Role } from '#contracts/role.ts'
import { listOf } from '#engine/data/list-of.ts'
import { useAnswer, type Answer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { namedForReader } from '#engine/data/named-for-reader.ts'

/**
 * The workspace's models as those who manage them see them, by what they are called in the reader's language; two of
 * one name with their keys.
 */
export function useModels(): Answer<Model[]> {
  const api = useApi()
  const t = useTranslate()
  const language = useLanguage()
  const answer = useAnswer(['models'], async () => listOf<ListedModel>(await api.call('GET /api/models')))
  const { data } = answer
  const named = useMemo(() => data && namedForReader(data, language, t), [data, language, t])
  return { ...answer, data: named }
}

/** The built-in roles and the workspace's own. */
export function useRoles(): Answer<Role[]> {
  const api = useApi()
  return useAnswer(['roles'], async () => listOf<Role>(await api.call('GET /api/roles')))
}
