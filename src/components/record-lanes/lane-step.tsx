import { useEffect, useRef } from 'react'
import { Amount } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { PlacedRecord } from './arrange-lanes.ts'
import { laneGap, laneSize } from './lane-size.ts'
import styles from './record-lanes.module.css'
import { countsInSigns, countsInWords, type StepCounts } from './step-words.ts'

/** Milliseconds the pointer or the focus rests before a step is looked at: who passes by many asks for none. */
const rest = 200

interface LaneStepProps {
  record: PlacedRecord
  /** What the record it leads from is called. */
  from: string
  counts: StepCounts | null
  currency: string | null
  /** Looks at what happened on the way; null: there is nothing more to see. */
  look: (() => void) | null
  /** It is the one that is looked at, in the element with this id. */
  shownIn: string | null
}

/** What is written at a line: how much more or less it comes to, and how many parts were added, removed and changed. */
export function LaneStep({ record, from, counts, currency, look, shownIn }: LaneStepProps) {
  const t = useTranslate()
  const { lookAtOnce, lookSoon, stop } = useRest(look)
  const { change, onWay } = record
  const words = (
    <>
      <span className={styles.from}>{t('From {{name}}', { name: from })}</span>
      {change !== null && (
        <span className={styles.change}>
          {!change.startsWith('-') && change !== '0' && '+'}
          <Amount value={change} currency={currency ?? undefined} minDigits={2} />
        </span>
      )}
      {counts && (
        <>
          <VisuallyHidden>{countsInWords(counts, t)}</VisuallyHidden>
          <span aria-hidden="true" className={styles.counts}>
            {countsInSigns(counts) || t('Same lines')}
          </span>
        </>
      )}
    </>
  )
  const place = {
    '--x': `${record.x - laneGap / 2}px`,
    '--y': `${record.lane * laneSize.height + 64}px`,
  } as React.CSSProperties
  if (!look)
    return (
      <div className={styles.step} style={place}>
        {words}
      </div>
    )
  return (
    <button
      type="button"
      className={classes(styles.step, styles.open, onWay && styles.stepOnWay)}
      style={place}
      aria-expanded={shownIn !== null}
      aria-controls={shownIn ?? undefined}
      onClick={lookAtOnce}
      onFocus={lookSoon}
      onBlur={stop}
      onPointerEnter={lookSoon}
      onPointerLeave={stop}
    >
      {words}
    </button>
  )
}

/** Looks once the pointer or the focus has rested, or at once. */
function useRest(look: (() => void) | null) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const stop = (): void => clearTimeout(waiting.current)
  return {
    stop,
    lookSoon: (): void => {
      stop()
      waiting.current = setTimeout(() => look?.(), rest)
    },
    lookAtOnce: (): void => {
      stop()
      look?.()
    },
  }
}
