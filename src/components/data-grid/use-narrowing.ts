import { useState } from 'react'
import type { Where } from '#contracts/query.ts'
import type { SavedView } from './use-saved-views.ts'

export interface Narrowing {
  words: string
  filters: Where | null
  setWords(words: string): void
  setFilters(filters: Where | null): void
  /** Back to what the view says. */
  revert(): void
}

/** What narrows a list: begins as the chosen view has it, and again whenever another is chosen. */
export function useNarrowing(view: SavedView | null): Narrowing {
  const [kept, setKept] = useState(() => begin(view))
  const now = kept.of === (view?.id ?? null) ? kept : begin(view)
  if (now !== kept) setKept(now)
  return {
    words: now.words,
    filters: now.filters,
    setWords: (words) => setKept((before) => ({ ...before, words })),
    setFilters: (filters) => setKept((before) => ({ ...before, filters })),
    revert: () => setKept(begin(view)),
  }
}

const begin = (view: SavedView | null) => ({
  of: view?.id ?? null,
  words: view?.settings.search ?? '',
  filters: view?.settings.filters ?? null,
})
