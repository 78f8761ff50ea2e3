import type { Field } from '#contracts/field.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import { keyOf } from './column-key.ts'
import type { InferredColumn } from './infer-columns.ts'
import type { LinkMatch, MappedColumn } from './row-batches.ts'

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

/**
 * Matches the columns of a file to the fields of a model by key or label, links also as `supplier.code`. Headers that match
 * nothing are `ignored`.
 */
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
    const linked = field ? null : linkColumn(context, fields, taken, header)
    const found = field ?? linked?.field
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
