import { AppError } from '#base/app-error.ts'
import type { Row } from '#contracts/query.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { ask, type RecordContext } from './record-context.ts'

/** One record as a question answers it, or 404. */
export async function readRow(context: RecordContext, model: ModelInfo, id: string): Promise<Row> {
  const { rows } = await ask(context, {
    model: model.key,
    where: { field: 'id', op: 'eq', value: id },
    page: { size: 1 },
  })
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return row
}
