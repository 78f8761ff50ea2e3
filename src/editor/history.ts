import type { Layout } from '#contracts/layout.ts'
import { applyChange, invertChange, type Change } from './changes/patch.ts'

interface Entry {
  change: Change
  /** Said in the undo button: "Undo move card". */
  label: string
  /** Changes with the same key within `mergeWithin` become one entry: typing is one step, not twenty. */
  mergeKey: string | undefined
  at: number
}

/** A layout with what was done to it. Values only: every function returns a new one. */
export interface History {
  layout: Layout
  past: readonly Entry[]
  future: readonly Entry[]
}

const mergeWithin = 1500
const longest = 500

export const startHistory = (layout: Layout): History => ({ layout, past: [], future: [] })

/** Applies a change and remembers it. Merging keeps the older `before` and the newer `after` of each patch. */
export function record(
  history: History,
  change: Change,
  label: string,
  at: number,
  mergeKey?: string,
): History {
  if (change.length === 0) return history
  const layout = applyChange(history.layout, change)
  const last = history.past.at(-1)
  const merges =
    mergeKey !== undefined &&
    last?.mergeKey === mergeKey &&
    at - last.at < mergeWithin &&
    history.future.length === 0
  const entry: Entry = { change: merges && last ? [...last.change, ...change] : change, label, mergeKey, at }
  const past = merges ? [...history.past.slice(0, -1), entry] : [...history.past, entry]
  return { layout, past: past.slice(-longest), future: [] }
}

/** Takes the last change back; the same history when there is none. */
export function undo(history: History): History {
  const entry = history.past.at(-1)
  if (!entry) return history
  return {
    layout: applyChange(history.layout, invertChange(entry.change)),
    past: history.past.slice(0, -1),
    future: [entry, ...history.future],
  }
}

/** Does again what was taken back last; the same history when there is nothing. */
export function redo(history: History): History {
  const [entry, ...future] = history.future
  if (!entry) return history
  return { layout: applyChange(history.layout, entry.change), past: [...history.past, entry], future }
}
