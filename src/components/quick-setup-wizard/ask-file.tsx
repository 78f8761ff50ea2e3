import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './quick-setup-wizard.module.css'

/** Last question: whether there is a file to begin with. */
export function AskFile({ busy, onImport }: { busy: boolean; onImport(): void }) {
  const t = useTranslate()
  return (
    <fieldset className={styles.set}>
      <legend className={styles.ask}>{t('Do you have a file to begin with?')}</legend>
      <div className={styles.file}>
        <Icon name="upload" size={24} />
        <p className={styles.quiet}>
          {t(
            'A price list, a supplier list, anything in rows: CSV, Excel or JSON. You see what becomes of it before anything is written.',
          )}
        </p>
        <Button icon="upload" loading={busy} onClick={onImport}>
          {t('Finish and import a file')}
        </Button>
      </div>
    </fieldset>
  )
}
