import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import styles from './inspector.module.css'

interface SectionProps {
  title: string
  /** Closed at first: what is seldom needed. */
  closed?: boolean
  children: ReactNode
}

/** A part of the inspector that can be folded. */
export function Section({ title, closed = false, children }: SectionProps) {
  return (
    <details className={styles.section} open={!closed}>
      <summary className={styles.sectionTitle}>
        <Icon name="chevron-right" className={styles.sectionSign} />
        {title}
      </summary>
      <div className={styles.sectionBody}>{children}</div>
    </details>
  )
}
