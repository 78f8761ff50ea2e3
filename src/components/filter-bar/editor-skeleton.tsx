import { Skeleton } from '#ui/skeleton.tsx'
import styles from './filter-chips.module.css'

/** Stands where a condition will be edited, until its editor is there. */
export const EditorSkeleton = () => (
  <div className={styles.editor}>
    <Skeleton lines={3} />
  </div>
)
