import { buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { BrandName } from '../brand/brand-mark.tsx'
import { PageSettings } from '../page-settings.tsx'
import { useSession } from '../session/session-context.ts'
import styles from './public-header.module.css'

/** The top of the pages anybody may read. */
export function PublicHeader() {
  const t = useTranslate()
  const signedIn = useSession((state) => state.auth.phase === 'signed-in')
  return (
    <header className={styles.bar}>
      <div className={styles.content}>
        <Link href="/" className={styles.home} aria-label={t('Formwork, start page')}>
          <BrandName />
        </Link>
        <nav aria-label={t('Pages')} className={styles.links}>
          <Link href="/#what">{t('What it does')}</Link>
          <Link href="/123">{t('The parts')}</Link>
          <Link href="/marketing-one-pager">{t('On one page')}</Link>
        </nav>
        <div className={styles.actions}>
          <PageSettings />
          {signedIn ? (
            <Link href="/dashboard" className={buttonClass({ variant: 'primary' })}>
              {t('Open workspace')}
            </Link>
          ) : (
            <>
              <Link href="/auth" className={buttonClass({ variant: 'ghost' })}>
                {t('Sign in')}
              </Link>
              <Link
                href="/auth/create-account"
                className={buttonClass({ variant: 'primary', className: styles.create })}
              >
                {t('Create an account')}
              </Link>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
