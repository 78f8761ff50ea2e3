import { classes } from '#ui/classes.ts'
import type { LinePart } from './cell-style.ts'
import type { DropPlace } from './drag-rows.ts'
import type { Grid } from './grid-context.ts'
import styles from './grid-drop.module.css'
import { selectWidth } from './grid-layout.ts'
import { indentWidth } from './grid-row.tsx'

interface GridDropProps {
  grid: Grid
  part: LinePart
  drop: DropPlace
  /** The line from which places are counted. */
  anchor: number
}

/** Where dragged rows would go: a line between two, as far in as they would stand, or a frame around the one they go into. */
export function GridDrop({ grid, part, drop: { line, place, depth }, anchor }: GridDropProps) {
  const at = (line - anchor + (place === 'below' ? 1 : 0)) * grid.rowHeight
  return (
    <div
      role="none"
      data-drop={place}
      className={classes(styles.drop, place === 'inside' && styles.inside)}
      style={{
        transform: `translateY(${at}px)`,
        left: part === 'left' ? selectWidth + depth * indentWidth : 0,
      }}
    />
  )
}
