import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { formatNumber } from '#ui/format.ts'
import { Progress } from '#ui/progress.tsx'
import { useRegion } from '#ui/region.ts'
import { TimeText } from '#ui/time-text.tsx'
import { reasonWords } from '../workflow-run/reason-words.ts'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { TransferActions } from './transfer-actions.tsx'
import styles from './transfer-list.module.css'
import type { TransferKind, TransferRow, TransferStatus } from './use-transfers.ts'

const states: Record<TransferStatus, { label: string; tone: BadgeTone }> = {
  staged: { label: 'Not started', tone: 'neutral' },
  running: { label: 'Running', tone: 'info' },
  done: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'warning' },
  undone: { label: 'Taken back', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
}

export interface TransferLineProps {
  kind: TransferKind
  row: TransferRow
  /** Goes on with a file that was uploaded and not imported; null where the screen leads nowhere. */
  onGoOn: ((id: string) => void) | null
  onChanged: () => void
}

/** One import or export: what, how it stands, who and when, and what can be done. */
export function TransferLine({ kind, row, onGoOn, onChanged }: TransferLineProps) {
  const t = useTranslate()
  const { label, tone } = states[row.status]
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <strong className={styles.name}>{row.name}</strong>
        <span className={styles.faint}>
          {row.who !== null && <>{row.who} · </>}
          <TimeText value={row.created_at} />
        </span>
      </div>
      <div className={styles.state}>
        <Badge tone={tone}>{t(label)}</Badge>
        {row.status === 'running' ? (
          <Progress label={t('Rows')} done={row.done} total={row.rows} />
        ) : (
          <Outcome kind={kind} row={row} />
        )}
        {row.status === 'running' && <Pace row={row} />}
        {row.reasons && <span className={styles.error}>{reasonWords(row, t)}</span>}
      </div>
      <div className={styles.actions}>
        <TransferActions kind={kind} row={row} onGoOn={onGoOn} onChanged={onChanged} />
      </div>
    </li>
  )
}

/** Rows a second and mistakes so far. */
function Pace({ row }: { row: TransferRow }) {
  const t = useTranslate()
  const region = useRegion()
  const parts = [
    ...(row.pace ? [t('{{number}} rows a second', { number: formatNumber(row.pace, region) })] : []),
    ...(row.rejected ? [t('{{number}} left out', { number: formatNumber(row.rejected, region) })] : []),
  ]
  return parts.length > 0 ? <span className={styles.faint}>{parts.join(' · ')}</span> : null
}

function Outcome({ kind, row }: { kind: TransferKind; row: TransferRow }) {
  const t = useTranslate()
  const region = useRegion()
  const number = (value: number): string => formatNumber(value, region)
  const parts =
    kind === 'import'
      ? [
          ...(row.created ? [t('{{number}} added', { number: number(row.created) })] : []),
          ...(row.updated ? [t('{{number}} changed', { number: number(row.updated) })] : []),
          ...(row.rejected ? leftOut(row, number(row.rejected), t) : []),
          ...(row.created || row.updated || row.rejected
            ? []
            : [t('{{number}} rows', { number: number(row.rows) })]),
        ]
      : [
          t('{{number}} rows', { number: number(row.status === 'done' ? row.done : row.rows) }),
          ...(row.size ? [megabytes(row.size, region)] : []),
        ]
  return <span className={styles.faint}>{parts.join(' · ')}</span>
}

/** One mistake stops an import that takes all rows or none: then no row was "left out" beside others that came in. */
const leftOut = ({ status, created, updated }: TransferRow, number: string, t: Translate): string[] =>
  status === 'failed' && !created && !updated
    ? [t('Nothing was imported'), t('{{number}} with mistakes', { number })]
    : [t('{{number}} left out', { number })]

const megabytes = (bytes: number, region: Parameters<typeof formatNumber>[1]): string =>
  bytes < 100_000
    ? `${formatNumber(Math.ceil(bytes / 1000), region)} kB`
    : `${formatNumber(Math.round(bytes / 100_000) / 10, region)} MB`
