import type { BinPointing } from '#contracts/api/bin.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { isNamedByProduct } from '../standard-models/mark-own-words.ts'
import { ask, type RecordContext } from './record-context.ts'

/** Fields through which other records of this workspace may point to a model, as far as this reader may see them. */
export function pointingFields(
  { workspace, access }: RecordContext,
  target: ModelInfo,
): { model: ModelInfo; key: string }[] {
  return [...workspace.modelsById.values()].flatMap((model) =>
    [...access.readable(model).values()]
      .filter(
        // What the product's rules keep follows by itself.
        ({ system, type, field }) =>
          !system && type === 'relation' && field.target === target.key && field.derived !== true,
      )
      .map(({ key }) => ({ model, key })),
  )
}

const binned = `
  select count(*)::int as count from app.objects o
  where o.tenant_id = $1 and o.model_id = $2 and o.deleted_at is not null and o.id <> all($4::uuid[])
    and o.attributes -> $3 ?| $4::text[]`

/** How many records of which model point to these deleted ones: those in sight, and those in the bin of models read whole. */
export async function pointingTo(
  context: RecordContext,
  target: ModelInfo,
  ids: readonly string[],
): Promise<BinPointing[]> {
  const { tx, caller, access } = context
  const found = new Map<ModelInfo, number>()
  if (ids.length === 0) return []
  for (const { model, key } of pointingFields(context, target)) {
    const where = { field: key, op: 'in' as const, value: [...ids] }
    const { total = 0 } = await ask(context, {
      model: model.key,
      fields: ['id'],
      where,
      page: { size: 1 },
      total: 'exact',
    })
    let count = total
    if (model.kind === 'objects' && access.rowRule(model) === null) {
      const { rows } = await tx.query<{ count: number }>(binned, [caller.tenantId, model.id, key, ids])
      count += rows[0]?.count ?? 0
    }
    if (count > 0) found.set(model, (found.get(model) ?? 0) + count)
  }
  return [...found].map(([model, count]) => ({ label: model.label, ours: isNamedByProduct(model), count }))
}
