import type { ResourceType } from '../../estimate-document.ts'

/** A price base as FIEBDC-3 (BC3) has it: concepts that are made of others. Numbers are decimal strings. */
export interface PriceBase {
  concepts: ReadonlyMap<string, Concept>
  /** The concept that is made of everything, `##` in the file; null where there is none. */
  root: string | null
  currency: string | null
  /** Digits by ~K, as the file or its silence says. */
  digits: { factor: number; amount: number; quantity: number; total: number }
}

export interface Concept {
  /** Without `#` and `##`. */
  code: string
  kind: 'root' | 'chapter' | 'concept'
  unit: string
  title: string
  text: string | null
  /** Null where the file has none: it follows from what it is made of. */
  price: string | null
  /** What kind of resource it is; null for what is made of others. */
  type: ResourceType | null
  parts: readonly ConceptPart[]
}

export interface ConceptPart {
  code: string
  factor: string
  /** How much of it one unit takes; of an item in a chapter how much is to be done. */
  yield: string
}
