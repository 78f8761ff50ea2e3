import { invalid } from '#base/app-error.ts'
import type { StarterModel } from '#contracts/api/quick-setup.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { ModelWrite } from '#contracts/model.ts'
import type { StandardModel } from '#contracts/standard-model.ts'
import type { Language } from '#contracts/language.ts'
import { quickSetupIn } from '#features/quick-setup/quick-setup-in.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { takenScreens } from '../imports/place-screens.ts'
import { adaptModel, starterRelease } from '../quick-setup/starter-release.ts'
import { releaseChanges, type DefinitionChange } from '../releases/release-changes.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { broughtTo, standardModel, withNeeded } from './standard-models.ts'

/**
 * Takes standard models into the workspace, with all they point to, as one release. Those that are there stay as they
 * are. Throws 403; 422 for an unknown key, and for one that a model of the workspace's own has. Needs mode `release`.
 */
export async function addStandardModels(
  tx: Tx,
  caller: Caller,
  { keys, language }: { keys: readonly string[]; language: Language },
): Promise<{ added: string[]; release: string | null }> {
  const { workspace } = await requireManage(tx, caller, 'models')
  const unknown = keys.flatMap((key, index) =>
    standardModel(key)
      ? []
      : [{ path: `keys.${index}`, code: 'unknown', message: 'The product ships no model of this name.' }],
  )
  if (unknown.length > 0) throw invalid(unknown)
  const { fresh, changes } = await comingModels(tx, caller, workspace, withNeeded(keys), language)
  if (fresh.length === 0) return { added: [], release: null }
  const { releaseId } = await releaseChanges(tx, caller, changes, 'Standard models', true)
  return { added: fresh.map(({ key }) => key), release: releaseId }
}

/**
 * Those of the wanted models that are not there yet, and what makes them, with the plain models that any of the wanted
 * point to. Throws 422 for one whose key a model of the workspace's own has.
 */
export async function comingModels(
  tx: Tx,
  caller: Caller,
  workspace: Workspace,
  wanted: readonly StandardModel[],
  language: Language,
): Promise<{ fresh: StandardModel[]; changes: DefinitionChange[] }> {
  const taken = takenBy(workspace, wanted)
  if (taken.length > 0)
    throw invalid(
      taken.map(({ key, label }) => ({
        path: key,
        code: 'taken',
        message: `The workspace has a model “${key}” of its own. Rename or remove it to take in ${label}.`,
      })),
    )
  const fresh = wanted.filter(({ key }) => !workspace.models.has(key))
  const models = [...startersOf(wanted, workspace, language), ...fresh]
  const present = new Set([...workspace.models.keys(), ...models.map(({ key }) => key)])
  // Of projects the product ships screens, which look at their hierarchies.
  const screenless = (key: string): boolean => key === 'projects' && present.has('hierarchies')
  const generated = starterRelease(
    models.filter((model) => !standardModel(model.key) && !screenless(model.key)),
    await takenScreens(tx, caller),
    language,
  )
  const rest = models
    .filter((model) => standardModel(model.key) ?? screenless(model.key))
    .map((model) => ({ kind: 'model' as const, key: model.key, body: bodyOf(model) }))
  return { fresh, changes: [...generated.changes, ...rest] }
}

/** Those of the wanted models whose key a model of the workspace's own has. */
export const takenBy = (workspace: Workspace, wanted: readonly StandardModel[]): StandardModel[] =>
  wanted.filter(({ key }) => {
    const model = workspace.models.get(key)
    return model !== undefined && model.source?.standard !== key
  })

/** Plain models they point to that are not there: customers, projects, suppliers. One of the workspace's own serves as well. */
function startersOf(
  models: readonly StandardModel[],
  { models: there }: Workspace,
  language: Language,
): StarterModel[] {
  const targets = new Set(
    models.flatMap(({ schema }) => plainFields(schema.fields).map(({ target }) => target)),
  )
  const found = quickSetupIn(language).manage.filter(({ key }) => targets.has(key) && !there.has(key))
  const present = new Set([...there.keys(), ...found.map(({ key }) => key)])
  return found.map((model) => adaptModel(model, null, present))
}

/** A standard model, or a plain one that comes with it, as the workspace's definition of it. */
export function bodyOf({
  key,
  label,
  singular,
  description,
  icon,
  schema,
}: StandardModel | StarterModel): ModelWrite {
  const shipped = standardModel(key)
  const standard = shipped ? { standard: key, ...broughtTo(shipped) } : {}
  return {
    key,
    label,
    description,
    icon,
    schema: { ...schema, singular },
    construct_type: 'item',
    ...standard,
  }
}
