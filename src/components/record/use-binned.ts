import type { FoundInBin } from '#contracts/api/bin.ts'
import { useAnswer, type Answer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'

/** Whether the record of an id or token lies in the bin, where this reader may bring it back. */
export function useBinned(record: string | null): Answer<FoundInBin | null> {
  const api = useApi()
  return useAnswer(
    ['bin', 'find', record],
    () => api.call('GET /api/bin/find', { search: { record: record ?? '' } }),
    { enabled: record !== null, freshFor: 0 },
  )
}
