import type { Reason } from '#contracts/reason.ts'
import type { QueryResult } from '#contracts/query.ts'
import type { Answer } from '#engine/data/use-answer.ts'
import { useQuery } from '#engine/data/use-query.ts'

/** A schedule as the list shows it. */
export interface ScheduleRow {
  id: string
  name: string
  kind: 'export' | 'import'
  plan: string
  zone: string
  status: 'active' | 'failing' | 'paused' | 'stopped'
  next_at: string | null
  last_at: string | null
  last_status: 'running' | 'done' | 'failed' | 'cancelled' | 'expired' | 'undone' | null
  reasons: readonly Reason[] | null
  source: string | null
}

const fields = [
  ...([
    'id',
    'name',
    'kind',
    'plan',
    'zone',
    'status',
    'next_at',
    'last_at',
    'last_status',
    'reasons',
  ] as const),
  'source',
]

/** The schedules of this person, asked again while one looks. */
export function useSchedules(): Omit<Answer<QueryResult>, 'data'> & { data: ScheduleRow[] | undefined } {
  const answer = useQuery(
    { model: 'sys_schedule', fields, sort: [{ field: 'name', dir: 'asc' }], page: { size: 100 } },
    { every: 5_000, freshFor: 0 },
  )
  return { ...answer, data: answer.data && (answer.data.rows as unknown as ScheduleRow[]) }
}
