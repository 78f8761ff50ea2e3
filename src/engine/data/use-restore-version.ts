import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { canonicalJson } from '#base/json.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { useApi } from '../engine-context.tsx'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { askConflict, conflictsOf } from './conflicts.ts'
import { invalidateModel } from './invalidate-model.ts'
import { isNotLive } from './not-live.ts'
import type { Values } from './record-writes.ts'
import { reportFailure } from './report-failure.ts'
import { takeStep } from './undo.ts'

interface VersionRestore {
  model: string
  id: string
  /** The event right after which the record was as it is to be. */
  event: string
  /** The values the person saw. */
  base: Values
  /** Fields that stay as they are. */
  keep?: string[]
}

/** Gives a record the values of a version: `restoreVersion({ model, id, event, base })` answers whether it was done. */
export function useRestoreVersion(): (wish: VersionRestore) => Promise<boolean> {
  const api = useApi()
  const client = useQueryClient()
  return (wish) => restoreVersion(api, client, wish)
}

/**
 * Gives a record the values of a version and says in a toast, with Undo, how it went. Where somebody changed what the
 * person saw, they choose value by value. Answers whether it was done.
 */
async function restoreVersion(
  api: ApiClient,
  client: QueryClient,
  { model, id, event, base, keep = [] }: VersionRestore,
): Promise<boolean> {
  if (isNotLive().active) return false
  try {
    const { headers } = await api.answer('POST /api/records/{model}/{id}/restore', {
      params: { model, id },
      body: { event, base, keep },
    })
    const step = headers.get('x-request-id') ?? undefined
    void invalidateModel(client, model)
    toast.success(t('Version restored'), {
      id: step,
      action: { label: t('Undo'), onClick: () => void takeStep(api, client, 'undo', step) },
    })
    return true
  } catch (error) {
    const conflicts = error instanceof ApiError ? conflictsOf(error) : []
    const chosen = conflicts.length > 0 ? await askConflict(model, conflicts) : null
    if (!chosen) {
      reportFailure(error)
      return false
    }
    const seen = Object.fromEntries(conflicts.map(({ key, theirs }) => [key, theirs ?? null])) as Values
    const theirs = conflicts
      .filter(({ key, mine }) => canonicalJson(chosen[key] ?? null) !== canonicalJson(mine ?? null))
      .map(({ key }) => key)
    return restoreVersion(api, client, {
      model,
      id,
      event,
      base: { ...base, ...seen },
      keep: [...keep, ...theirs],
    })
  }
}
