import { useEffect, useEffectEvent, useRef } from 'react'
import type { Grid } from './grid-context.ts'
import { at, isSeveral } from './grid-cursor.ts'
import type { LineList } from './grid-lines.ts'
import { lineWith } from './leave-cell.ts'
import type { WindowStore } from './use-grid-window.ts'

/**
 * Keeps the cursor at its record where lines come, go or move around it: what is typed next is meant for that one. Another
 * question is another list, and a range stays where it is.
 */
export function useKeepCursor(grid: Grid, store: WindowStore): void {
  const {
    marks,
    lines: { list, name },
  } = grid
  const kept = useRef<{ name: string; line: number; id: string } | null>(null)
  const note = useEffectEvent(() => {
    const line = marks.read().cursor?.row ?? -1
    const row = line < 0 ? undefined : list.row(line)
    // A line that is on its way says nothing yet.
    if (row) kept.current = { name, line, id: String(row['id']) }
    else if (kept.current?.line !== line) kept.current = null
  })
  const follow = useEffectEvent((lines: LineList, question: string) => {
    const { cursor, editing } = marks.read()
    const was = kept.current
    const stays = was && lines.row(was.line)?.['id'] === was.id
    if (!cursor || !was || stays || editing || isSeveral(cursor)) return
    if (was.name !== question || was.line !== cursor.row) return
    const line = lineWith(grid, was.id, was.line)
    const { from, to } = store.read()
    // Who looks at another part of the list goes on looking there.
    const still = was.line < from || was.line > to
    if (line >= 0) grid.setCursor({ ...at(line, cursor.column), ...(still && { still }) })
  })
  useEffect(() => {
    note()
    return marks.subscribe(note)
  }, [marks])
  useEffect(() => {
    follow(list, name)
    note()
  }, [list, name])
}
