import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './data-grid.module.css'
import type { Density } from './use-grid-settings.ts'

/** Lines of the final height while the rows are on their way. */
export function GridSkeleton({
  density,
  height,
  bare,
}: {
  density: Density
  height?: number | undefined
  bare?: boolean
}) {
  const t = useTranslate()
  const lines = Math.min(12, Math.floor(((height ?? 480) - 40) / (density === 'roomy' ? 40 : 32)))
  const table = (
    <div className={styles.scroller} aria-busy="true">
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
      {Array.from({ length: Math.max(3, lines) }, (_, line) => (
        <div key={line} className={styles.ghost} style={{ height: density === 'roomy' ? 40 : 32 }}>
          <Skeleton width={16} height={16} />
          <Skeleton width={`${28 - (line % 4) * 3}%`} height={10} />
          <Skeleton width={`${14 + (line % 3) * 4}%`} height={10} />
          <Skeleton width="12%" height={10} />
        </div>
      ))}
    </div>
  )
  return bare ? (
    table
  ) : (
    <div className={styles.grid} data-fill={height === undefined ? '' : undefined} style={{ height }}>
      <div className={styles.toolbar} />
      {table}
    </div>
  )
}
