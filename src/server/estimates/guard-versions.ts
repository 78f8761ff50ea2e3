import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { canonicalJson } from '#base/json.ts'
import { compilePointing } from '#kernel/sql/compile-pointing.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import type { Refusals } from '../records/refusals.ts'
import type { StandardGuard } from '../standard-models/standard-guard.ts'
import { frozenKeys } from './frozen-keys.ts'
import { holdVersions } from './hold-versions.ts'
import { lockedVersion, toldTitle } from './locked-version.ts'

type Attributes = Readonly<Record<string, unknown>>

/**
 * Versions of one estimate are written by one person at a time: numbers stay dense, and of two who accept, the second
 * finds out. All versions come before their estimate, as everywhere.
 */
export const guardVersions: StandardGuard = async (context, model, { kind, ids, incoming }) => {
  const named = linkedIds(incoming, 'estimate')
  const before = await storedVersions(context, ids)
  for (const { attributes } of before) for (const id of linkedIds([attributes], 'estimate')) named.add(id)
  if (kind === 'update' || kind === 'delete') await holdVersions(context, await siblings(context, named))
  const estimates = await holdEstimates(context, named)
  if (kind === 'update' && incoming.some(({ status }) => status === 'accepted'))
    await refuseSecondAcceptance(context, ids, named)
  const refused: Refusals = new Map()
  if (kind === 'update')
    for (const { id, attributes } of before) {
      const at = ids.indexOf(id)
      if (incoming[at]?.status !== 'issued' || !estimates.get(String(attributes.estimate))?.is_template)
        continue
      if ((await visibleIds(context, model.key, [id])).size === 0) continue
      const message = 'A template is not offered: begin an estimate like it.'
      refused.set(at, [{ path: 'status', code: 'template', message }])
    }
  // What they are is read again once they are held.
  for (const { id, attributes } of await storedVersions(context, ids)) {
    if (attributes.status === 'draft') continue
    const values = incoming[ids.indexOf(id)] ?? {}
    const frozen = frozenKeys(model.key)
    const fixed = Object.entries(values).some(
      ([key, value]) =>
        frozen.has(key) && canonicalJson(value ?? null) !== canonicalJson(attributes[key] ?? null),
    )
    if (kind === 'update' && !fixed) continue
    if ((await visibleIds(context, model.key, [id])).size === 0) continue
    const version = { id, title: String(attributes.title), status: String(attributes.status) }
    if (kind === 'update') refused.set(ids.indexOf(id), await lockedVersion(context, version))
    if (kind === 'delete') {
      const message = `${(await toldTitle(context, version)) ?? 'This version'} is no draft and stays.`
      refused.set(ids.indexOf(id), [{ path: 'status', code: 'locked', message }])
    }
  }
  return refused
}

async function storedVersions(
  { tx, caller, workspace }: RecordContext,
  ids: readonly string[],
): Promise<{ id: string; attributes: Attributes }[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.query<{ id: string; attributes: Attributes }>(
    'select id, attributes from app.objects where tenant_id = $1 and model_id = $2 and id = any($3::uuid[]) and deleted_at is null',
    [caller.tenantId, must(workspace.models.get('estimate_versions')).id, ids],
    { plan: 'lookup' },
  )
  return rows
}

async function siblings({ tx, workspace }: RecordContext, estimates: ReadonlySet<string>): Promise<string[]> {
  const model = must(workspace.models.get('estimate_versions'))
  const { text, values } = compilePointing(workspace, model, 'estimate', [...estimates])
  const { rows } = await tx.query<{ id: string }>(text, values, { plan: 'lookup' })
  return rows.map(({ id }) => id)
}

async function holdEstimates(
  { tx, caller }: RecordContext,
  ids: ReadonlySet<string>,
): Promise<Map<string, { is_template: boolean }>> {
  if (ids.size === 0) return new Map()
  const { rows } = await tx.query<{ id: string; is_template: boolean }>(
    `select id, coalesce(attributes ->> 'template', '') = 'true' as is_template from app.objects
     where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null order by id for no key update`,
    [caller.tenantId, [...ids]],
    { plan: 'lookup' },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Only one version of an estimate is accepted; the index of the database says so, too. */
async function refuseSecondAcceptance(
  context: RecordContext,
  ids: readonly string[],
  estimates: ReadonlySet<string>,
): Promise<void> {
  const versions = await holdVersions(context, await siblings(context, estimates))
  const accepted = versions.find(
    ({ id, status }) => !ids.includes(id) && (status === 'accepted' || status === 'contracted'),
  )
  if (!accepted) return
  const title = (await toldTitle(context, accepted)) ?? 'Another version'
  throw invalid([{ path: 'status', code: 'accepted', message: `${title} was accepted already.` }])
}
