import type { Model } from '#contracts/model.ts'
import type { Role } from '#contracts/role.ts'
import { listOf } from '#engine/data/list-of.ts'
import { useAnswer, type Answer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'

/** The workspace's models as those who manage them see them. */
export function useModels(): Answer<Model[]> {
  const api = useApi()
  return useAnswer(['models'], async () => listOf<Model>(await api.call('GET /api/models')))
}

/** The built-in roles and the workspace's own. */
export function useRoles(): Answer<Role[]> {
  const api = useApi()
  return useAnswer(['roles'], async () => listOf<Role>(await api.call('GET /api/roles')))
}
