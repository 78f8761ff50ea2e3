import type { JsonObject } from '#base/json.ts'
import type { Presence } from './realtime-ports.ts'

type Metas = Record<string, { metas: JsonObject[] }>

/** What changed for one receiver, in the form of the protocol. */
export interface PresenceDiff {
  joins: Metas
  leaves: Metas
}

interface Shown {
  userId: string
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
    const diff: PresenceDiff = { joins: Object.create(null) as Metas, leaves: Object.create(null) as Metas }
    const next = new Map<string, Shown>()
    let changed = false
    for (const { ref, userId, shown } of present) {
      const text = JSON.stringify(shown)
      const before = this.shown.get(ref)
      if (before?.text === text && before.userId === userId) {
        next.set(ref, before)
        continue
      }
      changed = true
      this.refs += 1
      const meta = { ...shown, phx_ref: String(this.refs) }
      next.set(ref, { userId, text, meta })
      add(diff.joins, userId, meta)
    }
    for (const [ref, one] of this.shown) {
      if (next.get(ref) === one) continue
      changed = true
      add(diff.leaves, one.userId, one.meta)
    }
    this.shown = next
    return changed ? diff : null
  }

  /** Everything the receiver was told, as one state. */
  state(): Metas {
    const state = Object.create(null) as Metas
    for (const { userId, meta } of this.shown.values()) add(state, userId, meta)
    return state
  }
}

const add = (metas: Metas, userId: string, meta: JsonObject): void =>
  void (metas[userId] ??= { metas: [] }).metas.push(meta)
