import type { FoundInBin } from '#contracts/api/bin.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDateTime } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useBinWrites } from '../bin/use-bin-writes.ts'
import { useBinned } from './use-binned.ts'

interface MissingRecordProps {
  /** An id or token of the record, where it is known. */
  record: string | null
  compact?: boolean
  /** 1 where it is the whole page. */
  level?: 1 | 2
}

/** Says of a record that is not there where it is: in the bin, from where it can be brought back, or not here at all. */
export default function MissingRecord({ record, compact = false, level = 2 }: MissingRecordProps) {
  const t = useTranslate()
  const found = useBinned(record)
  if (found.isPending) return <Skeleton lines={4} />
  if (found.data) return <InBin found={found.data} compact={compact} level={level} />
  return (
    <EmptyState compact={compact} level={level} icon="search" title={t('This record is not here')}>
      {t('It was deleted, belongs to another workspace, or is not shared with you.')}
    </EmptyState>
  )
}

interface InBinProps {
  found: FoundInBin
  compact: boolean
  level: 1 | 2
}

function InBin({ found: { model, row }, compact, level }: InBinProps) {
  const t = useTranslate()
  const region = useRegion()
  const refresh = useRefreshEverything()
  const { working, restore } = useBinWrites(model)
  const bringBack = async (): Promise<void> => {
    await restore([row.id])
    // A page found by its token does not say which model it waits for.
    await refresh()
  }
  return (
    <EmptyState
      compact={compact}
      level={level}
      icon="trash"
      title={t('This record is in the bin')}
      action={
        <Button variant="primary" icon="undo" loading={working} onClick={() => void bringBack()}>
          {t('Bring back')}
        </Button>
      }
      learn={{ href: `/bin?model=${model.key}`, label: t('Open the bin') }}
    >
      {t('Deleted {{when}} by {{name}}', {
        when: formatDateTime(row.deleted_at, region),
        name: row.deleted_by?.name || t('somebody'),
      })}
    </EmptyState>
  )
}
