import type { ApiClient } from '#engine/data/api-client.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { download } from '../files/download.ts'
import type { Grid } from './grid-context.ts'
import { gridQuery, type GridQuestion } from './grid-query.ts'

/** Downloads every record the conditions let through, with the columns in sight. */
export function exportRows(
  api: ApiClient,
  question: GridQuestion,
  grid: Grid,
  format: 'csv' | 'xlsx' | 'json',
): void {
  const { model, fields: _fields, page: _page, ...query } = gridQuery({ ...question, columns: [], extra: [] })
  const narrowed = { ...query, fields: grid.columns.map(({ key }) => key) }
  toast
    .track(
      download(
        api,
        'GET /api/records/{model}/export',
        {
          params: { model },
          search: { format, query: JSON.stringify(narrowed), ...(format === 'csv' && { bom: '1' }) },
        },
        `${model}.${format}`,
      ),
      {
        loading: t('Preparing the export'),
        success: t('Exported'),
        error: (error) => (error instanceof ApiError ? t(error.message) : t('The export did not work.')),
      },
    )
    // The toast has said it.
    .catch(() => undefined)
}
