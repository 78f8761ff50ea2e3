import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { parseUnit } from '#estimating/parse-unit.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { draftsUsing, keepDrafts } from '../recipes/keep-drafts.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'

/**
 * An item has a unit that is known, so that nothing else is multiplied by its price; a code of its own in its catalogue, in
 * capitals or not; and it is replaced by others, never by itself.
 */
export const catalogueItemsRule: StandardRule = async (context, model, changes) => {
  const ids = changes.flatMap(({ id, after }) => (after ? [id] : []))
  if (ids.length === 0) return []
  for (const { before, after } of changes)
    if (after && after.unit !== before?.unit) refuseUnknownUnit(String(after.unit))
  await refuseTakenCode(context, ids)
  const replaced = changes.flatMap(({ id, after }) => (typeof after?.replaced_by === 'string' ? [id] : []))
  if (replaced.length > 0) await refuseCircle(context, replaced)
  const { followed } = await keepDrafts(
    context,
    await draftsUsing(context, { items: ids }),
    causeOf(model, changes),
  )
  return followed
}

function refuseUnknownUnit(unit: string): void {
  if (parseUnit(unit) === null)
    throw invalid([
      {
        path: 'attributes.unit',
        code: 'unit',
        ...saying('“{{unit}}” is no unit that is known here: write m², m³, kg, h, pcs …', { unit }),
      },
    ])
}

const taken = `
  select i.code from app.catalogue_items i
    join app.catalogue_items o on o.tenant_id = i.tenant_id and o.catalogue_id = i.catalogue_id and o.code = i.code and o.id <> i.id
  where i.tenant_id = $1 and i.id = any($2::uuid[]) limit 1`

// The details never hold the other code: its record may be hidden.
async function refuseTakenCode({ tx, caller }: RecordContext, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query(taken, [caller.tenantId, ids])
  if (rows.length > 0)
    throw invalid([
      {
        path: 'attributes.code',
        code: 'not_unique',
        message: 'Another item of this catalogue has this code already; capitals do not count.',
      },
    ])
}

const circle = `
  with recursive way (start, at, step) as (
    select o.id, (o.attributes ->> 'replaced_by')::uuid, 1 from app.objects o where o.tenant_id = $1 and o.id = any($2::uuid[])
    union all
    select w.start, (o.attributes ->> 'replaced_by')::uuid, w.step + 1 from way w
      join app.objects o on o.tenant_id = $1 and o.id = w.at and o.deleted_at is null
    where w.at <> w.start and w.step < 100
  )
  select from way where at = start limit 1`

async function refuseCircle({ tx, caller }: RecordContext, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query(circle, [caller.tenantId, ids])
  if (rows.length > 0)
    throw invalid([
      {
        path: 'attributes.replaced_by',
        code: 'circle',
        message: 'An item cannot be replaced by itself, nor by one that it replaces.',
      },
    ])
}
