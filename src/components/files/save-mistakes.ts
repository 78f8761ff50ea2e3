import { csvCell, csvLine } from '#base/csv/write-csv.ts'
import type { RejectedRow } from '#contracts/api/imports.ts'
import type { ApiClient } from '#engine/data/api-client.ts'
import { said } from '#engine/data/api-error.ts'
import { t } from '#ui/translate.ts'
import { saveBytes } from './download.ts'

/**
 * Hands what was wrong with the rows of an import to the browser as a CSV file in the language shown. Rejects with
 * `ApiError`.
 */
export async function saveMistakes(
  api: ApiClient,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const answer = await api.fetch('GET /api/imports/{id}/errors', {
    params: { id },
    search: { format: 'jsonl' },
  })
  const rows = (await answer.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RejectedRow)
  const head = csvLine([t('Row'), t('Column'), t('Value'), t('Reason'), t('Now')])
  const lines = rows.map(({ row, path, column = path, value, theirs, ...why }) =>
    csvLine([
      csvCell(String(row), true),
      ...[column, value, said(why), theirs].map((text) => csvCell(text ?? null, false)),
    ]),
  )
  const title = name.replace(/\.[^.]+$/, '')
  saveBytes(
    new Blob([`\uFEFF${head}`, ...lines], { type: 'text/csv;charset=utf-8' }),
    `${t('{{name}} – mistakes', { name: title })}.csv`,
  )
}
