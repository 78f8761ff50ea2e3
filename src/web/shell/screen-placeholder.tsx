import { Skeleton } from '#ui/skeleton.tsx'
import styles from './screen-placeholder.module.css'

/** A screen that is on its way: its title row and its rows, already in their places. */
export function ScreenPlaceholder() {
  return (
    <div className={styles.screen} aria-busy>
      <Skeleton width={180} height={20} />
      <div className={styles.rows}>
        {Array.from({ length: 12 }, (_, row) => (
          <Skeleton key={row} height={12} width={`${92 - ((row * 7) % 23)}%`} />
        ))}
      </div>
    </div>
  )
}
