import type { StepLog as Line } from '#contracts/api/workflows.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import { reasonWords } from './reason-words.ts'
import styles from './workflow-run.module.css'

/** A line of a log; a dry run knows no times. */
export type LogLine = Omit<Line, 'took_ms' | 'at'> & { took_ms: number | null; at: string | null }

const states: Record<Line['status'], { label: string; tone: BadgeTone }> = {
  done: { label: 'Done', tone: 'success' },
  skipped: { label: 'Passed over', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
  waiting: { label: 'Waiting', tone: 'info' },
}

/** What a step without a title of its own is called. */
const kinds: Readonly<Record<string, string>> = {
  set: 'Set fields',
  create: 'Create a record',
  find: 'Find records',
  notify: 'Tell somebody',
  approve: 'Ask for approval',
  call: 'Call a webhook',
  run: 'Run a command',
  wait: 'Wait',
  branch: 'Branch',
  each: 'For each',
}

/** What steps did, each with what it was given and gave. */
export function StepLog({ steps }: { steps: readonly LogLine[] }) {
  const t = useTranslate()
  return (
    <ol className={styles.log} aria-label={t('Steps')}>
      {steps.map((step, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a log only join at the end
        <li key={place} className={styles.line}>
          <div className={styles.lineHead}>
            <span className={styles.number}>{step.number + 1}</span>
            <span className={styles.name}>{step.title || t(kinds[step.kind] ?? step.step_id)}</span>
            <Badge tone={states[step.status].tone}>{t(states[step.status].label)}</Badge>
          </div>
          <p className={styles.facts}>
            {[
              step.turn !== null && t('Turn {{turn}}', { turn: turnWords(step.turn) }),
              step.attempt > 1 && t('Try {{number}}', { number: step.attempt }),
              step.took_ms !== null && t('{{number}} ms', { number: step.took_ms }),
            ]
              .filter((fact) => fact !== false)
              .map((fact) => `${fact} · `)
              .join('')}
            {step.at !== null && <TimeText value={step.at} />}
          </p>
          {step.error !== null && <p className={styles.error}>{reasonWords(step, t)}</p>}
          <Values label={t('Was given')} value={step.input} />
          <Values label={t('Gave')} value={step.output} />
        </li>
      ))}
    </ol>
  )
}

const turnWords = (turn: string): string =>
  turn
    .split('.')
    .map((one) => String(Number(one) + 1))
    .join('.')

function Values({ label, value }: { label: string; value: unknown }) {
  if (isNothing(value)) return null
  return (
    <details className={styles.values}>
      <summary>{label}</summary>
      {/* Long values are scrolled, by keyboard too; a group, as a log has many and they are no landmarks. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div role="group" className={styles.value} aria-label={label} tabIndex={0}>
        <pre>{JSON.stringify(value, null, 2)}</pre>
      </div>
    </details>
  )
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
