import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './schema-designer.module.css'

/** What can be done with the field of a panel as a whole. */
export function PanelActions({ onDuplicate, onRemove }: { onDuplicate(): void; onRemove(): void }) {
  const t = useTranslate()
  return (
    <div className={styles.panelActions}>
      <Button variant="ghost" icon="copy" onClick={onDuplicate}>
        {t('Duplicate')}
      </Button>
      <Button variant="ghost" icon="trash" onClick={onRemove}>
        {t('Remove field')}
      </Button>
    </div>
  )
}
