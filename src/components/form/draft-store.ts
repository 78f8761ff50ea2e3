import { isJsonObject } from '#base/json.ts'
import type { FormValues } from './form-values.ts'

const nameOf = (place: string): string => `draft:${place}`

/**
 * Keeps what is typed until it is saved or given up, so that a closed drawer or a reload loses nothing. False where the
 * storage is full or forbidden: then the form alone holds it.
 */
export function keepDraft(place: string, values: FormValues): boolean {
  try {
    // Null: what was cleared would be left out, and come back with the value it had.
    const written = Object.entries(values).map(([key, value]) => [key, value ?? null])
    sessionStorage.setItem(nameOf(place), JSON.stringify(Object.fromEntries(written)))
    return true
  } catch {
    return false
  }
}

/** Offers values to a form from elsewhere, also to one that is open. Not over something else that was typed there. */
export function offerDraft(place: string, values: FormValues): 'offered' | 'taken' | 'full' {
  if (readDraft(place)) return 'taken'
  if (!keepDraft(place, values)) return 'full'
  dispatchEvent(new Event(nameOf(place)))
  return 'offered'
}

/** Calls back when something is offered to a form; answers how to stop. */
export function onOfferedDraft(place: string, listener: () => void): () => void {
  addEventListener(nameOf(place), listener)
  return () => removeEventListener(nameOf(place), listener)
}

/** What was typed here and not saved; null when there is nothing. */
export function readDraft(place: string): { values: FormValues } | null {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(nameOf(place)) ?? 'null')
    if (!isJsonObject(read)) return null
    return {
      values: Object.fromEntries(Object.entries(read).map(([key, value]) => [key, value ?? undefined])),
    }
  } catch {
    // Damaged or forbidden storage holds no draft.
    return null
  }
}

/** Saved, or given up. */
export function clearDraft(place: string): void {
  try {
    sessionStorage.removeItem(nameOf(place))
  } catch {
    // Forbidden storage kept nothing.
  }
}
