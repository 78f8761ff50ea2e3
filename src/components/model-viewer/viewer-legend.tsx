import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ColourGroup } from './colour-groups.ts'
import styles from './model-viewer.module.css'

interface ViewerLegendProps {
  title: string
  /** What is told besides, under the title. */
  note: string | null
  groups: readonly ColourGroup[]
  /** Shows only the elements of a group, or all again. */
  onChoose: (group: ColourGroup) => void
}

/** Which colour stands for what. */
export function ViewerLegend({ title, note, groups, onChoose }: ViewerLegendProps) {
  const t = useTranslate()
  const region = useRegion()
  return (
    <section className={styles.legend} aria-label={t('Legend')}>
      <p className={styles.legendTitle}>{title}</p>
      {note !== null && <p className={styles.legendNote}>{note}</p>}
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={JSON.stringify(group.value ?? group.label)}>
            <button type="button" className={styles.groupLine} onClick={() => onChoose(group)}>
              <span className={styles.swatch} style={{ background: `rgb(${group.colour.join(' ')})` }} />
              <span className={styles.groupLabel}>{group.label}</span>
              <span className={styles.groupCount}>{formatNumber(group.count, region)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
