import type { CSSProperties } from 'react'
import { deriveAccent, type ThemeName } from '#ui/theme/accent.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './workspace-brand.module.css'

/** How the colour looks in one theme: its shades are made so that words on it can always be read. */
export function BrandPreview({ colour, theme }: { colour: string; theme: ThemeName }) {
  const t = useTranslate()
  const shades = deriveAccent(colour, theme)
  const style: Record<string, string> = {
    '--shown-accent': shades.accent,
    '--shown-contrast': shades['accent-contrast'],
    '--shown-soft': shades['accent-soft'],
    '--shown-text': shades['accent-text'],
  }
  return (
    <div className={styles.preview} data-theme={theme} style={style as CSSProperties}>
      <span className={styles.previewTheme}>{theme === 'light' ? t('Light') : t('Dark')}</span>
      <span className={styles.previewButton}>{t('Save')}</span>
      <span className={styles.previewChosen}>{t('Chosen')}</span>
      <span className={styles.previewLink}>{t('A link')}</span>
    </div>
  )
}
