import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import {
  createModel as createEndpoint,
  deleteModel as deleteEndpoint,
  describeModel as describeEndpoint,
  listModels,
  readModel,
  updateModel as updateEndpoint,
} from '#contracts/api/models.ts'
import type { ListedModel } from '#contracts/model.ts'
import { describeModel, visibleModel } from '#kernel/models/describe-model.ts'
import { inTenant } from '../database/in-tenant.ts'
import { markProductTitles } from '../names/product-titles.ts'
import { createModel, deleteModel, updateModel } from '../models/write-model.ts'
import { markSharing } from '../views/mark-sharing.ts'
import { isNamedByProduct, markOwnWords } from '../standard-models/mark-own-words.ts'
import { pendingFields } from '../formulas/recalculate-later.ts'
import { loadAccess } from '../workspaces/require-manage.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

export const modelHandlers = [
  handle(listModels, async ({ caller }) =>
    inTenant(caller, async (tx) => {
      const { workspace, access } = await loadAccess(tx, caller)
      const models = [...workspace.modelsById.values()].flatMap((model): ListedModel[] => {
        const visible = visibleModel(model, access)
        return visible ? [{ ...visible, ...(isNamedByProduct(model) && { ours: true }) }] : []
      })
      return wholeList(models)
    }),
  ),

  handle(readModel, async ({ caller, params }) =>
    inTenant(caller, async (tx) => {
      const { workspace, access } = await loadAccess(tx, caller)
      const model = workspace.modelsById.get(params.id)
      const visible = model ? visibleModel(model, access) : null
      if (!visible) throw new AppError('not_found')
      return visible
    }),
  ),

  handle(
    createEndpoint,
    async ({ caller, body }) => inTenant(caller, (tx) => createModel(tx, caller, body)),
    {
      mode: 'release',
    },
  ),

  handle(
    updateEndpoint,
    async ({ caller, params, body }) => inTenant(caller, (tx) => updateModel(tx, caller, params.id, body)),
    { mode: 'release' },
  ),

  handle(
    deleteEndpoint,
    async ({ caller, params }) => inTenant(caller, (tx) => deleteModel(tx, caller, params.id)),
    { mode: 'release' },
  ),

  handle(describeEndpoint, async ({ caller, params }) =>
    inTenant(caller, async (tx) => {
      const { workspace, access } = await loadAccess(tx, caller)
      const model = workspace.models.get(params.key)
      if (!model || !access.can(model, 'read')) throw new AppError('not_found')
      const described = markOwnWords(describeModel(must(model), access, workspace))
      const place = { tx, caller, workspace, access }
      const description = await markProductTitles(place, markSharing(described, access))
      if (!description.fields.some(({ computed }) => computed)) return description
      const pending = await pendingFields(tx, caller.tenantId, model)
      const fields = description.fields.map((field) =>
        pending.has(field.key) ? { ...field, pending: true } : field,
      )
      return { ...description, fields }
    }),
  ),
]
