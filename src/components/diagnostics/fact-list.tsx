import { useId, type ReactNode } from 'react'
import styles from './diagnostics.module.css'

/** One group of facts: label and value, line by line. */
export function FactList({
  title,
  facts,
}: {
  title: string
  facts: readonly (readonly [string, ReactNode])[]
}) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label} value`}>{value}</dd>,
        ])}
      </dl>
    </section>
  )
}
