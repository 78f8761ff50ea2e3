import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import type { ViewProps } from '../view-props.ts'
import type { progress } from './progress.definition.ts'
import styles from './progress.module.css'

/** How far something is; nothing is drawn while that is not known. */
export function Progress({ props: { label, value, tone } }: ViewProps<typeof progress>) {
  const region = useRegion()
  const share = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(share)) return null
  const done = Math.min(100, Math.max(0, share))
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.track}
      >
        <div className={styles[tone]} style={{ width: `${done}%` }} />
      </div>
      <span aria-hidden className={styles.share}>
        {formatNumber(Math.round(share), region)} %
      </span>
    </div>
  )
}
