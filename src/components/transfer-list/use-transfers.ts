import { useState } from 'react'
import type { Reason } from '#contracts/reason.ts'
import type { QueryResult } from '#contracts/query.ts'
import type { Answer } from '#engine/data/use-answer.ts'
import { useQuery } from '#engine/data/use-query.ts'

export type TransferKind = 'import' | 'export'

export type TransferStatus = 'staged' | 'running' | 'done' | 'failed' | 'cancelled' | 'undone' | 'expired'

/** One import or export as the list shows it. */
export interface TransferRow {
  id: string
  name: string
  status: TransferStatus
  model: string | null
  rows: number
  done: number
  /** Imports only. */
  created?: number
  updated?: number
  rejected?: number
  /** Exports only. */
  size?: number | null
  expires_at?: string | null
  reasons: readonly Reason[] | null
  created_at: string
  created_by: string
  who: string | null
  /** Rows a second, while it runs. */
  pace: number | null
}

/** Milliseconds between two looks: while something runs, and otherwise. */
const soon = 1_000
const seldom = 15_000

const shared = [
  'id',
  'name',
  'status',
  'model',
  'rows',
  'done',
  'reasons',
  'created_at',
  'created_by',
  'created_by.name',
  'pace',
]
const fields = {
  import: [...shared, 'created', 'updated', 'rejected'],
  export: [...shared, 'size', 'expires_at'],
}

/** The newest imports or exports this person may see, or those a schedule began, asked again often while one runs. */
export function useTransfers(
  kind: TransferKind,
  size: number,
  schedule: string | null,
): Omit<Answer<QueryResult>, 'data'> & { data: TransferRow[] | undefined } {
  const [every, setEvery] = useState(seldom)
  const answer = useQuery(
    {
      model: kind === 'import' ? 'sys_import' : 'sys_export',
      fields: fields[kind],
      ...(schedule !== null && { where: { field: 'schedule_id', op: 'eq', value: schedule } }),
      sort: [{ field: 'created_at', dir: 'desc' }],
      page: { size },
    },
    { every, freshFor: 0 },
  )
  const data = answer.data && rowsOf(answer.data)
  const wanted = data?.some(({ status }) => status === 'running') ? soon : seldom
  if (wanted !== every) setEvery(wanted)
  return { ...answer, data }
}

const rowsOf = ({ rows }: QueryResult): TransferRow[] =>
  rows.map((row) => ({ ...row, who: row['created_by.name'] ?? null }) as unknown as TransferRow)
