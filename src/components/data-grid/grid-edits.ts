import { useEffect, useSyncExternalStore } from 'react'
import type { Row } from '#contracts/query.ts'
import type { LiveValues } from '../live-values/live-values.ts'

/** A value this reader gave that the list does not show yet. */
export interface CellEdit {
  value: unknown
  /** What a relation's record is called. */
  label: string | undefined
  /** `waiting`: the server could not be reached; it is sent again. */
  state: 'saving' | 'saved' | 'failed' | 'waiting'
  problem: string | null
  /** The row as it was: once the list brings another, the edit has arrived. */
  of: Row
}

/** The edits of one record by field. The same object while none of them changes. */
export type RowEdits = Readonly<Record<string, CellEdit>>

/** By record. */
export type AllEdits = ReadonlyMap<string, RowEdits>

/** What becomes of one cell; null: there is nothing of it any more. */
export interface PutEdit {
  row: Row
  key: string
  edit: CellEdit | null
}

/**
 * Keeps the edits outside of React, as `MarkStore` does the marks: with each cell that is written and saved the lines are
 * drawn again in which it stands, not the list around them.
 */
export class EditStore {
  #all: AllEdits = new Map()
  #isWaiting = false
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): AllEdits => this.#all

  /** Whether any could not be sent. */
  readonly isWaiting = (): boolean => this.#isWaiting

  put(changes: readonly PutEdit[]): void {
    const next = new Map(this.#all)
    for (const { row, key, edit } of changes) {
      const id = String(row['id'])
      const { [key]: _before, ...rest } = next.get(id) ?? {}
      const now = edit ? { ...rest, [key]: edit } : rest
      if (Object.keys(now).length === 0) next.delete(id)
      else next.set(id, now)
    }
    this.#all = next
    this.#isWaiting = [...next.values()].some((values) =>
      Object.values(values).some(({ state }) => state === 'waiting'),
    )
    for (const listener of this.#listeners) listener()
  }
}

/** All edits, live. */
export const useEdits = (store: EditStore): AllEdits =>
  useSyncExternalStore(store.subscribe, store.read, store.read)

/** Whether any could not be sent, live. */
export const useIsWaiting = (store: EditStore): boolean =>
  useSyncExternalStore(store.subscribe, store.isWaiting, store.isWaiting)

/** Says what is written to whoever works out what follows from it. */
export function useTellEdits(live: LiveValues | null, store: EditStore): void {
  useEffect(() => {
    if (!live) return undefined
    const tell = (): void => live.tell(store.read())
    tell()
    return store.subscribe(tell)
  }, [live, store])
}
