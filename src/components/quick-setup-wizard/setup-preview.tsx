import type { StarterModel } from '#contracts/api/quick-setup.ts'
import { fieldTypes } from '#contracts/field-types.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './quick-setup-wizard.module.css'

const shownFields = 5

/** What comes of the answers, while they are given: a screen for each model with its first fields. */
export function SetupPreview({ models }: { models: readonly StarterModel[] }) {
  const t = useTranslate()
  return (
    <aside className={styles.preview} aria-label={t('What you get')}>
      <h3 className={styles.previewTitle}>{t('What you get')}</h3>
      {models.length === 0 && (
        <p className={styles.quiet}>
          {t('Choose what to manage: a list, a page and a form for each appear here.')}
        </p>
      )}
      {models.map((model) => (
        <section key={model.key} className={styles.sheet} aria-label={t(model.label)}>
          <header className={styles.sheetHead}>
            <Icon name={model.icon} size={16} />
            {t(model.label)}
          </header>
          <div className={styles.sheetColumns}>
            {model.schema.fields.slice(0, shownFields).map((field) => (
              <span key={field.key} title={t(fieldTypes[field.type].label)}>
                {t(field.label)}
              </span>
            ))}
            {model.schema.fields.length > shownFields && (
              <span>{t('{{count}} more', { count: model.schema.fields.length - shownFields })}</span>
            )}
          </div>
        </section>
      ))}
    </aside>
  )
}
