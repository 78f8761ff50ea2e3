import { saying } from '#base/saying.ts'
import { invalid } from '#base/app-error.ts'
import { mostLabels } from '#contracts/api/records.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { exportQuery } from './export-records.ts'
import type { Label } from './pdf/draw-labels.ts'

/** Fields that people call a thing by besides its name; the first that this reader sees stands on the label. */
const codes = ['code', 'number', 'serial_number', 'serial', 'tag'] as const

/**
 * The labels of the records a question finds, as this reader sees them. `origin` is where the workspace is reached
 * (`https://build.example`). Throws 422 `invalid` for more than `mostLabels`.
 */
export async function recordLabels(
  context: RecordContext,
  model: ModelInfo,
  query: string | undefined,
  origin: string,
): Promise<Label[]> {
  const question = exportQuery(model.key, query)
  const readable = context.access.readable(model)
  const code = codes.find((key) => readable.has(key) && key !== model.titleField)
  const title = model.titleField !== null && readable.has(model.titleField) ? model.titleField : null
  const fields = ['token', ...(title === null ? [] : [title]), ...(code === undefined ? [] : [code])]
  const { rows, page } = await ask(context, { ...question, fields, page: { size: mostLabels } })
  if (page.after !== null)
    throw invalid([
      {
        path: 'query',
        code: 'too_many',
        ...saying('At most {{most}} labels are made at once. Narrow the list by a filter.', {
          most: mostLabels,
        }),
      },
    ])
  return rows.map((row) => ({
    name: textOf(title === null ? null : row[title]) ?? `${model.label} ${String(row['token']).slice(0, 8)}`,
    code: textOf(code === undefined ? null : row[code]),
    address: `${origin}/o/${String(row['token'])}`,
  }))
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
