import { createContext } from 'react'
import type { Row } from '#contracts/query.ts'

/** A value somebody wrote in a list that does not show it yet. */
export interface LiveEdit {
  value: unknown
  state: 'saving' | 'saved' | 'failed' | 'waiting'
  /** The row as it was. */
  of: Row
}

/** By record, by field. */
export type LiveEdits = ReadonlyMap<string, Readonly<Record<string, LiveEdit>>>

/**
 * Values of records that are worked out here while the server still does: a list inside says what is written in it, and
 * draws what follows from that over what it has, until the server's own values come.
 */
export interface LiveValues {
  subscribe(listener: () => void): () => void
  /** Another number whenever something changed. */
  read(): number
  /** What is drawn over a record; the same object until it changes. */
  over(row: Row): Row | undefined
  /** Everything written and not yet drawn from the list itself. */
  tell(edits: LiveEdits): void
  /** What is being typed in a cell; null: nothing any more. */
  draft(cell: { row: Row; key: string; value: unknown } | null): void
  /** Records as the list has them now. */
  look(rows: readonly Row[]): void
}

/** Given by a component around a list; without, a list shows what the server says. */
export const LiveValuesContext = createContext<LiveValues | null>(null)
