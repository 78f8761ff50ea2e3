import { isJsonObject } from '#base/json.ts'
import type { FormValues } from './form-values.ts'

const nameOf = (place: string): string => `draft:${place}`

/** Keeps what is typed until it is saved or given up, so that a closed drawer or a reload loses nothing. */
export function keepDraft(place: string, values: FormValues): void {
  try {
    sessionStorage.setItem(nameOf(place), JSON.stringify(values))
  } catch {
    // Full or forbidden storage: the form itself still holds what is typed.
  }
}

/** What was typed here and not saved; null when there is nothing. */
export function readDraft(place: string): { values: FormValues } | null {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(nameOf(place)) ?? 'null')
    return isJsonObject(read) ? { values: read } : null
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
