import type { BinModel } from '#contracts/api/bin.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'

interface PurgeDialogProps {
  model: BinModel
  /** What is to go; none: nothing is asked. */
  ids: readonly string[]
  /** What it is called, when it is one. */
  title: string | null
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** Asks before records and their history are removed for good: nothing brings them back. */
export function PurgeDialog({ model, ids, title, onClose, onConfirm }: PurgeDialogProps) {
  const t = useTranslate()
  const region = useRegion()
  const count = formatNumber(ids.length, region)
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={(open) => open || onClose()}
      title={
        ids.length === 1 && title !== null
          ? t('Remove “{{name}}” for good?', { name: title })
          : t('Remove {{number}} records for good?', { number: count })
      }
      text={t(
        'The records and all values in their history are erased. Nobody can bring them back. That they were there, and who removed them, stays noted.',
      )}
      consequences={[{ count, label: model.ours ? t(model.label) : model.label }]}
      confirmLabel={t('Remove for good')}
      typeToConfirm={ids.length === 1 && title !== null ? title : String(ids.length)}
      onConfirm={onConfirm}
    />
  )
}
