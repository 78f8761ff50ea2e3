import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './record-lanes.module.css'
import { countsInWords, type StepCounts } from './step-words.ts'

interface StepPanelProps {
  id: string
  from: string
  to: string
  counts: StepCounts | null
  /** Chooses both ends, to be compared. */
  onCompare: (() => void) | null
  children: ReactNode
}

/** What happened on the way from one record to the next. */
export function StepPanel({ id, from, to, counts, onCompare, children }: StepPanelProps) {
  const t = useTranslate()
  const name = t('From {{from}} to {{to}}', { from, to })
  return (
    <section id={id} className={styles.panel} aria-label={name}>
      <div className={styles.panelHead}>
        <div>
          <p className={styles.panelName}>{name}</p>
          {counts && <p className={styles.counts}>{countsInWords(counts, t)}</p>}
        </div>
        {onCompare && (
          <Button size="compact" icon="compare" onClick={onCompare}>
            {t('Compare line by line')}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}
