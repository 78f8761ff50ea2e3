import { useEffect, useRef, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './wizard-frame.module.css'

interface WizardFrameProps {
  /** Names of the steps, in order. */
  steps: readonly string[]
  at: number
  title: string
  text?: ReactNode
  children: ReactNode
  /** Buttons: back at the left, on at the right. */
  actions?: ReactNode
  /** Beside the question: what comes of the answers so far. */
  preview?: ReactNode
}

/** One question at a time. The heading takes the focus when the question changes. */
export function WizardFrame({ steps, at, title, text, children, actions, preview }: WizardFrameProps) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    // A frame of its own may come for the next step: then what had the focus went with the one before.
    const isLost = at > 0 && document.activeElement === document.body
    if (shown.current !== at || isLost) heading.current?.focus()
    shown.current = at
  }, [at])
  return (
    <div className={styles.wizard}>
      <ol className={styles.steps} aria-label={t('Steps')}>
        {steps.map((step, place) => (
          <li
            key={step}
            aria-current={place === at ? 'step' : undefined}
            className={classes(styles.step, place < at && styles.done)}
          >
            <span className={styles.number}>
              {place < at ? <Icon name="check" label={t('Done')} /> : place + 1}
            </span>
            <span className={styles.stepName}>{step}</span>
          </li>
        ))}
      </ol>
      <div className={classes(styles.body, preview !== undefined && styles.withPreview)}>
        <section className={styles.question}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {text && <p className={styles.text}>{text}</p>}
          <div className={styles.content}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </section>
        {preview !== undefined && (
          <aside className={styles.preview} aria-label={t('Preview')}>
            {preview}
          </aside>
        )}
      </div>
    </div>
  )
}
