import { useEffect, useSyncExternalStore } from 'react'
import { presenceStore, type Present } from './presence-store.ts'

/** The others who are at this model's records now. */
export function usePeople(model: string): readonly Present[] {
  return useSyncExternalStore(presenceStore.subscribe, () => presenceStore.people(model))
}

/** Says that this person is here for as long as the component shows: at a record, and at the field they type in. */
export function usePlace(model: string | null, record: string | null, field: string | null): void {
  useEffect(() => {
    if (model === null) return undefined
    // Leaving and entering at once is a move: what is told of it is gathered.
    return presenceStore.enter(model, { record, field })
  }, [model, record, field])
}
