import type { StarterModel } from '#contracts/api/quick-setup.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './quick-setup-wizard.module.css'

interface AskManageProps {
  models: readonly StarterModel[]
  value: readonly string[]
  onChange(keys: string[]): void
}

/** Second question: what to keep records of. Each answer becomes a model with its screens. */
export function AskManage({ models, value, onChange }: AskManageProps) {
  const t = useTranslate()
  const toggle = (key: string): void =>
    onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key])
  return (
    <fieldset className={styles.set}>
      <legend className={styles.ask}>{t('What do you want to manage?')}</legend>
      <div className={styles.cards}>
        {models.map((model) => (
          <label key={model.key} className={styles.card} data-chosen={value.includes(model.key) || undefined}>
            <input
              type="checkbox"
              className={styles.hidden}
              checked={value.includes(model.key)}
              onChange={() => toggle(model.key)}
            />
            <Icon name={model.icon} size={20} />
            <span>
              <strong>{t(model.label)}</strong>
              <span className={styles.quiet}>{t(model.description)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
