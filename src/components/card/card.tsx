import { createContext, use, useId } from 'react'
import { classes } from '#ui/classes.ts'
import type { ViewProps } from '../view-props.ts'
import type { card } from './card.definition.ts'
import styles from './card.module.css'

const InsideCard = createContext(false)

/** A region with an edge; inside another card only its heading is left. */
export function Card({ props: { title, description, padding }, slots }: ViewProps<typeof card>) {
  const inside = use(InsideCard)
  const id = useId()
  return (
    <InsideCard value>
      <section
        aria-labelledby={title ? id : undefined}
        className={classes(inside ? styles.inside : styles.card, padding === 'flush' && styles.flush)}
      >
        {(title || slots.actions) && (
          <header className={styles.head}>
            <div className={styles.words}>
              {title && (
                <h2 id={id} className={styles.title}>
                  {title}
                </h2>
              )}
              {description && <p className={styles.description}>{description}</p>}
            </div>
            {slots.actions && <div className={styles.actions}>{slots.actions}</div>}
          </header>
        )}
        <div className={styles.content}>{slots.content}</div>
      </section>
    </InsideCard>
  )
}
