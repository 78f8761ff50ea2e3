import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import type { ViewProps } from '../view-props.ts'
import type { progress } from './progress.definition.ts'
import styles from './progress.module.css'

// A share comes as a text of few digits: what floats add to them (99.61 as 99.6099…) is far below a billionth.
const cut = (share: number, digits: number): number =>
  Math.trunc(share * 10 ** digits + Math.sign(share) * 1e-9) / 10 ** digits

/** How far something is; nothing is drawn while that is not known. */
export function Progress({ props: { label, value, digits, tone } }: ViewProps<typeof progress>) {
  const region = useRegion()
  const share = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(share)) return null
  const done = Math.min(100, Math.max(0, share))
  return (
    <div className={styles.progress}>
      <progress aria-label={label} max={100} value={done} className={classes(styles.track, styles[tone])} />
      <span aria-hidden className={styles.share}>
        {formatNumber(cut(share, digits), region, { minimumFractionDigits: digits })} %
      </span>
    </div>
  )
}
