import type { JsonObject } from '#base/json.ts'
import type { Presence } from './realtime-ports.ts'

type Metas = Record<string, { metas: JsonObject[] }>

/** What changed for one receiver, in the form of the protocol. */
export interface PresenceDiff {
  joins: Metas
  leaves: Metas
}

interface Shown {
  key: string
  text: string
  meta: JsonObject
}

/**
 * What one receiver was told of who is there. Its refs are its own and change only when what this receiver sees changes: what
 * they may not see leaves no trace, not even that something moved.
 */
export class PresenceView {
  private shown = new Map<string, Shown>()
  private refs = 0

  /** Takes what the receiver may see now; answers what to tell them, or null when nothing changed for them. */
  update(present: readonly Presence[]): PresenceDiff | null {
    const diff: PresenceDiff = { joins: {}, leaves: {} }
    const next = new Map<string, Shown>()
    let changed = false
    for (const { ref, userId, shown } of present) {
      const text = JSON.stringify(shown)
      const before = this.shown.get(ref)
      if (before?.text === text) {
        next.set(ref, before)
        continue
      }
      changed = true
      this.refs += 1
      // A key of its own for each place and move: the client (2.109) loses track of several under one key.
      const key = `${userId}:${this.refs}`
      const meta = { ...shown, phx_ref: String(this.refs) }
      next.set(ref, { key, text, meta })
      diff.joins[key] = { metas: [meta] }
    }
    for (const [ref, one] of this.shown) {
      if (next.get(ref) === one) continue
      changed = true
      diff.leaves[one.key] = { metas: [one.meta] }
    }
    this.shown = next
    return changed ? diff : null
  }

  /** Everything the receiver was told, as one state. */
  state(): Metas {
    return Object.fromEntries([...this.shown.values()].map(({ key, meta }) => [key, { metas: [meta] }]))
  }
}
