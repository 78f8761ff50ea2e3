import { useTranslate } from '#ui/translate.ts'
import { BrandMark } from './brand/brand-mark.tsx'
import styles from './loading-screen.module.css'

/** While nothing is known yet. Shows itself only when that takes longer than a blink. */
export function LoadingScreen({ text }: { text?: string }) {
  const t = useTranslate()
  return (
    <main id="main" className={styles.screen} aria-busy>
      <output className={styles.content}>
        <BrandMark size={40} />
        <div className={styles.line} aria-hidden />
        <p>{text ?? t('Opening your workspace…')}</p>
      </output>
    </main>
  )
}
