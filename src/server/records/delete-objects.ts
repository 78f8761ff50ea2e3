import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { ask, requireVisible, visibleIds, type RecordContext } from './record-context.ts'
import { lockAround } from '../formulas/lock-inputs.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { saidModel } from '../names/said-names.ts'
import { refuseUsedInRecipes } from '../recipes/used-in-recipes.ts'
import { guardWrite } from '../standard-models/all-guards.ts'
import { pointingFields } from './pointing-to.ts'
import type { OnRefused, Refusals } from './refusals.ts'
import { removeRows } from './remove-rows.ts'
import { inOrder, loadObjects } from './stored-object.ts'

/**
 * Refuses (422 `in_use`) to delete what other records point to. Only links this reader may see count: a refusal for a
 * hidden one would tell that it exists. A hidden link that is left behind reads as empty and heals by a restore. What a recipe
 * is made of counts whoever asks: a published one could not be worked out any more.
 */
async function refuseInUse(context: RecordContext, target: ModelInfo, ids: readonly string[]): Promise<void> {
  const going = new Set(ids)
  for (const { model, key } of pointingFields(context, target)) {
    for (let start = 0; start < ids.length; start += 500) {
      const where = { field: key, op: 'in' as const, value: ids.slice(start, start + 500) }
      const { rows } = await ask(context, {
        model: model.key,
        fields: ['id'],
        where,
        page: { size: model === target ? 500 : 1 },
      })
      // Records that point to each other may go together.
      if (rows.every(({ id }) => typeof id === 'string' && model === target && going.has(id))) continue
      throw new AppError('in_use', undefined, {
        details: [
          {
            path: `${model.key}.${key}`,
            code: 'in_use',
            ...saying('{{model}} still point here.', { model: saidModel(model) }),
          },
        ],
      })
    }
  }
  if (target.source?.standard === 'catalogue_items') await refuseUsedInRecipes(context, ids)
  await refuseChildren(context, ids)
}

async function refuseChildren(context: RecordContext, ids: readonly string[]): Promise<void> {
  const { rows } = await context.tx.query<{ id: string; model_id: string }>(
    `select id, model_id from app.objects
     where tenant_id = $1 and parent_id = any($2::uuid[]) and deleted_at is null and id <> all($2::uuid[]) limit 500`,
    [context.caller.tenantId, ids],
  )
  for (const modelId of new Set(rows.map(({ model_id }) => model_id))) {
    const model = context.workspace.modelsById.get(modelId)
    const inside = rows.filter(({ model_id }) => model_id === modelId).map(({ id }) => id)
    if (!model || (await visibleIds(context, model.key, inside)).size === 0) continue
    throw new AppError('in_use', undefined, {
      details: [{ path: 'parent', code: 'in_use', message: 'Other records are inside it.' }],
    })
  }
}

/**
 * Takes records out of sight; their history stays and `restoreObject` brings them back. The caller has checked the right.
 * With `collect` those that may not go are answered by their position, and nothing is deleted. `follows`: they go with another
 * record, whether this person sees them or not.
 */
export async function deleteObjects(
  context: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
  options: { checkUse?: boolean; follows?: boolean; onRefused?: OnRefused } = {},
): Promise<Refusals> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const { onRefused = 'throw' } = options
  const refused = await guardWrite(
    context,
    model,
    { kind: 'delete', ids: unique, incoming: [] },
    { onRefused },
  )
  if (refused.size > 0) return refused
  await lockAround(context, model, unique)
  const rows = inOrder(await loadObjects(context, model, unique, { lock: true }), unique)
  if (!options.follows) await requireVisible(context, model, unique)
  if (options.checkUse !== false) await refuseInUse(context, model, unique)
  await removeRows(context, model, unique)
  await recalculate(
    context,
    model,
    rows.map(({ id, attributes }) => ({ id, before: attributes, after: null })),
  )
  return refused
}
