import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { BrandName } from '../brand/brand-mark.tsx'
import styles from './public-footer.module.css'

/** The end of the pages anybody may read. */
export function PublicFooter() {
  const t = useTranslate()
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <BrandName />
        <nav aria-label={t('More pages')} className={styles.links}>
          <Link href="/auth">{t('Sign in')}</Link>
          <Link href="/auth/create-account">{t('Create an account')}</Link>
          <Link href="/123">{t('The parts')}</Link>
          <Link href="/marketing-one-pager">{t('On one page')}</Link>
        </nav>
        <p>{t('Open source under the Apache License 2.0.')}</p>
      </div>
    </footer>
  )
}
