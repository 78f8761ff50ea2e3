import { fieldTypeOf } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import { invalid, type AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { keyOf } from './column-key.ts'
import type { InferredColumn } from './infer-columns.ts'
import type { LinkMatch, MappedColumn } from './row-batches.ts'

/** The id of a record, which says which one a row is about and is never written. */
export const idField: Field = { key: 'id', label: 'Id', type: 'text' }

/**
 * The fields of a model that a file can fill, as far as this person may know of them. Files themselves are no cells, and
 * what is worked out is nobody's to fill; numbers of a series are brought along by who may write them. With the `key` of an
 * import also what may only find records.
 */
export function importableFields(
  { workspace, access }: RecordContext,
  model: ModelInfo,
  importKey?: string,
): Field[] {
  const { archetype } = effectiveArchetype(workspace, model, null)
  const fields = effectiveFields(model, archetype).filter(({ key, type }) => {
    if (type === 'file' || type === 'image' || model.fields.get(key)?.computed !== undefined) return false
    if (access.mayWrite(model, key, true)) return true
    return access.mayRead(model, key, true) && (key === importKey || fieldTypeOf(type).assigned !== true)
  })
  return importKey === idField.key ? [idField, ...fields] : fields
}

const plain = (text: string): string => text.trim().toLowerCase()

/** `supplier.code`: a link, found by a field of what it leads to. */
function linkColumn(
  { workspace, access }: RecordContext,
  fields: readonly Field[],
  taken: ReadonlySet<string>,
  header: string,
): { field: Field; match: LinkMatch } | null {
  const [link = '', by = '', more] = header.split('.').map((part) => plain(part))
  const field = fields.find(
    ({ key, label, type }) =>
      type === 'relation' && !taken.has(key) && [plain(key), plain(label)].includes(link),
  )
  const target = workspace.models.get(field?.target ?? '')
  if (!field || !target || more !== undefined || !access.can(target, 'read')) return null
  const found = [...access.readable(target).values()].find(({ key, label }) =>
    [plain(key), plain(label)].includes(by),
  )
  return found && found.kind !== 'id' ? { field, match: { field: found.key, missing: 'error' } } : null
}

/** Refuses a file of which two columns would fill the same field: nobody could say which one counts. */
const doubled = (name: string): AppError =>
  invalid([
    {
      path: 'columns',
      code: 'duplicate',
      ...saying('Two columns of the file are called “{{name}}”. Rename one of them, or leave it out.', {
        name,
      }),
    },
  ])

/**
 * Matches the columns of a file to the fields of a model by key or label, links also as `supplier.code`. Headers that match
 * nothing are `ignored`. Throws 422 `invalid` where two columns match the same field.
 */
export function matchColumns(
  context: RecordContext,
  model: ModelInfo,
  headers: readonly string[],
  inferred: readonly InferredColumn[],
  importKey?: string,
): { columns: MappedColumn[]; ignored: string[] } {
  const fields = importableFields(context, model, importKey)
  const seen = new Set<string>()
  const taken = new Set<string>()
  const columns: MappedColumn[] = []
  const ignored: string[] = []
  for (const column of inferred) {
    const header = headers[column.index] ?? ''
    const matches = fields.filter(({ key, label }) => [plain(key), plain(label)].includes(plain(header)))
    const named = matches.length > 0 ? matches : fields.filter(({ key }) => key === keyOf(header, ''))
    const field = named.find(({ key }) => !taken.has(key))
    const linked = field ? null : linkColumn(context, fields, taken, header)
    const found = field ?? linked?.field
    if (named.length > 0 && (!found || seen.has(plain(header)))) throw doubled(header)
    seen.add(plain(header))
    if (!found) {
      ignored.push(header)
      continue
    }
    taken.add(found.key)
    columns.push({
      index: column.index,
      field: found,
      format: column.format,
      ...(linked && { match: linked.match }),
    })
  }
  return { columns, ignored }
}

/** The column of a file that holds the revision of each record, as exports write it; null when there is none. */
export function revisionColumn(headers: readonly string[]): number | null {
  const index = headers.findIndex((header) => plain(header) === 'revision')
  return index === -1 ? null : index
}
