import { IconButton } from '#ui/icon-button.tsx'
import { useRegion } from '#ui/region.ts'
import { formatNumber } from '#ui/format.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './model-viewer.module.css'
import type { Cut, Point } from './pick-element.ts'

interface ViewerSectionProps {
  cut: Cut
  bounds: { least: Point; most: Point }
  onChange: (cut: Cut | null) => void
}

/** Axes as people say them, and which of the scene's they are. */
const axes = [
  { key: 'height', axis: 1 },
  { key: 'length', axis: 0 },
  { key: 'depth', axis: 2 },
] as const

/** Where the picture is cut: along which axis, how far, and which side is taken away. */
export function ViewerSection({ cut, bounds, onChange }: ViewerSectionProps) {
  const t = useTranslate()
  const region = useRegion()
  const axis = axisOf(cut)
  const sign = (cut.normal[axis] ?? 1) < 0 ? -1 : 1
  const least = bounds.least[axis] ?? 0
  const most = bounds.most[axis] ?? 1
  const at = Math.min(most, Math.max(least, cut.at * sign))
  const labels = { height: t('Height'), length: t('Length'), depth: t('Depth') }
  return (
    <fieldset className={styles.section} aria-label={t('Section')}>
      <select
        className={styles.axis}
        aria-label={t('Cut along')}
        value={axis}
        onChange={(event) => onChange(cutAcross(bounds, Number(event.target.value)))}
      >
        {axes.map((one) => (
          <option key={one.key} value={one.axis}>
            {labels[one.key]}
          </option>
        ))}
      </select>
      <input
        type="range"
        className={styles.range}
        aria-label={t('Where it is cut')}
        min={least}
        max={most}
        step={(most - least) / 200 || 1}
        value={at}
        onChange={(event) => onChange(cutAt(axis, sign, Number(event.target.value)))}
      />
      <output className={styles.length}>
        {formatNumber(at - least, region, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} m
      </output>
      <IconButton
        icon="sync"
        size="compact"
        label={t('Show the other side')}
        onClick={() => onChange(cutAt(axis, -sign, at))}
      />
      <IconButton icon="x" size="compact" label={t('No section')} onClick={() => onChange(null)} />
    </fieldset>
  )
}

function axisOf({ normal }: Cut): number {
  const sizes = normal.map(Math.abs)
  return sizes.indexOf(Math.max(...sizes))
}

const cutAt = (axis: number, sign: number, at: number): Cut => ({
  normal: [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0],
  at: at * sign,
})

/** A cut through the middle: of height unless told, and what is above is taken away. */
export const cutAcross = ({ least, most }: ViewerSectionProps['bounds'], axis = 1): Cut =>
  cutAt(axis, 1, ((least[axis] ?? 0) + (most[axis] ?? 0)) / 2)
