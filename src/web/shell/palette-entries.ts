/** One line of the palette. */
export interface PaletteEntry {
  id: string
  label: string
  /** Muted, at the right: where it is, what it belongs to. */
  detail?: string
  icon: string
  /** Found by these words too. */
  words?: string
  run(): void
}

/** Text as it is compared: lower case, without accents, "ß" as "ss". */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')

/** The entries that hold every word that was typed; those whose label begins with it first. */
export function matchingEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  const weight = ({ label }: PaletteEntry): number => {
    const name = folded(label)
    return name.startsWith(words[0] ?? '') ? 0 : name.includes(words[0] ?? '') ? 1 : 2
  }
  return entries
    .filter(({ label, detail = '', words: more = '' }) => {
      const text = folded(`${label} ${detail} ${more}`)
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => weight(a) - weight(b))
}

const own = new Set([
  'id',
  'token',
  'model_id',
  'archetype_id',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'revision',
])

/**
 * What to call a record found by search: its title field, else its first text; and the other text that holds what was
 * typed, when the name does not.
 */
export function describeRow(
  row: Record<string, unknown>,
  typed: string,
  titleField: string | null = null,
): { name: string; found: string | null } {
  const texts = Object.entries(row)
    .filter(([key, value]) => !own.has(key) && typeof value === 'string' && value.trim() !== '')
    .map(([, value]) => String(value))
  const title = titleField === null ? undefined : row[titleField]
  const name = typeof title === 'string' && title ? title : (texts[0] ?? String(row['id'] ?? ''))
  const word = folded(typed).split(/\s+/)[0] ?? ''
  const found = folded(name).includes(word)
    ? null
    : (texts.find((text) => folded(text).includes(word)) ?? null)
  return { name, found: found === null ? null : found.slice(0, 80) }
}
