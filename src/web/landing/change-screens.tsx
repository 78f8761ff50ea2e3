import { formatMoney } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './change-screens.module.css'
import section from './section.module.css'

const promises = [
  'Move, add and remove parts; undo goes all the way back.',
  'Nobody sees your changes until you publish them.',
  'Every release is kept: one press brings an earlier one back.',
]

/** The layout editor, drawn: a part chosen on the canvas, what it says beside it. */
export function ChangeScreens() {
  const t = useTranslate()
  const region = useRegion()
  return (
    <section className={section.section} aria-labelledby="change-title">
      <div className={section.columns}>
        <div>
          <h2 id="change-title" className={section.title}>
            {t('Every screen is yours to change')}
          </h2>
          <p className={section.lead}>
            {t(
              'The screens you start with are made of the same parts as the ones you make. Open any of them, put things where your people look for them, and publish.',
            )}
          </p>
          <ul className={section.list}>
            {promises.map((promise) => (
              <li key={promise}>
                <Icon name="check" />
                {t(promise)}
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.editor} aria-hidden>
          <div className={styles.bar}>
            <span>{t('sample: Project')}</span>
            <span className={styles.saved}>{t('Draft, saved')}</span>
            <span className={styles.publish}>{t('Publish')}</span>
          </div>
          <div className={styles.canvas}>
            <div className={styles.line} style={{ width: '46%' }} />
            <div className={styles.stats}>
              <Stat
                label={t('Contract sum')}
                value={formatMoney('83276.69', 'EUR', region)}
                chosen
                tag={t('Number')}
              />
              <Stat label={t('Invoiced')} value={formatMoney('41200', 'EUR', region)} />
              <Stat label={t('Open snags')} value="7" />
            </div>
            <div className={styles.block}>
              {[72, 88, 64, 80].map((width) => (
                <div key={width} className={styles.row}>
                  <div className={styles.line} style={{ width: `${width * 0.5}%` }} />
                  <div className={styles.line} style={{ width: '12%' }} />
                </div>
              ))}
            </div>
          </div>
          <div className={styles.inspector}>
            <strong>{t('Number')}</strong>
            <Property label={t('Label')} value={t('Contract sum')} />
            <Property label={t('Field')} value={t('Net total')} />
            <Property label={t('Counts')} value={t('Accepted estimates')} />
            <Property label={t('Seen by')} value={t('Owner, Estimator')} />
          </div>
        </div>
      </div>
    </section>
  )
}

function Stat({
  label,
  value,
  chosen,
  tag,
}: {
  label: string
  value: string
  chosen?: boolean
  tag?: string
}) {
  return (
    <div className={styles.stat} data-chosen={chosen}>
      {tag && <span className={styles.tag}>{tag}</span>}
      <span>{label}</span>
      <strong>{value}</strong>
    </div>
  )
}

function Property({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.property}>
      <span>{label}</span>
      <span className={styles.value}>{value}</span>
    </div>
  )
}
