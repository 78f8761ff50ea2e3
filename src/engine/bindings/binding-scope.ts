import { isJsonObject } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'

/** How a source stands, as `results.<source>` in expressions. */
export interface SourceResult {
  pending: boolean
  /** What went wrong, in words; null while all is well. */
  error: string | null
  /** The request that went wrong, to tell support. */
  request?: string | null | undefined
  total: number | null
  /** Totals of an aggregating question without groups. */
  aggregates: Row | null
  /** False while this is a copy of what the server answered last. */
  live: boolean
}

/** Everything the expressions of a screen may read. Plain data only. */
export interface ScreenValues {
  params: Readonly<Record<string, unknown>>
  /** The query string of the address. */
  query: Readonly<Record<string, string>>
  state: Readonly<Record<string, unknown>>
  /** Rows of each source; one row or null for a `single` one; null until it is there. */
  sources: Readonly<Record<string, unknown>>
  results: Readonly<Record<string, SourceResult>>
  /** What components expose: `nodes.<id>.<key>`. */
  nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  user: Readonly<Record<string, unknown>>
  tenant: Readonly<Record<string, unknown>>
}

/** Names that hold for a part of the screen: `item` and `index` of a repeated slot, `event` of an action. */
export type Locals = Readonly<Record<string, unknown>>

export const noLocals: Locals = {}

/** The scope an expression is worked out in. */
export const scopeOf = (values: ScreenValues, locals: Locals): Record<string, unknown> => ({
  ...values,
  ...locals,
})

/**
 * Picks what a path of names reads out of a screen, as deep as values can be picked out: other changes, in the same record
 * too, do not matter to it. Of what is no record (a list, a text) all matters.
 */
export function readPath(values: ScreenValues, path: readonly string[]): unknown {
  let value: unknown = values
  for (const key of path) {
    if (!isJsonObject(value)) return value
    if (!Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}
