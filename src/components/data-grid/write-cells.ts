import { isAway } from '#engine/data/is-away.ts'
import { ApiError, problemsOf } from '#engine/data/api-error.ts'
import type { Values } from '#engine/data/record-writes.ts'
import { toast, type ToastOptions } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { Grid } from './grid-context.ts'
import type { CellChange } from './use-cell-edits.ts'

/** Writes several cells, and new records with them, at once: all or none. Says how it went, with what `said` offers to do about it; answers whether it was taken. */
export async function writeCells(
  grid: Pick<Grid, 'edits'>,
  changes: readonly CellChange[],
  create: readonly Values[] = [],
  said: Pick<ToastOptions, 'action'> = {},
): Promise<boolean> {
  if (changes.length === 0 && create.length === 0) return true
  const { refused, error } = await grid.edits.saveMany(changes, create)
  if (error === null) {
    toast.success(
      create.length > 0
        ? t('{{count}} records added', { count: create.length })
        : t('{{count}} cells changed', { count: changes.length }),
      said,
    )
    return true
  }
  // They are kept where they stand, and the list says so.
  if (create.length === 0 && isAway(error)) return false
  const unmade = newRecordProblems(error)
  const reason =
    error instanceof ApiError && error.code === 'edit_conflict'
      ? t('Somebody else changed some of these cells meanwhile.')
      : error instanceof ApiError
        ? t(error.message)
        : t('It could not be saved.')
  toast.error(t('Nothing was changed.'), {
    description:
      unmade.length > 0
        ? unmade.join(' ')
        : refused > 0
          ? t('{{count}} cells were refused. They are marked with the reason.', { count: refused })
          : reason,
    ...(error instanceof ApiError && error.requestId && { requestId: error.requestId }),
  })
  return false
}

/** What is wrong with records that were to be made, the first few: `create.0.values.price`. */
const newRecordProblems = (error: unknown): string[] =>
  problemsOf(error)
    .filter(({ path }) => path.startsWith('create.'))
    .slice(0, 3)
    .map(({ path, message }) =>
      t('New record {{number}}: {{problem}}', {
        number: Number(path.split('.')[1] ?? 0) + 1,
        problem: message,
      }),
    )
