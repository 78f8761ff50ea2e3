import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'

/** What a reader sees of the values of a field, by what is kept: `{ Projects: 'Projekte' }`. What it does not name is shown as it is kept. */
export type ShownWords = Readonly<Record<string, string>>

/** The names of definitions as one reader sees them: lists of them are in that order and found by those words. */
export interface ShownNames {
  language: string
  /** The words of a field that holds such names, or null for any other field. */
  of(model: ModelInfo, field: FieldInfo): ShownWords | null
}
