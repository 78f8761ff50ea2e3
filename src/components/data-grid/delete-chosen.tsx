import type { ModelDescription } from '#contracts/model-description.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'

interface DeleteChosenProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  model: ModelDescription
  ids: readonly string[]
  onDone: () => void
}

/** Asks before many records go at once. All go, or none. */
export function DeleteChosen({ open, onOpenChange, model, ids, onDone }: DeleteChosenProps) {
  const t = useTranslate()
  const region = useRegion()
  const writes = useRecordWrites(model.key)
  const count = formatNumber(ids.length, region)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={ids.length === 1 ? t('Delete this record?') : t('Delete {{number}} records?', { number: count })}
      text={t('Records that others still point to are kept, and then nothing is deleted.')}
      consequences={[{ count, label: model.label }]}
      confirmLabel={t('Delete')}
      {...(ids.length > 20 && { typeToConfirm: String(ids.length) })}
      onConfirm={async () => {
        await writes.removeMany(ids, { quiet: false })
        onDone()
      }}
    />
  )
}
