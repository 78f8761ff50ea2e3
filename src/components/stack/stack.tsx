import { classes } from '#ui/classes.ts'
import type { ViewProps } from '../view-props.ts'
import type { stack } from './stack.definition.ts'
import styles from './stack.module.css'

const gaps = { none: 0, small: 8, medium: 16, large: 24 } as const

/** Things below or beside each other with one distance between them. */
export function Stack({ props: { direction, gap, align }, slots }: ViewProps<typeof stack>) {
  return (
    <div className={classes(styles[direction], styles[align])} style={{ gap: gaps[gap] }}>
      {slots.content}
    </div>
  )
}
