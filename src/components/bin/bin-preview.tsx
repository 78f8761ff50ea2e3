import type { BinRow } from '#contracts/api/bin.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { RecordFacts } from '../field/record-facts.tsx'

interface BinPreviewProps {
  model: string
  /** The record that is looked at; none: nothing shows. */
  row: BinRow | null
  canPurge: boolean
  working: boolean
  onClose: () => void
  onRestore: (id: string) => void
  onPurge: (id: string) => void
}

/** A deleted record as it was, beside the list. */
export function BinPreview({
  model: key,
  row,
  canPurge,
  working,
  onClose,
  onRestore,
  onPurge,
}: BinPreviewProps) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const model = useModel(row ? key : null)
  const id = row?.id ?? ''
  const record = useAnswer(
    ['bin', key, 'record', id],
    () => api.call('GET /api/bin/{model}/{id}', { params: { model: key, id } }),
    { enabled: row !== null },
  )
  const error = record.error ?? model.error
  return (
    <Sheet
      open={row !== null}
      onOpenChange={(open) => open || onClose()}
      title={row?.title ?? t('Without a name')}
      description={
        row &&
        t('Deleted {{when}} by {{name}}', {
          when: formatDateTime(row.deleted_at, region),
          name: row.deleted_by?.name || t('somebody'),
        })
      }
      footer={
        <>
          {canPurge && (
            <Button variant="ghost" icon="trash" onClick={() => onPurge(id)}>
              {t('Remove for good')}
            </Button>
          )}
          <Button variant="primary" icon="undo" loading={working} onClick={() => onRestore(id)}>
            {t('Bring back')}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState
          compact
          title={t('This record could not be read')}
          onRetry={record.refetch}
          requestId={error.requestId ?? undefined}
        >
          {t(error.message)}
        </ErrorState>
      ) : record.data && model.data ? (
        <RecordFacts model={model.data} row={record.data} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Sheet>
  )
}
