import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslate } from '#ui/translate.ts'
import styles from '../page/page.module.css'
import MissingRecord from './missing-record.tsx'
import { useBinned } from './use-binned.ts'

interface MissingPageProps {
  /** What the page is called without its record. */
  title: string
  /** The way up. */
  children: ReactNode
}

/** Stands in for a page whose record is in the bin, gone, was never there, or is not for this reader. */
export default function MissingPage({ title, children }: MissingPageProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  // The address of a record's page ends with the record.
  const id = pathname.match(uuid)?.at(-1) ?? null
  const { data: found } = useBinned(id)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {children}
        <div className={styles.row}>
          <h1 className={styles.name}>{found?.row.title || title || t('Record')}</h1>
        </div>
      </header>
      <div className={styles.body}>
        <div className={styles.content}>
          <MissingRecord record={id} />
        </div>
      </div>
    </div>
  )
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
