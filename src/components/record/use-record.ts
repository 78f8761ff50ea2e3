import { useMemo } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Query, Row } from '#contracts/query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import type { ApiError } from '#engine/data/api-error.ts'

/** One record as this reader may see it, with the titles of what it points to. Without an id nothing is asked. */
export function useRecord(
  model: ModelDescription | null,
  id: string | null | undefined,
): {
  row: Row | null
  isPending: boolean
  error: ApiError | null
  refetch(): void
} {
  const query = useMemo(() => (model && id ? recordQuery(model, id) : null), [model, id])
  const answer = useQuery(query)
  return {
    row: answer.data?.rows[0] ?? null,
    isPending: query !== null && answer.isPending,
    error: answer.error,
    refetch: answer.refetch,
  }
}

/** The question for one record: all its fields; relations bring what their records are called. */
export function recordQuery(model: ModelDescription, id: string): Query {
  const expand: NonNullable<Query['expand']> = {}
  for (const field of model.fields) {
    if (field.target_title && (field.type === 'relation' || field.type === 'user'))
      expand[field.key] = { fields: [field.target_title] }
  }
  return {
    model: model.key,
    where: { field: 'id', op: 'eq', value: id },
    ...(Object.keys(expand).length > 0 && { expand: limited(expand) }),
    page: { size: 1 },
  }
}

// The server takes at most twenty expanded relations in one question.
const limited = (expand: NonNullable<Query['expand']>): NonNullable<Query['expand']> =>
  Object.fromEntries(Object.entries(expand).slice(0, 20))
