/** What one question may ask for; more is 422 `invalid`. */
export const queryLimits = {
  depth: 8,
  conditions: 200,
  listItems: 1000,
  sorts: 8,
  groups: 5,
  aggregates: 20,
  fields: 500,
  /** Relations a path may cross. */
  hops: 3,
  expands: 20,
  expandDepth: 3,
  pageSize: 500,
  /** Rows a page may pass over. */
  skip: 1_000_000,
  defaultPageSize: 50,
  /** Rows an answer may hold with everything expanded. */
  rows: 50_000,
  searchLength: 200,
  searchWords: 8,
  textLength: 10_000,
} as const

/** An `estimate` counts to here and no further. */
export const estimateCap = 10_000
