import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'

/** What a reader sees of the values of a field. */
export interface ShownWords {
  /** By what is kept: `{ Projects: 'Projekte' }`. What it does not name is shown as it is kept. */
  seen: Readonly<Record<string, string>>
  /** All names that are known to be kept. */
  kept: ReadonlySet<string>
}

/**
 * What somebody means who asks for a name: the one that is kept so, else those that look so. Where the workspace calls
 * something “Projekte” and the product's “Projects” look the same, each is found by what is kept of it.
 */
export function meantBy({ seen, kept }: ShownWords, name: string): string[] {
  if (kept.has(name)) return [name]
  const alike = Object.keys(seen).filter((key) => seen[key] === name)
  return alike.length > 0 ? alike : [name]
}

/** The names of definitions as one reader sees them: lists of them are in that order and found by those words. */
export interface ShownNames {
  language: string
  /** The words of a field that holds such names, or null for any other field. */
  of(model: ModelInfo, field: FieldInfo): ShownWords | null
}
