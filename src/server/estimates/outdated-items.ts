import type { Row } from '#contracts/query.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/** What replaces an item that is no longer to be used, as far as this person may see it. */
export interface OutdatedItem {
  by: string | null
}

/** Most ids that one question names. */
const atOnce = 200

/**
 * Of these lines those that are priced by an item which is no longer to be used: it was blocked, or another replaces it. Nothing of
 * what this person may not see.
 */
export async function outdatedItems(
  context: RecordContext,
  lines: readonly StoredRow[],
): Promise<Map<string, OutdatedItem>> {
  const itemOf = new Map(
    lines.flatMap(({ id, attributes }) => {
      const item = textOf(attributes, 'rate_source') === 'item' ? textOf(attributes, 'item') : null
      return item === null ? [] : [[id, item] as const]
    }),
  )
  const items = await itemsOf(context, itemOf.values(), ['status', 'replaced_by'])
  const outdated = new Map(
    [...items].filter(([, row]) => ['blocked', 'replaced'].includes(textOf(row, 'status') ?? '')),
  )
  const others = [...outdated.values()].flatMap((row) => textOf(row, 'replaced_by') ?? [])
  const named = await itemsOf(context, others, ['code', 'name'])
  return new Map(
    [...itemOf].flatMap(([line, item]) => {
      const found = outdated.get(item)
      if (!found) return []
      const other = named.get(textOf(found, 'replaced_by') ?? '')
      const words = other
        ? [textOf(other, 'code'), textOf(other, 'name')].filter((word) => word !== null)
        : []
      return [[line, { by: words.length === 0 ? null : words.join(' ') }] as const]
    }),
  )
}

/** These fields of items, as far as they may be read, by their ids. */
async function itemsOf(
  context: RecordContext,
  wanted: Iterable<string>,
  fields: readonly string[],
): Promise<Map<string, Row>> {
  const ids = [...new Set(wanted)]
  const model = context.workspace.models.get('catalogue_items')
  const found = new Map<string, Row>()
  if (!model || !context.access.can(model, 'read')) return found
  const readable = context.access.readable(model)
  for (let start = 0; start < ids.length; start += atOnce) {
    const { rows } = await ask(context, {
      model: model.key,
      fields: ['id', ...fields.filter((field) => readable.has(field))],
      where: { field: 'id', op: 'in', value: ids.slice(start, start + atOnce) },
      page: { size: atOnce },
    })
    for (const row of rows) found.set(String(row['id']), row)
  }
  return found
}
