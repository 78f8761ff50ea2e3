import { apiBase, readMeta, startApiBase } from '#engine/data/api-base.ts'
import type { Meta } from '#contracts/api/meta.ts'
import { useQuery } from '@tanstack/react-query'

/** What the backend in use says of itself; null until it has. */
export function useMeta(): Meta | null {
  const { data } = useQuery({
    queryKey: ['meta'],
    queryFn: async () => {
      await startApiBase()
      return readMeta(apiBase())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
