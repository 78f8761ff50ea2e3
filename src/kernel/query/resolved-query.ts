import type { AggregateFunction, Operator } from '#contracts/field-types.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo } from '../models/workspace.ts'
import type { ShownWords } from './shown-names.ts'

/** One step of a path across a to-one relation. A record the reader may not see is as if the relation were empty. */
export interface Hop {
  /** Names the join: equal marks are joined once. */
  mark: string
  field: FieldInfo
  target: ModelInfo
  /** The target's row rule, or null. */
  rule: Condition | null
}

export interface FieldPath {
  /** As it was asked for: `supplier.name`. */
  text: string
  hops: readonly Hop[]
  field: FieldInfo
  /** Where its values are names that the reader sees in their own words. */
  shown?: ShownWords
}

/** Whether the value is itself a name, and no key of something that has one. */
export const isName = ({ field, shown }: FieldPath): boolean =>
  shown !== undefined && (field.type === 'text' || field.type === 'long_text')

/** A condition whose names are resolved and whose values have the right type. Every condition is true or false, never unknown. */
export type Condition =
  | { kind: 'all' | 'any'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'constant'; value: boolean }
  /** `among`: the only records whose list can name an id, once an index was asked. */
  | { kind: 'compare'; path: FieldPath; op: Operator; value: ConditionValue; among?: readonly string[] }
  /**
   * Every word is found in one of the fields. `gathered`: id of the model whose records keep what is searched in one
   * column, or null; `among`: the only records that can be found, once an index was asked; `within`: only the first so many
   * records in the order of the question are looked through.
   */
  | {
      kind: 'search'
      words: readonly string[]
      paths: readonly FieldPath[]
      gathered: string | null
      among?: readonly string[]
      within?: number
    }

/** Numbers and decimals are decimal text, so that nothing passes through a float; `empty` holds a boolean. */
export type ConditionValue = null | boolean | string | readonly string[] | readonly boolean[]

export interface ResolvedSort {
  path: FieldPath
  dir: 'asc' | 'desc'
}

export interface ResolvedAggregate {
  fn: AggregateFunction
  path: FieldPath | null
  as: string
  /** For totals of amounts in several currencies, one for each: what names the currency, `own` the amount itself. */
  currency?: FieldPath | 'own'
}

/** Keys of the free map that may be sent beside (and under) the columns: all but some, or those an archetype declares. */
export type FreeKeys =
  | { kind: 'none' }
  | { kind: 'all'; except: readonly string[] }
  | { kind: 'archetypes'; keys: readonly ArchetypeKeys[] }

interface ArchetypeKeys {
  archetypeId: string
  keys: readonly string[]
}

export interface Listing {
  model: ModelInfo
  columns: readonly FieldPath[]
  free: FreeKeys
  /** The reader's condition, search and row rule together. */
  where: Condition
  sort: readonly ResolvedSort[]
  expand: readonly ResolvedExpand[]
  size: number
}

/** `one`: the record a field points to · `many`: the records a field lists · `inverse`: the records whose field points here. */
export type ExpandLink = { kind: 'one' | 'many' | 'inverse'; field: FieldInfo }

export interface ResolvedExpand extends Listing {
  /** The key its answer takes in the row. */
  as: string
  link: ExpandLink
}

export interface GroupSort {
  /** Index into `group`, or into `aggregates` when `of` says so. `kept`: by what is kept of a group, whatever is seen of it. */
  of: 'group' | 'kept' | 'aggregate'
  index: number
  dir: 'asc' | 'desc'
}

/**
 * A question about the past. `at`: as it was at a moment · `without`: as if these events had not happened (the latest of
 * each record).
 */
export type AsOf = { at: string } | { without: readonly string[] }

/** A question that can be answered: names known, values typed, limits kept, permissions in it. */
export interface ResolvedQuery extends Listing {
  tenantId: string
  /** Null: as it is now. */
  asOf: AsOf | null
  group: readonly FieldPath[]
  groupSort: readonly GroupSort[]
  aggregates: readonly ResolvedAggregate[]
  /** Sort values of the last row of the page before, as text. */
  after: readonly (string | null)[] | null
  /** Rows passed over after that. */
  skip: number
  total: 'none' | 'estimate' | 'exact'
  cursor: CursorScope
}

/** What a page mark is bound to. */
export interface CursorScope {
  key: string
  /** Hash of tenant, user and question. */
  scope: string
}

/** Whether rows are groups. */
export const isGrouped = (query: ResolvedQuery): boolean => query.group.length > 0
