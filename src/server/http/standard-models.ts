import {
  addStandardModels,
  listStandardModels,
  listStandardUpdates,
  updateStandardModels,
} from '#contracts/api/standard-models.ts'
import { inTenant } from '../database/in-tenant.ts'
import { addStandardModels as add } from '../standard-models/add-standard-models.ts'
import { neededBy, standardModels } from '../standard-models/standard-models.ts'
import { standardUpdates, updateStandardModels as update } from '../standard-models/update-standard-models.ts'
import { loadAccess } from '../workspaces/require-manage.ts'
import { handle, type Handler } from './route.ts'

export const standardModelHandlers: readonly Handler[] = [
  handle(listStandardModels, async ({ caller }) =>
    inTenant(caller, async (tx) => {
      const { workspace, access } = await loadAccess(tx, caller)
      return {
        may_add: access.manages('models'),
        may_create: Object.fromEntries(
          [...workspace.models.values()]
            .filter((model) => model.source && access.can(model, 'create'))
            .map(({ key }) => [key, true] as const),
        ),
        rows: standardModels.map((model) => ({
          key: model.key,
          label: model.label,
          description: model.description,
          icon: model.icon,
          needs: neededBy(model),
          present: workspace.models.get(model.key)?.source?.standard === model.key,
        })),
      }
    }),
  ),

  handle(
    addStandardModels,
    async ({ caller, body }) => inTenant(caller, async (tx) => add(tx, caller, body), { mode: 'release' }),
    { mode: 'release' },
  ),

  handle(listStandardUpdates, async ({ caller }) =>
    inTenant(caller, async (tx) => {
      const { workspace, access } = await loadAccess(tx, caller)
      const may = access.manages('models')
      return { may_update: may, rows: may ? standardUpdates(workspace, access.manages('roles')) : [] }
    }),
  ),

  handle(
    updateStandardModels,
    async ({ caller, body }) => inTenant(caller, async (tx) => update(tx, caller, body), { mode: 'release' }),
    { mode: 'release' },
  ),
]
