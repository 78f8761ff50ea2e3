import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { EventCause } from '../records/update-rows.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { Followed, StandardRule } from '../standard-models/standard-rule.ts'
import { draftsUsing, keepDrafts } from './keep-drafts.ts'
import type { VersionIssue } from './work-out-version.ts'

/**
 * Versions of a recipe are numbered in the order they are made and are worked out while they are drafts. One is
 * published only when nothing is wrong with it, and closed by it; the recipe then knows its current version and rate.
 */
export const recipeVersionsRule: StandardRule = async (context, model, changes) => {
  const recipes = context.workspace.models.get('recipes')
  if (!recipes) return []
  const cause = causeOf(model, changes)
  const recipeIds = [
    ...linkedIds(
      changes.flatMap(({ before, after }) => [before, after]),
      'recipe',
    ),
  ]
  // Held, so that two versions do not get one number; and two recipes are not published into each other.
  const held = await loadObjects(context, recipes, recipeIds, { lock: 'values' })
  const published = changes.filter(({ before, after }) => isPublished(after) && !isPublished(before))
  if (published.length > 0) await holdPublishing(context)
  const numbers = await numbered(
    context,
    changes.flatMap(({ id, after }) => (after ? [id] : [])),
    new Map(held.map(({ id, attributes }) => [id, String(attributes.name)])),
  )
  const named = await keepValues(context, model, numbers, cause)
  const open = changes.flatMap(({ id, before, after }) =>
    after?.status === 'draft' || (isPublished(after) && !isPublished(before)) ? [id] : [],
  )
  const { worked, followed } = await keepDrafts(context, open.toSorted(), cause, 'refuse')
  for (const { id } of published) refuseFaults(must(worked.get(id)).issues)
  const current = await keepCurrent(context, recipeIds, cause)
  const drafts =
    published.length > 0 || changes.some(({ before }) => isPublished(before))
      ? await keepDrafts(context, await draftsUsing(context, { recipes: recipeIds }), cause)
      : { followed: [] }
  return [{ model, changes: named }, ...followed, ...current, ...drafts.followed]
}

const isPublished = (values: Readonly<Record<string, unknown>> | null): boolean =>
  values?.status === 'published'

const holdPublishing = ({ tx, caller }: RecordContext) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`recipes:${caller.tenantId}`])

function refuseFaults(issues: readonly VersionIssue[]): void {
  const faults = issues.filter(({ level }) => level === 'fault')
  if (faults.length > 0)
    throw invalid(faults.map(({ level: _level, at: _at, ...why }) => ({ ...why, path: 'attributes.status' })))
}

const unnumbered = `
  select v.id, v.recipe_id, v.version_no,
    (select coalesce(max(o.version_no), 0) from app.recipe_versions o where o.tenant_id = v.tenant_id and o.recipe_id = v.recipe_id) as last
  from app.recipe_versions v where v.tenant_id = $1 and v.id = any($2::uuid[]) order by v.id`

interface NumberRow {
  id: string
  recipe_id: string
  version_no: number | null
  last: number
}

async function numbered(
  { tx, caller }: RecordContext,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<DerivedValues> {
  const { rows } = await tx.query<NumberRow>(unnumbered, [caller.tenantId, ids])
  const next = new Map<string, number>()
  return new Map(
    rows.map(({ id, recipe_id, version_no, last }) => {
      const number = version_no ?? (next.get(recipe_id) ?? last) + 1
      if (version_no === null) next.set(recipe_id, number)
      return [id, { version_no: number, title: titleOf(names.get(recipe_id) ?? '', number) }]
    }),
  )
}

/** What a version is called: `Brick wall, version 2`. */
export const titleOf = (recipe: string, number: number): string => `${recipe}, v${number}`

const currentOf = `
  select distinct on (v.recipe_id) v.recipe_id, v.id, o.attributes ->> 'rate' as rate
  from app.recipe_versions v join app.objects o on o.tenant_id = v.tenant_id and o.id = v.id
  where v.tenant_id = $1 and v.recipe_id = any($2::uuid[]) and v.status = 'published'
  order by v.recipe_id, o.attributes ->> 'valid_from' desc, v.version_no desc`

/** The recipe points to the published version that begins last, and has its rate. */
async function keepCurrent(
  context: RecordContext,
  ids: readonly string[],
  cause: EventCause,
): Promise<Followed[]> {
  const recipes = must(context.workspace.models.get('recipes'))
  const { rows } = await context.tx.query<{ recipe_id: string; id: string; rate: string | null }>(currentOf, [
    context.caller.tenantId,
    ids,
  ])
  const found = new Map(rows.map((row) => [row.recipe_id, row]))
  const values = new Map(
    ids.map((id) => [
      id,
      { current_version: found.get(id)?.id ?? null, current_rate: found.get(id)?.rate ?? null },
    ]),
  )
  return [{ model: recipes, changes: await keepValues(context, recipes, values, cause) }]
}
