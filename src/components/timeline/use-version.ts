import type { Row } from '#contracts/query.ts'
import type { ApiError } from '#engine/data/api-error.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'

/** Names the record as it is, among versions that are named by the event that made them. */
export const nowVersion = 'now'

/** A record as it was right after one of its events, or as it is. Null asks nothing. */
export function useVersion(
  model: string,
  id: string,
  version: string | null,
): { row: Row | null; error: ApiError | null; refetch(): void } {
  const api = useApi()
  // Asked again with the events of the record: what is there now changes with each of them.
  const answer = useAnswer(
    ['events', model, id, 'version', version],
    () =>
      api.call('GET /api/records/{model}/{id}', {
        params: { model, id },
        search: version === null || version === nowVersion ? {} : { event: version },
      }),
    { enabled: version !== null },
  )
  return { row: answer.data ?? null, error: answer.error, refetch: answer.refetch }
}
