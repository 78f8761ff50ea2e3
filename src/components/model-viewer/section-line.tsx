import { Checkbox } from '#ui/checkbox.tsx'
import { formatNumber } from '#ui/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './model-viewer.module.css'
import {
  axisOf,
  boxMargin,
  cutAcross,
  flipped,
  isOblique,
  signOf,
  spanOf,
  type Bounds,
  type SectionPlane,
} from './section-planes.ts'

interface SectionLineProps {
  number: number
  plane: SectionPlane
  bounds: Bounds
  onChange: (changes: Partial<SectionPlane>) => void
  onRemove: () => void
}

/** Axes as people say them, and which of the scene's they are. */
const axes = [
  { key: 'height', axis: 1 },
  { key: 'length', axis: 0 },
  { key: 'depth', axis: 2 },
] as const
const oblique = 'oblique'

/** One section plane: whether it is on, along which axis it cuts, how far, and which side is taken away. */
export function SectionLine({ number, plane, bounds, onChange, onRemove }: SectionLineProps) {
  const t = useTranslate()
  const region = useRegion()
  const sign = signOf(plane)
  const { least, most } = spanOf(bounds, plane)
  const [from, to] = [least - boxMargin, most + boxMargin]
  const at = Math.min(to, Math.max(from, plane.at * sign))
  const labels = { height: t('Height'), length: t('Length'), depth: t('Depth') }
  const name = t('Plane {{number}}', { number })
  return (
    <fieldset className={styles.plane} aria-label={name}>
      <Checkbox label={name} hideLabel checked={plane.isOn} onChange={(isOn) => onChange({ isOn })} />
      <select
        className={styles.axis}
        aria-label={t('Cut along')}
        value={isOblique(plane) ? oblique : axisOf(plane)}
        onChange={(event) => {
          if (event.target.value !== oblique) onChange(cutAcross(bounds, Number(event.target.value)))
        }}
      >
        {axes.map((one) => (
          <option key={one.key} value={one.axis}>
            {labels[one.key]}
          </option>
        ))}
        {isOblique(plane) && <option value={oblique}>{t('Oblique')}</option>}
      </select>
      <input
        type="range"
        className={styles.range}
        aria-label={t('Where it is cut')}
        min={from}
        max={to}
        step={(to - from) / 200}
        value={at}
        onChange={(event) => onChange({ at: Number(event.target.value) * sign })}
      />
      <output className={styles.length}>
        {formatNumber(at - least, region, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} m
      </output>
      <IconButton
        icon="sync"
        size="compact"
        label={t('Show the other side')}
        onClick={() => onChange(flipped(plane))}
      />
      <IconButton icon="trash" size="compact" label={t('Remove this plane')} onClick={onRemove} />
    </fieldset>
  )
}
