import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import type { Row } from '#contracts/query.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { recordsAtHand } from '../records/records-at-hand.ts'
import { defineCommand } from './command.ts'

/**
 * What whoever asks prices lines by: their favourites, then what they took last, as a list offers them. 403 for whoever may
 * see neither items nor recipes.
 */
export const estimateAtHand = defineCommand({
  name: 'estimate.at-hand',
  title: 'Favourites and what was used last',
  input: z.strictObject({}),
  changes: [],
  reads: true,
  async run(context) {
    const [items, recipes] = [
      await entriesOf(context, 'catalogue_items', ({ id }) => id),
      // A line takes a version; a recipe without a published one has no price.
      await entriesOf(context, 'recipes', ({ current_version: version }) => version),
    ]
    if (!items && !recipes) throw new AppError('forbidden')
    return { items: items ?? [], recipes: recipes ?? [] }
  },
})

/** What is at hand and still not offered any more: it is a favourite all the same. */
const unusable: ReadonlySet<unknown> = new Set(['blocked', 'replaced', 'archived'])

/** Null: records that this reader may not see at all. */
async function entriesOf(context: RecordContext, key: string, valueOf: (row: Row) => unknown) {
  const { workspace, access } = context
  const model = workspace.models.get(key)
  if (!model || !access.can(model, 'read')) return null
  const entries = await recordsAtHand(context, key)
  if (entries.length === 0) return []
  const readable = access.readable(model)
  const wanted = ['name', 'code', 'unit', 'output_unit', 'current_version', 'status'].filter(
    (field) => model.fields.has(field) && readable.has(field),
  )
  const ids = entries.slice(0, 100).map(({ id }) => id)
  const { rows } = await ask(context, {
    model: key,
    fields: ['id', ...wanted],
    where: { field: 'id', op: 'in', value: ids },
    page: { size: 100 },
  })
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return entries.flatMap(({ id, favourite }) => {
    const row = byId.get(id)
    const value = row && valueOf(row)
    if (!row || typeof value !== 'string') return []
    const detail = [row.code, row.unit ?? row.output_unit]
      .filter((one) => typeof one === 'string')
      .join(' · ')
    const icon = favourite ? 'star' : 'history'
    const usable = !unusable.has(row.status)
    return [{ value, label: String(row.name ?? row.code ?? id), detail, icon, record: id, favourite, usable }]
  })
}
