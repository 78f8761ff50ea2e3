import { classes } from './classes.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** CSS length or pixels; the size the real thing will have. */
  width?: number | string
  height?: number | string
  /** Lines of text instead of a block; the last is shorter. */
  lines?: number
  round?: boolean
  className?: string
}

/** Keeps the place of what is on its way. Hidden from screen readers: mark the region around it `aria-busy`. */
export function Skeleton({ width = '100%', height = 16, lines, round, className }: SkeletonProps) {
  if (lines === undefined) {
    return (
      <span
        aria-hidden
        className={classes(styles.block, round && styles.round, className)}
        style={{ width, height }}
      />
    )
  }
  return (
    <span aria-hidden className={classes(styles.lines, className)} style={{ width }}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line}>
          <span
            className={styles.block}
            style={{ width: line === lines - 1 && lines > 1 ? '62%' : '100%', height: 10 }}
          />
        </span>
      ))}
    </span>
  )
}
