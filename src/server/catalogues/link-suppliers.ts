import type { ModelInfo } from '#kernel/models/workspace.ts'
import { idsByName, namingFields } from '../imports/resolve-links.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import type { PriceBook } from './read-price-book.ts'

/** Where a workspace keeps suppliers. */
export interface Suppliers {
  model: ModelInfo
  /** What names one: its name, and its number where it has one. */
  fields: readonly string[]
}

/** Null where items have no supplier here, or this reader may not see suppliers: then no column is one. */
export function suppliersOf(context: RecordContext): Suppliers | null {
  const { access, workspace } = context
  const field = access.readable(modelFor(context, 'catalogue_items', 'read')).get('supplier')?.field
  const model = workspace.models.get(field?.target ?? '')
  if (!model || !access.can(model, 'read')) return null
  const readable = access.readable(model)
  const numbers = ['number', 'supplier_number', 'code'].filter((key) => {
    const type = readable.get(key)?.type
    return type === 'text' || type === 'sequence'
  })
  const fields = [...new Set([...namingFields(context, model), ...numbers])]
  return fields.length === 0 ? null : { model, fields }
}

/**
 * Puts the ids of suppliers in place of their names or numbers. An item whose supplier nobody has, or two have, is taken
 * without: its price is right all the same, and one it has already stays. Answers these names with their numbers of items.
 */
export async function linkSuppliers(
  context: RecordContext,
  book: PriceBook,
  { model, fields }: Suppliers,
): Promise<Map<string, number>> {
  const unknown = new Map<string, number>()
  const names = new Set(book.items.flatMap(({ item }) => item['supplier'] ?? []))
  if (names.size === 0) return unknown
  const ids = await idsByName(context, model, fields, [...names])
  book.items = book.items.map((line) => {
    const { supplier, ...item } = line.item
    if (supplier === undefined) return line
    const id = ids.get(supplier)
    if (id) return { ...line, item: { ...item, supplier: id } }
    unknown.set(supplier, (unknown.get(supplier) ?? 0) + 1)
    return { ...line, item }
  })
  return unknown
}

/** What suppliers are called, by their ids. */
export async function supplierTitles(
  context: RecordContext,
  { model }: Suppliers,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  const title = model.titleField
  if (title === null || !context.access.readable(model).has(title)) return titles
  for (let start = 0; start < ids.length; start += 500) {
    const where = { field: 'id', op: 'in' as const, value: ids.slice(start, start + 500) }
    const { rows } = await ask(context, {
      model: model.key,
      where,
      fields: ['id', title],
      page: { size: 500 },
    })
    for (const row of rows) if (row[title] != null) titles.set(String(row.id), String(row[title]))
  }
  return titles
}
