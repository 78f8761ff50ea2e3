import { useEffect, type ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { BrandName } from '../brand/brand-mark.tsx'
import { useSetScreenTitle } from '../shell/set-screen-title.ts'
import { PersonMenu } from '../shell/person-menu.tsx'
import { useTitle } from '../use-title.ts'
import styles from './plain-frame.module.css'

interface PlainFrameProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** The frame of the workspace is around it already: only what the page says. */
  inShell?: boolean
}

/** For somebody signed in who is in no workspace yet: top bar and person menu, no navigation. */
export function PlainFrame({ title, lead, children, inShell = false }: PlainFrameProps) {
  const t = useTranslate()
  useTitle(title)
  const setTitle = useSetScreenTitle()
  useEffect(() => {
    if (inShell) setTitle(title)
  }, [inShell, setTitle, title])
  const words = (
    <>
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </>
  )
  if (inShell) return <div className={styles.main}>{words}</div>
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <Link href="/" className={styles.home} aria-label={t('Formwork, start page')}>
          <BrandName />
        </Link>
        <PersonMenu small />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {words}
      </main>
    </div>
  )
}
