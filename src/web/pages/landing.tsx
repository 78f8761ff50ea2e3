import { buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ChangeScreens } from '../landing/change-screens.tsx'
import { Facts } from '../landing/facts.tsx'
import { FileToScreen } from '../landing/file-to-screen.tsx'
import { LiveSheet } from '../landing/live-sheet.tsx'
import { PublicFooter } from '../landing/public-footer.tsx'
import { PublicHeader } from '../landing/public-header.tsx'
import { useTitle } from '../use-title.ts'
import styles from './landing.module.css'

/** `/`: what it is, a piece to touch, the ways in. */
export function LandingPage() {
  const t = useTranslate()
  useTitle(null)
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1}>
        <div className={styles.hero}>
          <div className={styles.claim}>
            <h1 className={styles.title}>{t('The workspace your company shapes itself')}</h1>
            <p className={styles.lead}>
              {t(
                'Bring the price book, the project list, the snag list. Formwork makes screens of them for your whole company, and every screen, field and permission stays yours to change. Without programming.',
              )}
            </p>
            <div className={styles.actions}>
              <Link
                href="/auth/create-account"
                className={buttonClass({ variant: 'primary', size: 'touch' })}
              >
                {t('Create a workspace')}
              </Link>
              <Link href="/auth" className={buttonClass({ size: 'touch' })}>
                {t('Sign in')}
              </Link>
            </div>
          </div>
          <div className={styles.live}>
            <LiveSheet />
          </div>
        </div>
        <FileToScreen />
        <ChangeScreens />
        <Facts />
        <div className={styles.end}>
          <h2>{t('Start with one list')}</h2>
          <p>{t('A workspace takes a minute. The first screen takes a file.')}</p>
          <Link href="/auth/create-account" className={buttonClass({ variant: 'primary', size: 'touch' })}>
            {t('Create a workspace')}
          </Link>
        </div>
      </main>
      <PublicFooter />
    </div>
  )
}
