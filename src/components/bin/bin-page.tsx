import { useEffect, useEffectEvent } from 'react'
import type { BinRow } from '#contracts/api/bin.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './bin.module.css'

/** The rows of a page, and the mark the next one begins after. */
export interface PageState {
  rows: BinRow[]
  after: string | null
}

interface BinPageProps {
  model: string
  words: string
  size: number
  after: string | null
  chosen: ReadonlySet<string>
  working: boolean
  onRows: (page: PageState) => void
  onChoose: (id: string, on: boolean) => void
  onShow: (row: BinRow) => void
  onRestore: (id: string) => void
}

/** A page of deleted records: what each was called, when it went and by whom. */
export function BinPage(props: BinPageProps) {
  const { model, words, size, after, chosen, working, onRows, onChoose, onShow, onRestore } = props
  const t = useTranslate()
  const api = useApi()
  const answer = useAnswer(['bin', model, 'rows', words, size, after], () =>
    api.call('GET /api/bin', {
      search: { model, size, ...(words !== '' && { search: words }), ...(after !== null && { after }) },
    }),
  )
  const tell = useEffectEvent(onRows)
  const { data } = answer
  useEffect(() => {
    if (data) tell({ rows: data.rows, after: data.page.after })
  }, [data])
  if (answer.error && !data) {
    return (
      <li>
        <ErrorState
          compact
          title={t('The bin could not be read')}
          onRetry={answer.refetch}
          requestId={answer.error.requestId ?? undefined}
        >
          {t(answer.error.message)}
        </ErrorState>
      </li>
    )
  }
  if (!data) {
    return (
      <li>
        <Skeleton lines={4} />
      </li>
    )
  }
  return data.rows.map((row) => {
    const title = row.title ?? t('Without a name')
    return (
      <li key={row.id} className={styles.row} data-chosen={chosen.has(row.id) || undefined}>
        <Checkbox
          label={t('Choose {{name}}', { name: title })}
          hideLabel
          checked={chosen.has(row.id)}
          onChange={(on) => onChoose(row.id, on)}
        />
        <button type="button" className={styles.title} onClick={() => onShow(row)}>
          {title}
        </button>
        <span className={styles.who}>
          {row.deleted_by
            ? t('{{name}} deleted it', { name: row.deleted_by.name || t('Somebody') })
            : t('Deleted')}{' '}
          <TimeText value={row.deleted_at} className={styles.when} />
        </span>
        <Button
          size="compact"
          variant="ghost"
          icon="undo"
          disabled={working}
          aria-label={t('Bring {{name}} back', { name: title })}
          onClick={() => onRestore(row.id)}
        >
          {t('Bring back')}
        </Button>
      </li>
    )
  })
}
