import type { ReactNode } from 'react'
import { useTitle } from '../use-title.ts'
import { BrandName } from '../brand/brand-mark.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './message-page.module.css'

interface MessagePageProps {
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Small, above the title: the number of an error, say. */
  over?: string
}

/** A page that says one thing: nothing here, no access, it failed. */
export function MessagePage({ title, children, actions, over }: MessagePageProps) {
  const t = useTranslate()
  useTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link href="/" className={styles.home} aria-label={t('Formwork, start page')}>
          <BrandName />
        </Link>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {over && <p className={styles.over}>{over}</p>}
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.text}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </main>
    </div>
  )
}
