import type { ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { BrandName } from '../brand/brand-mark.tsx'
import { PageSettings } from '../page-settings.tsx'
import { useTitle } from '../use-title.ts'
import styles from './auth-frame.module.css'
import { PlanDrawing } from './plan-drawing.tsx'

interface AuthFrameProps {
  title: string
  lead?: ReactNode
  children?: ReactNode
  /** Under the form: the other way in. */
  foot?: ReactNode
}

/** What every sign-in page looks like: one question at the left, a drawing sheet at the right where there is room. */
export function AuthFrame({ title, lead, children, foot }: AuthFrameProps) {
  const t = useTranslate()
  useTitle(title)
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header className={styles.head}>
          <Link href="/" className={styles.home} aria-label={t('Formwork, start page')}>
            <BrandName />
          </Link>
          <PageSettings />
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
          {foot && <div className={styles.foot}>{foot}</div>}
        </main>
      </div>
      <div className={styles.sheet} aria-hidden>
        <PlanDrawing />
      </div>
    </div>
  )
}
