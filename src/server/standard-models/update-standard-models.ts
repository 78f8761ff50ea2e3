import { invalid, type ErrorDetail } from '#base/app-error.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Model, ModelWrite } from '#contracts/model.ts'
import type { StandardModel, StandardModelUpdate } from '#contracts/standard-model.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import { readDefinition } from '../releases/definitions.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { comingModels, takenBy } from './add-standard-models.ts'
import { compareStandard } from './compare-standard.ts'
import { standardModel, standardModels, withNeeded } from './standard-models.ts'

/** What is new in the product for the standard models of a workspace; only those for which there is something. */
export const standardUpdates = (workspace: Workspace): StandardModelUpdate[] =>
  presentIn(workspace).flatMap(({ model, shipped }) => {
    const { added, changed, clashes } = compareStandard(model, shipped)
    const needed = withNeeded([shipped.key])
    const taken = takenBy(workspace, needed)
    const models = needed.filter(({ key }) => !workspace.models.has(key))
    if (added.length + changed.length + clashes.length + models.length + taken.length === 0) return []
    return [
      {
        key: shipped.key,
        label: model.label,
        added: added.map(noted),
        changed: changed.map(noted),
        models: models.map(({ label }) => label),
        clashes: [...clashes, ...taken].map(noted),
      },
    ]
  })

/**
 * Gives standard models of the workspace what is new in the product, with the models that come with it, as one release.
 * Throws 403; 422 for a key that is no standard model of the workspace, and where it has something of its own in the way.
 * Needs mode `release`.
 */
export async function updateStandardModels(
  tx: Tx,
  caller: Caller,
  keys: readonly string[],
): Promise<{ updated: string[]; added: string[]; release: string | null }> {
  const { workspace } = await requireManage(tx, caller, 'models')
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
      ? [{ key, ...comparison }]
      : []
  })
  const clashes = updates.flatMap((update) => update.clashes.map((field) => inTheWay(update.key, field)))
  if (clashes.length > 0) throw invalid(clashes)
  const { fresh, changes } = await comingModels(tx, caller, workspace, wanted)
  const all = [...changes]
  for (const { key, fields } of updates) {
    const body = (await readDefinition(tx, 'model', key))?.body as ModelWrite
    all.push({ kind: 'model', key, body: { ...body, schema: { ...body.schema, fields } } })
  }
  if (all.length === 0) return { updated: [], added: [], release: null }
  const { releaseId } = await releaseChanges(tx, caller, all, 'New in the standard models', true)
  return { updated: updates.map(({ key }) => key), added: fresh.map(({ key }) => key), release: releaseId }
}

/** Refuses (422 `outdated`) to change a standard model before it has what is new in the product. */
export function refuseOutdated(model: ModelWrite): void {
  const shipped = model.standard === undefined ? undefined : standardModel(model.standard)
  if (!shipped) return
  const { added, changed, clashes } = compareStandard(model, shipped)
  if (added.length + changed.length + clashes.length > 0)
    throw invalid([
      {
        path: 'standard',
        code: 'outdated',
        message: `The product has something new for ${model.label}. Update the model first, then change it.`,
      },
    ])
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
