import { starterModels } from '#features/quick-setup/starter-models.ts'
import { inTenant, type Caller } from '../database/in-tenant.ts'
import { adaptModel } from '../quick-setup/starter-release.ts'
import { releaseChanges, type DefinitionChange } from '../releases/release-changes.ts'
import { bodyOf } from '../standard-models/add-standard-models.ts'
import { withNeeded } from '../standard-models/standard-models.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'

/**
 * Takes standard models into the demo with all they point to, and those of `starters` without screens: the demo has
 * projects and suppliers of its own already and shows no second list of them. What is there stays.
 */
export async function addDemoModels(
  owner: Caller,
  models: readonly string[],
  starters: ReadonlySet<string>,
  note: string,
): Promise<void> {
  const plain = starterModels
    .filter(({ key }) => starters.has(key))
    .map((model) => adaptModel(model, null, starters))
  const wanted = [...plain, ...withNeeded(models)].map((model): DefinitionChange => ({
    kind: 'model',
    key: model.key,
    body: { ...bodyOf(model) },
  }))
  await inTenant(
    owner,
    async (tx) => {
      const { models: known } = await loadWorkspace(tx, owner.tenantId)
      const fresh = wanted.filter(({ key }) => !known.has(key))
      await releaseChanges(tx, owner, fresh, note)
    },
    { mode: 'release' },
  )
}
