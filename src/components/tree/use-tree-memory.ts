import { useCallback, useState } from 'react'
import { canonicalJson } from '#base/json.ts'
import type { TreeShape } from './tree-query.ts'

interface Remembered {
  open: ReadonlySet<string>
  /** The record the keys were on when it was opened. */
  focused: string | null
}

/** Trees of this visit by what they show: a screen whose address names the chosen record is drawn anew with each of them. */
const trees = new Map<string, Remembered>()
const mostTrees = 50

interface TreeMemory {
  /** Ids of the records whose level is open. */
  open: ReadonlySet<string>
  setOpen(change: (before: ReadonlySet<string>) => ReadonlySet<string>): void
  /** Tells that a record is opened by keys or pointer in the tree. */
  leave(id: string): void
  /** Whether the keys were on this record when it was opened; told once. */
  arrive(id: string): boolean
}

/** What is open of a tree, also after another of its records was opened on a screen of its own. */
export function useTreeMemory(shape: TreeShape | null): TreeMemory {
  const name = shape && canonicalJson([shape.model, shape.parent, shape.where])
  const [own, setOwn] = useState<ReadonlySet<string> | null>(null)
  const open = own ?? (name === null ? null : trees.get(name)?.open) ?? none
  const note = useCallback(
    (change: (before: Remembered) => Remembered): Remembered | null => {
      if (name === null) return null
      const next = change(trees.get(name) ?? { open: none, focused: null })
      trees.delete(name)
      trees.set(name, next)
      const [oldest] = trees.keys()
      if (trees.size > mostTrees && oldest !== undefined) trees.delete(oldest)
      return next
    },
    [name],
  )
  return {
    open,
    setOpen: useCallback(
      (change) => {
        const next = note(({ open: before, focused }) => ({ open: change(before), focused }))
        if (next) setOwn(next.open)
      },
      [note],
    ),
    leave: useCallback((id) => void note((before) => ({ ...before, focused: id })), [note]),
    arrive: useCallback(
      (id) => {
        if (name === null || trees.get(name)?.focused !== id) return false
        note((before) => ({ ...before, focused: null }))
        return true
      },
      [name, note],
    ),
  }
}

const none: ReadonlySet<string> = new Set()
