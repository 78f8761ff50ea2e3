import type { ReactNode } from 'react'
import styles from './workspace-end.module.css'

interface EndSectionProps {
  title: string
  text: string
  action: ReactNode
  children?: ReactNode
}

/** One way out: what it means, what it needs, and the button. */
export function EndSection({ title, text, action, children }: EndSectionProps) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {children}
      <div>{action}</div>
    </section>
  )
}
