import { useEffect, useEffectEvent, useRef } from 'react'
import type { Row } from '#contracts/query.ts'
import type { Grid } from './grid-context.ts'
import { at } from './grid-cursor.ts'

/** A record further down than this is not looked for. */
const mostLooked = 10_000

export interface FollowRecordProps {
  grid: Grid
  /** The record that is chosen elsewhere. */
  id: string | null
  onMoved(row: Row): void
}

/**
 * Keeps the cursor of a list and what is chosen beside it together: goes to the record that is chosen elsewhere, and tells
 * when a person moves to another one. Draws nothing.
 */
export function FollowRecord({ grid, id, onMoved }: FollowRecordProps) {
  const { marks } = grid
  // The line this itself goes to is no news.
  const own = useRef<number | null>(null)
  const rowAt = (line: number | undefined): Row | undefined =>
    line === undefined || line < 0 ? undefined : grid.lines.list.row(line)
  const follow = useEffectEvent(
    async (wanted: string, name: string, isGone: () => boolean): Promise<void> => {
      if (rowAt(grid.cursor?.row)?.['id'] === wanted) return
      const ids = await grid.lines.readIds(mostLooked)
      const line = ids.indexOf(wanted)
      // The list may be another one by now.
      if (line < 0 || isGone() || grid.lines.name !== name) return
      own.current = line
      grid.setCursor(at(line, grid.cursor?.column ?? 0))
    },
  )
  const moved = useEffectEvent((line: number) => {
    const row = rowAt(line)
    if (row && row['id'] !== id) onMoved(row)
  })
  const { name } = grid.lines
  useEffect(() => {
    let gone = false
    // A list that could not be read shows that itself.
    if (id !== null) follow(id, name, () => gone).catch(() => undefined)
    return () => {
      gone = true
    }
  }, [id, name])
  useEffect(() => {
    let before = marks.read().cursor?.row
    return marks.subscribe(() => {
      const line = marks.read().cursor?.row
      if (line === before) return
      before = line
      const mine = own.current === line
      own.current = null
      if (line !== undefined && !mine) moved(line)
    })
  }, [marks])
  return null
}
