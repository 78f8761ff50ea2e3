import type { FieldDescription } from '#contracts/model-description.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './timeline.module.css'
import { VersionValue } from './version-value.tsx'

interface ChangeListProps {
  changes: readonly { field: FieldDescription; before: unknown; after: unknown }[]
  /** Of what is new there is no before, of what is gone no after. */
  sides?: 'both' | 'before' | 'after'
}

/** Fields with their values before and after, drawn as each field draws itself. */
export function ChangeList({ changes, sides = 'both' }: ChangeListProps) {
  const t = useTranslate()
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field.key} className={styles.change}>
          <dt>{field.label}</dt>
          <dd>
            {sides !== 'after' && (
              <span className={styles.before}>
                <VersionValue field={field} value={before} />
              </span>
            )}
            {sides === 'both' && <Icon name="arrow-right" label={t('became')} />}
            {sides !== 'before' && (
              <span className={styles.after}>
                <VersionValue field={field} value={after} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
