import type { RecordContext } from '../records/record-context.ts'
import type { ImportRecord } from './import-row.ts'

/** What whoever reads a report knows a field by; undefined for what is none. */
export type ColumnName = (path: string) => string | undefined

/** What the file of an import calls the column that fills a field; where columns found their fields by name, the field. */
export function columnNames({ workspace }: RecordContext, row: ImportRecord): ColumnName {
  const labels = new Map((row.staged?.columns ?? []).map(({ key, label }) => [key, label]))
  const sources = new Map(
    (row.run?.request.columns ?? []).flatMap((column) =>
      'skip' in column ? [] : [['to' in column ? column.to : column.field.key, column.source] as const],
    ),
  )
  const fields = workspace.models.get(row.model_key ?? '')?.fields
  return (path) => labels.get(sources.get(path) ?? '') ?? fields?.get(path)?.label
}
