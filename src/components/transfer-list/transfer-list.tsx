import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { transferList } from './transfer-list.definition.ts'
import styles from './transfer-list.module.css'
import { TransferLine } from './transfer-line.tsx'
import { useTransfers } from './use-transfers.ts'

const words = {
  import: {
    label: 'Imports',
    empty: 'No imports yet',
    text: 'A file you import shows here: how far it is, and what was wrong with which row.',
  },
  export: {
    label: 'Exports',
    empty: 'No exports yet',
    text: 'A large list you export is made in the background and kept here for a week, for you alone.',
  },
} as const

/** Imports or exports, newest first, each with what can be done about it. */
export function TransferList({ props, emit, has }: ViewProps<typeof transferList>) {
  const { kind, size, schedule } = props
  const t = useTranslate()
  const goOn = has('go-on') ? (id: string) => void emit('go-on', { id }) : null
  const answer = useTransfers(kind, size, schedule ?? null)
  if (answer.error && !answer.data) {
    return (
      <ErrorState
        compact
        title={t('The list could not be read')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  }
  if (!answer.data) return <Skeleton lines={6} />
  if (answer.data.length === 0) {
    return (
      <EmptyState icon={kind === 'import' ? 'upload' : 'download'} title={t(words[kind].empty)}>
        {t(words[kind].text)}
      </EmptyState>
    )
  }
  return (
    <ul className={styles.list} aria-label={t(words[kind].label)}>
      {answer.data.map((row) => (
        <TransferLine key={row.id} kind={kind} row={row} onGoOn={goOn} onChanged={answer.refetch} />
      ))}
    </ul>
  )
}
