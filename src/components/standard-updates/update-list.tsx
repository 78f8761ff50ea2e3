import type { StandardModelUpdate } from '#contracts/standard-model.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './standard-updates.module.css'

/** What is new, model by model, and what stands in its way. */
export function UpdateList({ rows }: { rows: readonly StandardModelUpdate[] }) {
  const t = useTranslate()
  const named = (fields: readonly { label: string }[]): string =>
    fields.map(({ label }) => t(label)).join(', ')
  return (
    <ul className={styles.list}>
      {rows.map(({ key, label, renamed, added, changed, customers, models, clashes }) => (
        <li key={key}>
          <h3 className={styles.name}>{renamed ? label : t(label)}</h3>
          <dl className={styles.facts}>
            {added.length > 0 && <Fact name={t('New fields')} text={named(added)} />}
            {changed.length > 0 && <Fact name={t('Changed fields')} text={named(changed)} />}
            {customers.added.length > 0 && (
              <Fact name={t('Customers may use')} text={named(customers.added)} />
            )}
            {customers.taken.length > 0 && (
              <Fact name={t('No longer for customers')} text={named(customers.taken)} />
            )}
            {customers.rows && (
              <Fact name={t('Records of customers')} text={t('Which of them they see is ruled anew.')} />
            )}
            {models.length > 0 && (
              <Fact name={t('Comes with it')} text={models.map((one) => t(one)).join(', ')} />
            )}
            {clashes.length > 0 && (
              <Fact
                name={t('In the way')}
                text={t(
                  '{{keys}}: you use this key for something of your own. Copy its values elsewhere and remove it; until then this model stays as it is.',
                  { keys: clashes.map((one) => one.key).join(', ') },
                )}
              />
            )}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
