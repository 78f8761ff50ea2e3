import type { Context } from 'hono'

/** A transaction in which the database knows whose it is, and lets them see and change their own. */
export interface RestWork {
  query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: R[]; rowCount: number }>
}

/** Somebody who is signed in. Every transaction checks that they still are, and takes on their role and claims. */
export interface RestVisitor {
  inTransaction<T>(mode: 'read' | 'write', work: (db: RestWork) => Promise<T>): Promise<T>
}

/** How two tables belong together: `from.column` holds the key of `to`. */
export interface RestLink {
  from: string
  column: string
  to: string
  key: string
}

/** What the server gives the database service: who asks, and what there is to ask for. */
export interface RestHost {
  /** Null for the public key: nobody in particular. Throws AppErrors: 401, 403. */
  visitor(context: Context): Promise<RestVisitor | null>
  /** The schema whose tables and functions are offered; nothing outside it can be named. */
  schema: string
  /** The columns that make a row of a table the only one. */
  keys: Readonly<Record<string, readonly string[]>>
  links: readonly RestLink[]
  /** A question outside anybody's transaction, for the catalogue. */
  query: RestWork['query']
  /** Origins, besides our own, whose pages may call. */
  origins(): string[]
  publicUrl(): string
  log(message: string): void
}
