/** A place where the person who asks is signed in. */
export interface SessionEntry {
  id: string
  /** The one that asks. */
  current: boolean
  created_at: string
  /** When it last renewed itself; within the hour of its last use. */
  last_seen_at: string
  /** What the browser said of itself when it signed in. */
  user_agent: string | null
  /** The address it signed in from. */
  address: string | null
  /** Whether the second step of the sign-in was taken. */
  second_factor: boolean
}
