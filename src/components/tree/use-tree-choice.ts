import { useState } from 'react'
import type { Row } from '#contracts/query.ts'

/** A record of a tree and the ids of those it stands under, nearest first. */
export interface Placed {
  row: Row
  above: readonly string[]
}

/** Several records of a tree that are meant at once. */
export interface TreeChoice {
  ids: ReadonlySet<string>
  /** Whether a click chooses instead of opening: begun by the menu of a row, for fingers. */
  picking: boolean
  /** Chooses a record, or no longer. */
  toggle(placed: Placed): void
  /** Chooses these in place of those before, beginning at `from`. */
  set(placed: readonly Placed[], from: string): void
  startPicking(placed: Placed): void
  clear(): void
  /** Where a range begins. */
  from: string | null
  /** The chosen ones, without those that go along with one above. */
  topmost(): Row[]
  /** What is moved with a record: the chosen ones if it is among them, without those that go along with one above. */
  movedWith(row: Row): Row[]
}

/** Remembers which records of a tree are chosen. */
export function useTreeChoice(): TreeChoice {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Placed>>(new Map())
  const [from, setFrom] = useState<string | null>(null)
  const [picking, setPicking] = useState(false)
  const idOf = ({ row }: Placed): string => String(row['id'])
  const clear = (): void => {
    setChosen(new Map())
    setPicking(false)
    setFrom(null)
  }
  return {
    ids: new Set(chosen.keys()),
    picking,
    from,
    clear,
    toggle(placed) {
      const id = idOf(placed)
      const next = new Map(chosen)
      if (!next.delete(id)) next.set(id, placed)
      setChosen(next)
      setFrom(id)
      if (next.size === 0) setPicking(false)
    },
    set(placed, first) {
      setChosen(new Map(placed.map((one) => [idOf(one), one])))
      setFrom(first)
    },
    startPicking(placed) {
      setChosen(new Map([...chosen, [idOf(placed), placed]]))
      setFrom(idOf(placed))
      setPicking(true)
    },
    topmost: () => topmost([...chosen.values()]),
    movedWith: (row) => (chosen.has(String(row['id'])) ? topmost([...chosen.values()]) : [row]),
  }
}

/** Those that stand under none of the others. */
export function topmost(placed: readonly Placed[]): Row[] {
  const ids = new Set(placed.map(({ row }) => String(row['id'])))
  return placed.filter(({ above }) => !above.some((id) => ids.has(id))).map(({ row }) => row)
}
