import type { ModelDescription } from '#contracts/model-description.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ownFields } from '../field/own-fields.ts'
import { useRecordFields } from '../record/use-record-fields.ts'
import { VersionTable } from '../timeline/version-table.tsx'

interface PastRecordProps {
  model: ModelDescription
  id: string
  /** The moment the list is looked at. */
  at: string
  onClose: () => void
}

/** A record of a list that is looked at as it was: all of it, as it was then. */
export function PastRecord({ model, id, at, onClose }: PastRecordProps) {
  const t = useTranslate()
  const region = useRegion()
  const answer = useQuery({
    model: model.key,
    where: { field: 'id', op: 'eq', value: id },
    as_of: at,
    page: { size: 1 },
  })
  const row = answer.data?.rows[0] ?? null
  const fields = ownFields(model, useRecordFields(model, row))
  const when = formatDateTime(at, region)
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      size="large"
      title={t('As it was {{when}}', { when })}
      description={t('Links are called what they are called now.')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {answer.error && !row ? (
        <ErrorState
          compact
          title={t('This version could not be read')}
          onRetry={answer.refetch}
          requestId={answer.error.requestId ?? undefined}
        >
          {t(answer.error.message)}
        </ErrorState>
      ) : row ? (
        <VersionTable fields={fields} left={{ name: when, row }} right={null} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}
