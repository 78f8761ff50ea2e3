import type { ViewProps } from '../view-props.ts'
import type { toolbar } from './toolbar.definition.ts'
import styles from './toolbar.module.css'

/** One row of controls above what they control. */
export function Toolbar({ slots }: ViewProps<typeof toolbar>) {
  return (
    <div className={styles.toolbar}>
      <div className={styles.start}>{slots.start}</div>
      {slots.end && <div className={styles.end}>{slots.end}</div>}
    </div>
  )
}
