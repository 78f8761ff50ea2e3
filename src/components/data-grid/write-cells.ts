import { ApiError } from '#engine/data/api-error.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { Grid } from './grid-context.ts'
import type { CellChange } from './use-cell-edits.ts'

/** Writes several cells at once, all or none, and says how it went. */
export async function writeCells(grid: Pick<Grid, 'edits'>, changes: readonly CellChange[]): Promise<void> {
  if (changes.length === 0) return
  const { refused, error } = await grid.edits.saveMany(changes)
  if (error === null) {
    toast.success(t('{{count}} cells changed', { count: changes.length }))
    return
  }
  const reason =
    error instanceof ApiError && error.code === 'edit_conflict'
      ? t('Somebody else changed some of these cells meanwhile.')
      : error instanceof ApiError
        ? t(error.message)
        : t('It could not be saved.')
  toast.error(t('Nothing was changed.'), {
    description:
      refused > 0
        ? t('{{count}} cells were refused. They are marked with the reason.', { count: refused })
        : reason,
    ...(error instanceof ApiError && error.requestId && { requestId: error.requestId }),
  })
}
