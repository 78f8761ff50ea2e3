import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../engine-context.tsx'

export interface Undo {
  /** Takes back what this person did last, anywhere in the workspace, and says so in a toast. */
  undo(): void
  /** Does again what they took back last. */
  redo(): void
}

/** Undo and redo of data for keys and buttons; what does it loads when it is first wanted. */
export function useUndo(): Undo {
  const api = useApi()
  const client = useQueryClient()
  return useMemo(() => {
    const take = (direction: 'undo' | 'redo'): void =>
      void import('./undo.ts').then(({ takeStep }) => takeStep(api, client, direction))
    return { undo: () => take('undo'), redo: () => take('redo') }
  }, [api, client])
}
