import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../engine-context.tsx'
import { useNotLive } from './not-live.ts'
import { recordWrites, type RecordWrites } from './record-writes.ts'

/** The writes of a model, and whether the screen may write at all: not while it shows an older copy. */
export function useRecordWrites(model: string): RecordWrites & { readOnly: boolean } {
  const api = useApi()
  const client = useQueryClient()
  const readOnly = useNotLive().active
  return useMemo(() => ({ ...recordWrites(api, client, model), readOnly }), [api, client, model, readOnly])
}
