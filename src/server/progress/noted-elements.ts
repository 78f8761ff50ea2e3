import { addFixed, parseFixed, zero, type Fixed } from '#estimating/fixed.ts'
import type { StoredRow } from '../estimates/stored-version.ts'

/** What was noted of an element with an entry, as `progress_entries.elements` keeps it. */
export interface NotedElement {
  element: string
  quantity: string
}

/** What was noted with elements in these entries, by line and identity (`estimate/lineage identity`). */
export function notedElements(entries: readonly StoredRow[]): Map<string, Fixed> {
  return sumNoted(entries, (line, { element }) => `${line} ${element}`)
}

/** The same by line and the place it was noted at (`estimate/lineage place`); the place is empty where there is none. */
export function notedAtPlaces(entries: readonly StoredRow[]): Map<string, Fixed> {
  return sumNoted(entries, (line, _, place) => `${line} ${place}`)
}

function sumNoted(
  entries: readonly StoredRow[],
  keyOf: (line: string, noted: NotedElement, place: string) => string,
): Map<string, Fixed> {
  const found = new Map<string, Fixed>()
  for (const { attributes } of entries) {
    const { estimate, lineage, elements, place } = attributes as Record<string, unknown>
    for (const noted of (elements ?? []) as NotedElement[]) {
      const line = `${String(estimate)}/${String(lineage)}`
      const key = keyOf(line, noted, typeof place === 'string' ? place : '')
      found.set(key, addFixed(found.get(key) ?? zero, parseFixed(noted.quantity)))
    }
  }
  return found
}
