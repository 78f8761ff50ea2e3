import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { EventCause } from '../records/update-rows.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { loadRecipes } from './load-recipes.ts'
import { workOutVersion, type WorkedOutVersion } from './work-out-version.ts'

/**
 * Works out versions and keeps what comes of it: rate, money by type, hours and issues, and of each component quantity, price and
 * amount. The caller makes sure that they are drafts, or are published by this very write. With `refuse` it throws 422 for a
 * circle, with its path: for versions that somebody changes. A draft may have every other issue, and a circle when others
 * change around it.
 */
export async function keepDrafts(
  context: RecordContext,
  ids: readonly string[],
  cause: EventCause,
  circles: 'refuse' | 'note' = 'note',
): Promise<{ worked: ReadonlyMap<string, WorkedOutVersion>; followed: Followed[] }> {
  const versions = context.workspace.models.get('recipe_versions')
  const components = context.workspace.models.get('recipe_components')
  if (!versions || !components || ids.length === 0) return { worked: new Map(), followed: [] }
  // Held before anything in them is read: who changes another component meanwhile comes after and sees this one.
  await loadObjects(context, versions, ids, { lock: 'values' })
  const loaded = await loadRecipes(context, ids)
  const worked = new Map(
    ids.flatMap((id) => {
      const record = loaded.versions.get(id)
      return record ? [[id, workOutVersion(loaded, record)] as const] : []
    }),
  )
  for (const { issues } of circles === 'refuse' ? worked.values() : []) {
    const endless = issues.find(({ code }) => code === 'cycle' || code === 'too_deep')
    if (endless)
      throw invalid([{ path: 'attributes.child_recipe', code: endless.code, message: endless.message }])
  }
  // The version comes last: its checksum closes it and its components once it is published.
  const parts = new Map([...worked.values()].flatMap((one) => [...one.components]))
  const changedParts = await keepValues(context, components, parts, cause)
  const own = new Map([...worked].map(([id]) => [id, must(worked.get(id)).values]))
  const changedVersions = await keepValues(context, versions, own, cause)
  return {
    worked,
    followed: [
      { model: components, changes: changedParts },
      { model: versions, changes: changedVersions },
    ],
  }
}

const using = `
  with recursive uses (version_id, recipe_id, status) as (
    select v.id, v.recipe_id, v.status from app.recipe_components c
      join app.recipe_versions v on v.tenant_id = c.tenant_id and v.id = c.version_id
    where c.tenant_id = $1 and (c.item_ids && $2::uuid[] or c.child_id = any($3::uuid[]))
    union
    select v.id, v.recipe_id, v.status from uses u
      join app.recipe_components c on c.tenant_id = $1 and c.child_id = u.recipe_id
      join app.recipe_versions v on v.tenant_id = c.tenant_id and v.id = c.version_id
    where u.status = 'published'
  )
  select distinct version_id as id from uses where status = 'draft' order by 1`

/** Drafts in which these items or recipes are, directly or through published recipes. */
export async function draftsUsing(
  { tx, caller }: RecordContext,
  used: { items?: readonly string[]; recipes?: readonly string[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(using, [
    caller.tenantId,
    used.items ?? [],
    used.recipes ?? [],
  ])
  return rows.map(({ id }) => id)
}
