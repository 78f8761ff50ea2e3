import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { saidModel } from '../names/said-names.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'

const uses = `
  select c.id from app.recipe_components c where c.tenant_id = $1 and c.item_ids && $2::uuid[] limit 500`

/**
 * Refuses (422 `in_use`) to delete items that a component of a recipe uses, as its item or in its crew, which no relation
 * says: a published version stays what it was, whoever asks. Who may not see such a component is told nothing of it.
 */
export async function refuseUsedInRecipes(context: RecordContext, items: readonly string[]): Promise<void> {
  const model = context.workspace.models.get('recipe_components')
  if (!model) return
  const { rows } = await context.tx.query<{ id: string }>(uses, [context.caller.tenantId, items])
  if (rows.length === 0) return
  const seen = await visibleIds(
    context,
    model.key,
    rows.map(({ id }) => id),
  )
  if (seen.size === 0 || !context.access.readable(model).has('crew')) throw new AppError('in_use')
  throw new AppError('in_use', undefined, {
    details: [
      {
        path: `${model.key}.crew`,
        code: 'in_use',
        ...saying('{{model}} still point here.', { model: saidModel(model) }),
      },
    ],
  })
}
