import { createContext, use } from 'react'
import { must } from '#base/assert.ts'
import type { Row } from '#contracts/query.ts'
import type { TreeShape } from './tree-query.ts'
import type { Placed, TreeChoice } from './use-tree-choice.ts'

/** What every level of one tree shares. */
export interface TreeShared {
  shape: TreeShape
  icon: string | null
  open: ReadonlySet<string>
  selected: string | null | undefined
  movable: boolean
  /** Several at once; only where records are moved. */
  choice: TreeChoice
  /** Tells of a record that is in sight, so that a range of them can be chosen; answers how to forget it. */
  inSight(id: string, placed: Placed): () => void
  /** Whether the keys were on this record when its screen was left for the one that shows it. Told once. */
  arrive(id: string): boolean
  /** A click or key on a record in sight: `add` (Ctrl) chooses it as well, `range` (Shift) all up to it, else it is opened. */
  point(id: string, how: { add: boolean; range: boolean; from?: string }): void
  empty:
    | {
        icon?: string | undefined
        title?: string | undefined
        text?: string | undefined
        action?: string | undefined
      }
    | undefined
  setOpen(id: string, open: boolean): void
  move(rows: readonly Row[], above: string | null): void
  /** Tells what is being dragged: nothing, once it was let go. */
  drag(rows: readonly Row[]): void
  /** Whether what is dragged may be let go on a record: not on itself, nor on what stands below it. */
  takes(id: string, above: readonly string[]): boolean
  /** Asks where to, for those who do not drag. */
  askMove(rows: readonly Row[]): void
  create: (() => void) | null
}

export const TreeContext = createContext<TreeShared | null>(null)

export const useTree = (): TreeShared => must(use(TreeContext), 'TreeContext is missing')
