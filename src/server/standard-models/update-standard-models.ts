import { invalid, type ErrorDetail } from '#base/app-error.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Language } from '#contracts/language.ts'
import type { Model, ModelWrite } from '#contracts/model.ts'
import type { StandardModel, StandardModelUpdate } from '#contracts/standard-model.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { broughtBefore, portalNews, type PortalNews } from '../portal/portal-grants.ts'
import { releaseChanges, type DefinitionChange } from '../releases/release-changes.ts'
import { readDefinition } from '../releases/definitions.ts'
import { requireHandOut } from '../roles/hand-out.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { comingModels, takenBy } from './add-standard-models.ts'
import { compareStandard } from './compare-standard.ts'
import { broughtTo, standardModel, standardModels, withNeeded } from './standard-models.ts'

/**
 * What is new in the product for the standard models of a workspace; only those for which there is something. `roles`: with
 * what customers may do with them.
 */
export const standardUpdates = (workspace: Workspace, roles: boolean): StandardModelUpdate[] => {
  const ofCustomers = roles
    ? portalNews(workspace.roles.get('customer') ?? {})
    : new Map<string, PortalNews>()
  return presentIn(workspace).flatMap(({ model, shipped }) => {
    const { added, changed, clashes } = compareStandard(model, shipped)
    const needed = withNeeded([shipped.key])
    const taken = takenBy(workspace, needed)
    const models = needed.filter(({ key }) => !workspace.models.has(key))
    const customers = ofCustomers.get(shipped.key)
    if (!customers && added.length + changed.length + clashes.length + models.length + taken.length === 0)
      return []
    const labels = new Map(
      [...(model.schema?.fields ?? []), ...shipped.schema.fields].map((one) => [one.key, one.label]),
    )
    const named = (key: string) => ({ key, label: labels.get(key) ?? key })
    return [
      {
        key: shipped.key,
        label: model.label,
        ...(model.label !== shipped.label && { renamed: true as const }),
        added: added.map(noted),
        changed: changed.map(noted),
        customers: {
          added: (customers?.added ?? []).map(named),
          taken: (customers?.taken ?? []).map(named),
          ...(customers?.rows && { rows: true as const }),
        },
        models: models.map(({ label }) => label),
        clashes: [...clashes, ...taken].map(noted),
      },
    ]
  })
}

/**
 * Gives standard models of the workspace what is new in the product, with the models that come with it and, where the caller
 * manages roles, what customers may do with them, as one release.
 * Throws 403; 422 for a key that is no standard model of the workspace, and where it has something of its own in the way.
 * Needs mode `release`.
 */
export async function updateStandardModels(
  tx: Tx,
  caller: Caller,
  { keys, language }: { keys: readonly string[]; language: Language },
): Promise<{ updated: string[]; added: string[]; release: string | null }> {
  const { workspace, access } = await requireManage(tx, caller, 'models')
  const present = new Map(presentIn(workspace).map((one) => [one.shipped.key, one]))
  const wrong = keys.flatMap((key, index): ErrorDetail[] =>
    present.has(key)
      ? []
      : [{ path: `keys.${index}`, code: 'unknown', message: 'The workspace has no such standard model.' }],
  )
  if (wrong.length > 0) throw invalid(wrong)
  const wanted = withNeeded(keys)
  const updates = wanted.flatMap(({ key }) => {
    const one = present.get(key)
    const comparison = one && compareStandard(one.model, one.shipped)
    return comparison && comparison.added.length + comparison.changed.length + comparison.clashes.length > 0
      ? [{ key, ...comparison, ...broughtTo(one.shipped) }]
      : []
  })
  const clashes = updates.flatMap((update) => update.clashes.map((field) => inTheWay(update.key, field)))
  if (clashes.length > 0) throw invalid(clashes)
  const { fresh, changes } = await comingModels(tx, caller, workspace, wanted, language)
  const all = [...changes]
  for (const { key, fields, brought } of updates) {
    const body = (await readDefinition(tx, 'model', key))?.body as ModelWrite
    const news = { schema: { ...body.schema, fields }, ...(brought !== undefined && { brought }) }
    all.push({ kind: 'model', key, body: { ...body, ...news } })
  }
  const there = new Set([...wanted.filter(({ key }) => present.has(key)), ...fresh].map(({ key }) => key))
  const customers = access.manages('roles') ? customersUpdate(workspace, there) : null
  if (customers) all.push(customers.change)
  if (all.length === 0) return { updated: [], added: [], release: null }
  const { releaseId } = await releaseChanges(tx, caller, all, 'New in the standard models', true)
  if (customers) requireHandOut(await loadWorkspace(tx, caller.tenantId), caller, 'customer')
  const updated = new Set([...updates.map(({ key }) => key), ...(customers?.models ?? [])])
  return { updated: [...updated], added: fresh.map(({ key }) => key), release: releaseId }
}

/** What customers may with these models from now on; null where nothing is new. */
function customersUpdate(
  workspace: Workspace,
  keys: ReadonlySet<string>,
): { change: DefinitionChange; models: string[] } | null {
  const role = workspace.roles.get('customer')
  const all = [...portalNews(role ?? {})]
  const news = all.filter(([key]) => keys.has(key))
  if (!role || news.length === 0) return null
  const grants = { ...role.grants, ...Object.fromEntries(news.map(([key, { grant }]) => [key, grant])) }
  // What is left for another time, and models that are not there yet, are told of again.
  const left = all.flatMap(([key]) => (keys.has(key) ? [] : [key]))
  const body = { key: role.key, label: role.label, grants, brought: broughtBefore(left, role.brought) }
  return {
    change: { kind: 'role', key: role.key, body },
    models: news.map(([key]) => key).filter((key) => workspace.models.has(key)),
  }
}

/**
 * Refuses (422 `outdated`) to change a standard model before it has what is new in the product. Answers what is noted with the
 * change: that it has the words of today.
 */
export function refuseOutdated(model: ModelWrite): Pick<ModelWrite, 'brought'> {
  const shipped = model.standard === undefined ? undefined : standardModel(model.standard)
  if (!shipped) return {}
  const { added, changed, clashes } = compareStandard(model, shipped)
  if (added.length + changed.length + clashes.length > 0)
    throw invalid([
      {
        path: 'standard',
        code: 'outdated',
        message: `The product has something new for ${model.label}. Update the model first, then change it.`,
      },
    ])
  return broughtTo(shipped)
}

const presentIn = (workspace: Workspace): { model: Model; shipped: StandardModel }[] =>
  standardModels.flatMap((shipped) => {
    const model = workspace.models.get(shipped.key)?.source
    return model?.standard === shipped.key ? [{ model, shipped }] : []
  })

const noted = ({ key, label }: { key: string; label: string }) => ({ key, label })

const inTheWay = (model: string, { key, label }: FieldDefinition): ErrorDetail => ({
  path: `${model}.${key}`,
  code: 'taken',
  message: `The workspace has a field “${key}” of its own, which the product needs for ${label}. Copy its values into another field and remove it.`,
})
