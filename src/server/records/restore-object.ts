import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { formulaPlan } from '#kernel/formulas/plan.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import { uniqueValues } from '#kernel/models/unique-values.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { recalculate, recalculateRecords } from '../formulas/recalculate.ts'
import { requireCurrent, slotColumns, type SlotColumns } from '../slots/slot-columns.ts'
import { guardWrite } from '../standard-models/all-guards.ts'
import { asItWas } from './as-it-was.ts'
import { visibleInBin } from './read-bin.ts'
import { requireVisible, type RecordContext } from './record-context.ts'
import { inOrder, loadObjects } from './stored-object.ts'
import { claimUnique, inClaimOrder, lostRows, notUnique, uniqueRows } from './unique-rows.ts'

// The slots are taken anew: they may have changed hands while the record was away.
const restore = (slots: SlotColumns): string => `
  with o as (
    update app.objects set deleted_at = null, revision = revision + 1, updated_at = now(), updated_by = $5${slots.assignments}
    where tenant_id = $1 and model_id = $2 and id = $3 returning id, attributes
  ), e as (
    insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, after, request_id)
    select $1, $7, $5, 'restored', $2, o.id, o.attributes, $6 from o
  )
  ${claimUnique}`

/**
 * Brings a deleted record back; 422 `not_unique` when one of its values was taken meanwhile. `follows`: it comes with another
 * record, whether this person sees it or not.
 */
export async function restoreObject(
  context: RecordContext,
  model: ModelInfo,
  id: string,
  { follows = false }: { follows?: boolean } = {},
): Promise<void> {
  const { tx, caller, workspace, requestId } = context
  requireCurrent(tx, workspace)
  const [stored] = inOrder(await loadObjects(context, model, [id], { lock: true, deleted: true }), [id])
  const { attributes, archetype_id } = must(stored)
  // Before anything is found wrong with it: a reason would tell of a record that is not theirs to see.
  const isRuled = !follows && context.access.rowRule(model) !== null
  if (isRuled && !(await visibleInBin(context, model, [id])).has(id)) throw new AppError('not_found')
  await guardWrite(context, model, { kind: 'restore', ids: [], incoming: [attributes] })
  const fields = effectiveFields(model, effectiveArchetype(workspace, model, archetype_id).archetype)
  const wanted = inClaimOrder(uniqueRows(id, uniqueValues(model, fields, attributes)))
  const { rows: claimed } = await tx.query<{ object_id: string; field_key: string }>(
    restore(slotColumns(model, 'attributes')),
    [caller.tenantId, model.id, id, JSON.stringify(wanted), caller.userId, requestId, newId()],
  )
  const lost = lostRows(wanted, claimed)
  if (lost.length > 0)
    throw new AppError('not_unique', undefined, {
      details: lost.flatMap(({ field_key }) => notUnique(context, model, 'attributes', field_key)),
    })
  if (!follows) await requireVisible(context, model, [id])
  // What it reads may have changed while it was away.
  const all = formulaPlan(workspace).byModel.get(model.key) ?? []
  const cause = { model_id: model.id, record_id: id }
  const worked = await recalculateRecords(context, { model, fields: all }, [id], cause)
  await asItWas(context, () =>
    recalculate(context, model, [{ id, before: null, after: worked[0]?.after ?? attributes }]),
  )
}
