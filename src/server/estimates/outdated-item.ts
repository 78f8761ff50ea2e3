import type { Row } from '#contracts/query.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { textOf } from './read-value.ts'

type Attributes = Readonly<Record<string, unknown>>

/**
 * Whether the item that a line is priced by is no longer to be used, and what replaces it; null for one that is, and where
 * this person may not see that.
 */
export async function outdatedItem(
  context: RecordContext,
  line: Attributes,
): Promise<{ by: string | null } | null> {
  const item = textOf(line, 'rate_source') === 'item' ? textOf(line, 'item') : null
  const found = item === null ? null : await itemOf(context, item, ['status', 'replaced_by'])
  const status = found && textOf(found, 'status')
  if (!found || (status !== 'blocked' && status !== 'replaced')) return null
  const other = textOf(found, 'replaced_by')
  const stands = other === null ? null : await itemOf(context, other, ['code', 'name'])
  const words = stands ? [textOf(stands, 'code'), textOf(stands, 'name')].filter((word) => word !== null) : []
  return { by: words.length === 0 ? null : words.join(' ') }
}

/** These fields of an item, as far as they may be read; null for one that may not be seen. */
async function itemOf(context: RecordContext, id: string, wanted: readonly string[]): Promise<Row | null> {
  const model = context.workspace.models.get('catalogue_items')
  if (!model || !context.access.can(model, 'read')) return null
  const readable = context.access.readable(model)
  const { rows } = await ask(context, {
    model: model.key,
    fields: ['id', ...wanted.filter((field) => readable.has(field))],
    where: { field: 'id', op: 'eq', value: id },
    page: { size: 1 },
  })
  return rows[0] ?? null
}
