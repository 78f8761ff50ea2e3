import { useSyncExternalStore } from 'react'
import type { EditingCell } from './grid-context.ts'
import type { Cursor, Range } from './grid-cursor.ts'
import type { DropPlace } from './drag-rows.ts'

/** What stands in the lines without being in the records: where the cursor is, what is edited and filled. */
export interface Marks {
  readonly cursor: Cursor | null
  readonly editing: EditingCell | null
  /** The cells the corner of the range is being dragged over. */
  readonly filling: Range | null
  /** Where rows that are being dragged would go. */
  readonly dropping: DropPlace | null
}

/**
 * Keeps the marks outside of React: they change with every key and every move of the pointer, and then only the lines
 * they stand in are drawn again, not the whole list.
 */
export class MarkStore {
  #marks: Marks = { cursor: null, editing: null, filling: null, dropping: null }
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): Marks => this.#marks

  readonly set = (part: Partial<Marks>): void => {
    this.#marks = { ...this.#marks, ...part }
    for (const listener of this.#listeners) listener()
  }
}

/** The cursor, live: what else is marked changes more often. */
export const useCursor = (store: MarkStore): Cursor | null => useMark(store, 'cursor')

/** The cell that is edited, live. */
export const useEditing = (store: MarkStore): EditingCell | null => useMark(store, 'editing')

/** Where dragged rows would go, live. */
export const useDropping = (store: MarkStore): DropPlace | null => useMark(store, 'dropping')

function useMark<Key extends keyof Marks>(store: MarkStore, key: Key): Marks[Key] {
  const read = (): Marks[Key] => store.read()[key]
  return useSyncExternalStore(store.subscribe, read, read)
}
