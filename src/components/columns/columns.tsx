import { classes } from '#ui/classes.ts'
import type { ViewProps } from '../view-props.ts'
import type { columns } from './columns.definition.ts'
import styles from './columns.module.css'

const gaps = { none: 0, small: 8, medium: 16, large: 24 } as const

/** Each child in its own column as long as every column keeps its least width. */
export function Columns({ props, slots }: ViewProps<typeof columns>) {
  const { divide, min_width, gap } = props
  const least = `min(100%, ${min_width}px)`
  return (
    <div
      className={classes(styles.columns, styles[divide])}
      style={{
        gap: gaps[gap],
        ...(divide === 'auto' && { gridTemplateColumns: `repeat(auto-fill, minmax(${least}, 1fr))` }),
        ...(divide === 'equal' && { gridTemplateColumns: `repeat(auto-fit, minmax(${least}, 1fr))` }),
      }}
    >
      {slots.content}
    </div>
  )
}
