import type { Language } from '#contracts/language.ts'
import { must } from '#base/assert.ts'
import { passageOf, type Passage } from '../access/passage.ts'
import { repeatOnClash } from './repeat-on-clash.ts'
import type { Mode, Tx } from './transaction.ts'

export type { Mode, Tx } from './transaction.ts'

/** A signed-in person. `email` and `name` are what their token says; what counts is asked of the database. */
export interface User {
  userId: string
  email: string | null
  name: string | null
  sessionId: string
  /** What their token says of how they signed in; absent where nobody is there (programs, work in the background). */
  proof?: { aal: 'aal1' | 'aal2'; provenAt: number }
}

/** A signed-in person inside a workspace they belong to. */
export interface Caller extends User {
  tenantId: string
  tenantName: string
  /** Decides what they may do; in a preview, the role they look as. */
  role: string
  /** Set while they look at the workspace as somebody else, which only reads. */
  preview?: {
    actorRole: string
    /** The person they look as, for row rules; null: only a role. */
    userId: string | null
    email: string | null
    /** As whose record's person, where a mere role is looked as. */
    recordId?: string | null
  }
  /** Where they say they are, for what is meant by today. */
  timeZone?: string
  /** What they read, for lists whose names the product has in several languages; English when they do not say. */
  language?: Language
  /** What their browser or program calls itself, for what is kept of who decided. */
  agent?: string
  /** The record of the workspace that stands for them; known where a row rule of their role asks for it. */
  recordId?: string | null
  /** Ids of projects and estimates that this record may not see any more; known where a row rule asks for them. */
  closed?: readonly string[]
  /**
   * Set while a program acts for them by one of their API tokens, or a workflow does; `role` is then the one it acts as,
   * and `ownRole` what limits it: the person's own, or that of whoever released the workflow, who may be `another`.
   */
  token?: { id: string; name: string; ownRole: string; another?: boolean }
}

/**
 * Runs `work` inside the caller's workspace. While a JSON call is answered, all of this is the call's one transaction:
 * it commits after the handler has answered, and is taken back when the handler throws. Elsewhere (raw answers, uploads,
 * work that goes on after the answer) it is a transaction of its own that checks the sign-in and the membership again.
 *
 * `mode` need only be named when it is not the call's own (GET reads; everything else writes); ask for it before the
 * first statement. `work` may run again after a deadlock, so it must touch nothing but the database; what must happen
 * outside goes to `tx.afterCommit`.
 */
export function inTenant<T>(
  caller: Caller,
  work: (tx: Tx) => Promise<T>,
  options: { mode?: Mode } = {},
): Promise<T> {
  return pass(must(passageOf(caller), 'the caller came through no door'), work, options.mode)
}

/** The same for a person outside any workspace: only the functions that look at `app.current_user_id()` answer. */
export function inUser<T>(user: User, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pass(must(passageOf(user), 'the user came through no door'), work)
}

async function pass<T>(passage: Passage, work: (tx: Tx) => Promise<T>, mode?: Mode): Promise<T> {
  const held = await passage.held(mode)
  if (held) return work(held)
  return repeatOnClash(async () => {
    const transaction = await passage.open(mode ?? 'write')
    try {
      const result = await work(transaction)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  })
}
