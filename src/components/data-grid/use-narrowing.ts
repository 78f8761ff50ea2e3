import { useLocation } from 'react-router-dom'
import type { Where } from '#contracts/query.ts'
import { useVisitState } from '#engine/routing/visit-memory.ts'
import type { SavedView } from './use-saved-views.ts'

/** How whoever leads to the list of a model asks for it, in the state of its address as `list:<model>`. */
export interface Narrowed {
  words: string
  filters: Where | null
}

export interface Narrowing extends Narrowed {
  setWords(words: string): void
  setFilters(filters: Where | null): void
  /** Back to what the view says. */
  revert(): void
}

/**
 * What narrows a list: begins as this visit left it, else as it was asked for by who led here, else as the chosen view has
 * it; and again whenever another view is chosen. `name` tells the list from others of the screen.
 */
export function useNarrowing(view: SavedView | null, model: string, name: string): Narrowing {
  const { state } = useLocation() as { state: Record<string, Narrowed> | null }
  const [kept, setKept] = useVisitState(`${name} narrowed`, () => begin(view, state?.[`list:${model}`]))
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

const begin = (view: SavedView | null, asked?: Narrowed) => ({
  of: view?.id ?? null,
  words: asked?.words ?? view?.settings.search ?? '',
  filters: asked?.filters ?? view?.settings.filters ?? null,
})
