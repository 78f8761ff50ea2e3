import type { StarterModel, Trade } from '#contracts/api/quick-setup.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './quick-setup-wizard.module.css'

interface WorkspacePreviewProps {
  trade: Trade | null
  models: readonly StarterModel[]
  people: number
}

/** The workspace as it will be: its navigation, and the head of the first list. */
export function WorkspacePreview({ trade, models, people }: WorkspacePreviewProps) {
  const t = useTranslate()
  const first = models[0]
  const columns = first?.schema.fields?.slice(0, 4) ?? []
  return (
    <div className={styles.workspace}>
      <div className={styles.bar}>{trade ? trade.label : t('Your workspace')}</div>
      <div className={styles.frame}>
        <ul className={styles.nav}>
          <li>
            <Icon name="home" /> {t('Dashboard')}
          </li>
          {models.map(({ key, label, icon }) => (
            <li key={key} data-first={key === first?.key ? '' : undefined}>
              <Icon name={icon} /> {label}
            </li>
          ))}
          {people > 0 && (
            <li>
              <Icon name="users" /> {t('{{count}} people', { count: people })}
            </li>
          )}
        </ul>
        <div className={styles.sheet}>
          {first ? (
            <>
              <strong>{first.label}</strong>
              <div
                className={styles.columns}
                style={{ gridTemplateColumns: `repeat(${Math.max(1, columns.length)}, minmax(0, 1fr))` }}
              >
                {columns.map(({ key, label }) => (
                  <span key={key} className={styles.column}>
                    {label}
                  </span>
                ))}
                {Array.from({ length: columns.length * 5 }, (_, at) => (
                  <span key={at} className={styles.line} style={{ width: `${50 + ((at * 29) % 40)}%` }} />
                ))}
              </div>
            </>
          ) : (
            <span className={styles.faint}>{t('Choose, and it grows here.')}</span>
          )}
        </div>
      </div>
    </div>
  )
}
