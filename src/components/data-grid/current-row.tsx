import { useEffect } from 'react'
import type { Row } from '#contracts/query.ts'
import { afterPaint } from '#ui/after-paint.ts'
import type { Grid } from './grid-context.ts'
import { useCursor } from './grid-marks.ts'

/** The record under the cursor, live; null when there is none or it is on its way. */
export function useCurrentRow(grid: Pick<Grid, 'marks' | 'lines'>): Row | null {
  const cursor = useCursor(grid.marks)
  return (cursor && grid.lines.list.row(cursor.row)) ?? null
}

/** Tells which record the cursor is in. It draws nothing: so the list around it rests while the cursor moves. */
export function CurrentRow({ grid, onRow }: { grid: Grid; onRow: (row: Row | null) => void }) {
  const row = useCurrentRow(grid)
  useEffect(() => {
    // Where the cursor has gone is drawn first.
    let isHere = true
    void afterPaint().then(() => isHere && onRow(row))
    return () => void (isHere = false)
  }, [onRow, row])
  return null
}
