import { isUuid } from '#base/ids.ts'
import type { Field } from '#contracts/field.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { memberModelKey } from '#kernel/models/field-info.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { ColumnFormat } from './infer-columns.ts'
import { readCell } from './read-cell.ts'
import { keyText, type MappedColumn } from './row-batches.ts'
import { namesIn, partNames } from './part-names.ts'

/** The fields by which a record of a model can be named in a file, most exact first. All are readable for this person. */
export function namingFields({ access }: RecordContext, model: ModelInfo): string[] {
  const readable = [...access.readable(model).values()]
  const named = readable
    .filter(({ system, field, type }) => !system && field.unique === true && type === 'text')
    .map(({ key }) => key)
  if (model.key === memberModelKey && access.readable(model).has('email')) named.push('email')
  if (model.titleField !== null && access.readable(model).has(model.titleField)) named.push(model.titleField)
  return [...new Set(named)]
}

/** What a name stands for in a field: `12` is a number in one of numbers. */
const valueOf = (field: Field | undefined, name: string, format: ColumnFormat): unknown =>
  field ? readCell(name, field, format) : name

/** Ids by what names them in one field: null where two records have the same value. */
async function idsByField(
  context: RecordContext,
  model: ModelInfo,
  key: string,
  names: readonly string[],
  format: ColumnFormat,
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  const field = context.access.readable(model).get(key)?.field
  const byText = new Map(names.map((name) => [keyText(field, valueOf(field, name, format)), name]))
  byText.delete(null)
  const values = [...byText.keys()].map((text) => JSON.parse(text ?? 'null') as unknown)
  for (let start = 0; start < values.length; start += 250) {
    const { rows } = await ask(context, {
      model: model.key,
      fields: ['id', key],
      where: { field: key, op: 'in', value: values.slice(start, start + 250) },
      page: { size: 500 },
    })
    for (const row of rows) {
      const name = byText.get(keyText(field, row[key]))
      if (name === undefined || typeof row.id !== 'string') continue
      found.set(name, found.has(name) ? null : row.id)
    }
  }
  return found
}

/** Ids by what names them, looked for field by field; null where two records have the same. */
export async function idsByName(
  context: RecordContext,
  model: ModelInfo,
  fields: readonly string[],
  names: readonly string[],
  format: ColumnFormat = { mark: '.', order: 'dmy' },
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  for (const field of fields) {
    const open = names.filter((name) => !found.has(name))
    if (open.length === 0) break
    for (const [name, id] of await idsByField(context, model, field, open, format)) found.set(name, id)
  }
  return found
}

/** Makes a record for each name nobody has; one that cannot be made stays unknown, and its rows are refused. */
async function makeMissing(
  context: RecordContext,
  model: ModelInfo,
  key: string,
  names: readonly string[],
  format: ColumnFormat,
): Promise<Map<string, string>> {
  const field = context.access.readable(model).get(key)?.field
  const drafts = names.map((name) => ({ values: { [key]: valueOf(field, name, format) } }))
  const { ids } = await createObjects(context, model, drafts, { onRefused: 'collect' })
  return new Map([...ids].map(([index, id]) => [names[index] ?? '', id]))
}

/** Whether a field holds ids of records, which a file gives by their names. */
export const isLink = ({ type }: Field): boolean => type === 'relation' || type === 'user'

/** The names in a link field: what has no id yet. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (item): item is string => typeof item === 'string' && !isUuid(item),
  )

/** Names of records that more than one has, by the key of the link field. */
export type SharedNames = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Puts ids in place of names in the link fields of a batch: a file says “Holz Maier”, a record holds an id. Only records
 * this person may see are found, with one question a field for the whole batch; a name that is unknown or not unique stays as
 * it is, and the validator refuses it, unless the column says that such a record is to be made. Several names in one cell are
 * parted at semicolons and bars, except at those that belong to a name. Answers by field the names that several have.
 */
export async function resolveLinks(
  context: RecordContext,
  columns: readonly MappedColumn[],
  rows: Record<string, unknown>[],
): Promise<SharedNames> {
  const shared = new Map<string, ReadonlySet<string>>()
  for (const { field, match, format } of columns) {
    if (!isLink(field)) continue
    const target = context.workspace.models.get(field.type === 'user' ? memberModelKey : (field.target ?? ''))
    const part = (isName: (text: string) => boolean): void => {
      for (const row of rows) {
        const value = row[field.key]
        if (field.many && typeof value === 'string') row[field.key] = partNames(value, isName)
      }
    }
    const told = new Set(
      rows.flatMap(({ [field.key]: value }) =>
        field.many && typeof value === 'string' ? namesIn(value) : textsOf(value),
      ),
    )
    const possible = [...told].filter((name) => !isUuid(name))
    if (!target || possible.length === 0 || !context.access.can(target, 'read')) {
      part(() => false)
      continue
    }
    const fields = match ? [match.field] : namingFields(context, target)
    const ids = await idsByName(context, target, fields, possible, format)
    part((text) => ids.has(text))
    shared.set(field.key, new Set([...ids].flatMap(([name, id]) => (id === null ? [name] : []))))
    const names = [...new Set(rows.flatMap((row) => textsOf(row[field.key])))]
    const missing = names.filter((name) => !ids.has(name))
    if (match?.missing === 'create' && missing.length > 0)
      for (const [name, id] of await makeMissing(context, target, match.field, missing, format))
        ids.set(name, id)
    const idOf = (value: unknown): unknown => (typeof value === 'string' ? (ids.get(value) ?? value) : value)
    for (const row of rows) {
      const value = row[field.key]
      if (value !== undefined)
        row[field.key] = Array.isArray(value) ? value.map((item) => idOf(item)) : idOf(value)
    }
  }
  return shared
}
