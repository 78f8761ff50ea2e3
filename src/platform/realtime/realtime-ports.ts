import type { JsonObject } from '#base/json.ts'

/** Somebody who showed a token that holds. */
export interface RealtimePerson {
  userId: string
  sessionId: string
  email: string | null
  /** `aal2` after the second step of a sign-in. */
  aal: 'aal1' | 'aal2'
  /** When the token runs out, in seconds since 1970. */
  expiresAt: number
}

/** Somebody who shows themselves at a topic. */
export interface Presence {
  /** Names one place of one socket; never sent to others. */
  ref: string
  userId: string
  /** What is shown of them; names are the server's, never the client's. */
  shown: JsonObject
}

/** What somebody may at one topic now. */
export interface Grant {
  /** Whether they may say something to everybody else who listens there. */
  mayPublish: boolean
  /** Null: nobody shows themselves there. */
  presence: {
    /** What is shown of them when they say this of themselves; what they may not say is left out. */
    show(said: JsonObject): Promise<JsonObject>
    /** What they may see of those who are there. */
    see(present: readonly Presence[]): Promise<readonly Presence[]>
  } | null
}

/** Who decides who somebody is and what they may. */
export interface RealtimeAccess {
  /** Null for a token that does not hold, or is no person's. Rejects when that cannot be found out now. */
  identify(token: string): Promise<RealtimePerson | null>
  /** What a person may at these topics now; one that is missing is refused. Rejects when that cannot be found out now. */
  authorise(person: RealtimePerson, topics: readonly string[]): Promise<ReadonlyMap<string, Grant>>
  tables: WatchedTables
}

/** What one said to the others at a topic. `json` is the text as it came, `base64` bytes that are no JSON. */
export interface Said {
  topic: string
  event: string
  body: { json: string } | { base64: string }
}

/** Word of a row of the database service that changed: its key, and nothing else of it. */
export interface RowNews {
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  /** Whose it is or was; null where several may see it. */
  owner: string | null
  key: Record<string, string>
  /** ISO time at which the transaction began, to the microsecond. */
  at: string
}

/** One change of a row. */
export interface ChangedRow extends RowNews {
  /** Grows in the order of the changes of one transaction. */
  id: string
  /** What it was after this change; null when it was deleted. */
  record: JsonObject | null
  /** It was deleted by a later change. */
  gone: boolean
}

/** The tables whose changes are told, as the database service exposes them. */
export interface WatchedTables {
  schema: string
  /** Columns of each table with their types: `uuid`, `text`, `timestamptz`, `jsonb`. */
  columns: Readonly<Record<string, readonly { name: string; type: string }[]>>
  /** All that transactions begun at this moment did, in order, as far as they have ended. Kept for a quarter of an hour. */
  changesAt(at: string): Promise<readonly ChangedRow[]>
  /**
   * What may not have been heard by who heard the change of this moment last: all of its transaction, and of those that
   * had not ended before it, in order. Null when that is no longer kept, never was, or is too much to tell.
   */
  changesSince(at: string): Promise<readonly ChangedRow[] | null>
  /** Which of these rows, by `id`, this person sees now. */
  sees(person: RealtimePerson, rows: readonly ChangedRow[]): Promise<ReadonlySet<string>>
}

/** What processes tell each other. */
export type News =
  | { kind: 'said'; said: Said }
  /** Somebody came, left or moved there. */
  | { kind: 'presence'; topic: string }
  /** What somebody (null: anybody) may at the topics of this workspace (null: of any) may have changed. */
  | { kind: 'rights'; tenantId: string | null; userId: string | null }
  | { kind: 'row'; row: RowNews }
  /** For a moment nothing was heard: all of the above may have happened. */
  | { kind: 'unheard' }

/** How the processes of one server know of each other. */
export interface Exchange {
  /** Tells the other processes; settles when it is on its way to them. Rejects when it cannot be told now. */
  tell(said: Said): Promise<void>
  /** Puts down that somebody is there, for all processes, and tells them. */
  putPresence(topic: string, presence: Presence): Promise<void>
  removePresence(topic: string, refs: readonly string[]): Promise<void>
  /** Everybody who is there, in all processes. */
  readPresence(topic: string): Promise<readonly Presence[]>
  /** Calls back for what the others told. */
  listen(listener: (news: News) => void): void
}
