import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { measureOf } from '#estimating/measure.ts'
import { causeOf } from '../formulas/cause-of.ts'
import type { RecordContext } from '../records/record-context.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { draftsUsing, keepDrafts } from './keep-drafts.ts'
import { titleOf } from './recipe-versions-rule.ts'

/** A recipe makes something in a unit that is known. When its name, unit or basis change, its drafts and those that use it follow. */
export const recipesRule: StandardRule = async (context, model, changes) => {
  for (const { before, after } of changes)
    if (after && after.output_unit !== before?.output_unit) refuseUnknownUnit(String(after.output_unit))
  const changed = changes.filter(({ before, after }) => before && after)
  const versions = context.workspace.models.get('recipe_versions')
  if (changed.length === 0 || !versions) return []
  const cause = causeOf(model, changes)
  const rows = await versionsOf(
    context,
    changed.map(({ id }) => id),
  )
  const names = new Map(changed.map(({ id, after }) => [id, String(after?.name)]))
  const titles = new Map(
    rows.map(({ id, recipe_id, version_no }) => [
      id,
      { title: titleOf(names.get(recipe_id) ?? '', version_no) },
    ]),
  )
  const named = await keepValues(context, versions, titles, cause)
  const remade = changed.filter(
    ({ before, after }) =>
      before?.output_unit !== after?.output_unit || before?.output_basis !== after?.output_basis,
  )
  if (remade.length === 0) return [{ model: versions, changes: named }]
  const recipes = remade.map(({ id }) => id)
  const own = rows.flatMap(({ id, recipe_id, status }) => {
    if (!recipes.includes(recipe_id)) return []
    if (status === 'draft') return [id]
    throw invalid([
      {
        path: 'attributes.output_unit',
        code: 'published',
        message: 'A published version of this recipe is for this unit. Make another recipe for another unit.',
      },
    ])
  })
  const using = await draftsUsing(context, { recipes })
  const { followed } = await keepDrafts(context, [...new Set([...own, ...using])].toSorted(), cause)
  return [{ model: versions, changes: named }, ...followed]
}

function refuseUnknownUnit(unit: string): void {
  if (measureOf(unit) === null)
    throw invalid([
      {
        path: 'attributes.output_unit',
        code: 'unit',
        ...saying('“{{unit}}” is no unit that is known here: write m², m³, kg, h, pcs …', { unit }),
      },
    ])
}

async function versionsOf({ tx, caller }: RecordContext, recipes: readonly string[]) {
  const { rows } = await tx.query<{ id: string; recipe_id: string; version_no: number; status: string }>(
    'select id, recipe_id, version_no, status from app.recipe_versions where tenant_id = $1 and recipe_id = any($2::uuid[])',
    [caller.tenantId, recipes],
  )
  return rows
}
