import type { MenuEntry } from './menu.tsx'

/** From this many entries on a menu is searched. */
const longFrom = 16

/** Whether a menu is too long to be read through. */
export const isLongMenu = (items: readonly MenuEntry[]): boolean =>
  items.reduce((sum, entry) => sum + sizeOf(entry), 0) >= longFrom

const sizeOf = (entry: MenuEntry): number =>
  entry.kind === 'choice'
    ? entry.options.length
    : entry.kind === 'separator' || entry.kind === 'label'
      ? 0
      : 1

/** The entries that the words are part of, without what only parts them; all of them while nothing is written. */
export function searchedEntries(items: readonly MenuEntry[], words: string): readonly MenuEntry[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return items
  const fits = ({ label }: { label: string }): boolean => label.toLowerCase().includes(wanted)
  return items.flatMap((entry): MenuEntry[] => {
    if (entry.kind === 'separator' || entry.kind === 'label') return []
    if (entry.kind !== 'choice') return fits(entry) ? [entry] : []
    const options = entry.options.filter(fits)
    return options.length > 0 ? [{ ...entry, options }] : []
  })
}
