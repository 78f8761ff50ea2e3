import type { Field } from '#contracts/field.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import { keyOf } from './column-key.ts'
import type { InferredColumn } from './infer-columns.ts'
import type { MappedColumn } from './row-batches.ts'

/**
 * The fields of a model that a file can fill, as far as this person may know of them. Files themselves are no cells, and
 * what is worked out is nobody's to fill.
 */
export function importableFields({ workspace, access }: RecordContext, model: ModelInfo): Field[] {
  const { archetype } = effectiveArchetype(workspace, model, null)
  return effectiveFields(model, archetype).filter(
    ({ key, type }) =>
      type !== 'file' &&
      type !== 'image' &&
      model.fields.get(key)?.computed === undefined &&
      (access.mayRead(model, key, true) || access.mayWrite(model, key, true)),
  )
}

const plain = (text: string): string => text.trim().toLowerCase()

/** Matches the columns of a file to the fields of a model by key or label. Headers that match nothing are `ignored`. */
export function matchColumns(
  context: RecordContext,
  model: ModelInfo,
  headers: readonly string[],
  inferred: readonly InferredColumn[],
): { columns: MappedColumn[]; ignored: string[] } {
  const fields = importableFields(context, model)
  const taken = new Set<string>()
  const columns: MappedColumn[] = []
  const ignored: string[] = []
  for (const column of inferred) {
    const header = headers[column.index] ?? ''
    const field =
      fields.find(
        ({ key, label }) => !taken.has(key) && [plain(key), plain(label)].includes(plain(header)),
      ) ?? fields.find(({ key }) => !taken.has(key) && key === keyOf(header, ''))
    if (!field) {
      ignored.push(header)
      continue
    }
    taken.add(field.key)
    columns.push({ index: column.index, field, format: column.format })
  }
  return { columns, ignored }
}
