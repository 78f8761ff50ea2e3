import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { invalidateModel } from './invalidate-model.ts'

/** For writes that go past `useRecordWrites`: `refresh('sys_model')` asks again for what they may have changed. */
export function useRefreshModel(): (model: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback((model) => invalidateModel(client, model), [client])
}
