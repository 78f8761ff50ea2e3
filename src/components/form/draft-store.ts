import { isJsonObject } from '#base/json.ts'
import type { FormValues } from './form-values.ts'

const nameOf = (place: string): string => `draft:${place}`

/**
 * Keeps what was typed until it is saved or given up, so that a closed drawer or a reload loses nothing; the oldest stands
 * first. False where the storage is full or forbidden: then the form alone holds it.
 */
export function keepDrafts(place: string, drafts: readonly FormValues[]): boolean {
  try {
    if (drafts.length === 0) sessionStorage.removeItem(nameOf(place))
    else sessionStorage.setItem(nameOf(place), JSON.stringify(drafts.map(written)))
    return true
  } catch {
    return false
  }
}

/** Null: what was cleared would be left out, and come back with the value it had. */
const written = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? null]))

/** Offers values to a form from elsewhere, also to one that is open. Not over something else that was typed there. */
export function offerDraft(place: string, values: FormValues): 'offered' | 'taken' | 'full' {
  if (readDrafts(place).length > 0) return 'taken'
  if (!keepDrafts(place, [values])) return 'full'
  dispatchEvent(new Event(nameOf(place)))
  return 'offered'
}

/** Calls back with what is offered to a form; answers how to stop. */
export function onOfferedDraft(place: string, listener: (values: FormValues) => void): () => void {
  const told = (): void => {
    const offered = readDrafts(place).at(-1)
    if (offered) listener(offered)
  }
  addEventListener(nameOf(place), told)
  return () => removeEventListener(nameOf(place), told)
}

/** What was typed here and not saved, the oldest first. */
export function readDrafts(place: string): FormValues[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(nameOf(place)) ?? '[]')
    return (Array.isArray(read) ? read : [])
      .filter(isJsonObject)
      .map((draft) =>
        Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, value ?? undefined])),
      )
  } catch {
    // Damaged or forbidden storage holds no draft.
    return []
  }
}
