import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './save-bar.module.css'

interface SaveBarProps {
  /** How many things were changed; at none the bar is away. */
  changes: number
  working: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Stays in sight while something is not saved. */
export function SaveBar({ changes, working, onSave, onDiscard }: SaveBarProps) {
  const t = useTranslate()
  if (changes === 0) return null
  return (
    <section className={styles.bar} aria-label={t('Not saved yet')}>
      <span className={styles.words} aria-live="polite">
        {t('{{count}} changes not saved yet', { count: changes })}
      </span>
      <Button variant="ghost" disabled={working} onClick={onDiscard}>
        {t('Discard')}
      </Button>
      <Button variant="primary" loading={working} onClick={onSave}>
        {t('Save and release')}
      </Button>
    </section>
  )
}
