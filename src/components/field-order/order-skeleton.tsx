import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './field-order.module.css'

/** Keeps the place of the fields while they are on their way. */
export function OrderSkeleton() {
  const t = useTranslate()
  return (
    <div className={styles.ghosts} aria-busy="true">
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
      {Array.from({ length: 8 }, (_, line) => (
        <div key={line} className={styles.ghost}>
          <Skeleton width={16} height={16} />
          <Skeleton width={`${32 - (line % 4) * 5}%`} height={10} />
          <span className={styles.ghostPlaces}>
            <Skeleton width={16} height={16} />
            <Skeleton width={16} height={16} />
            <Skeleton width={16} height={16} />
          </span>
        </div>
      ))}
    </div>
  )
}
