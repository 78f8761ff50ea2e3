import { createContext, use } from 'react'
import { must } from '#base/assert.ts'
import type { Row } from '#contracts/query.ts'
import type { TreeShape } from './tree-query.ts'

/** What every level of one tree shares. */
export interface TreeShared {
  shape: TreeShape
  icon: string | null
  open: ReadonlySet<string>
  selected: string | null | undefined
  movable: boolean
  empty:
    | {
        icon?: string | undefined
        title?: string | undefined
        text?: string | undefined
        action?: string | undefined
      }
    | undefined
  setOpen(id: string, open: boolean): void
  select(row: Row): void
  move(row: Row, above: string | null): void
  /** Asks where to, for those who do not drag. */
  askMove(row: Row): void
  create: (() => void) | null
}

export const TreeContext = createContext<TreeShared | null>(null)

export const useTree = (): TreeShared => must(use(TreeContext), 'TreeContext is missing')
