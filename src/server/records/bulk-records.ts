import { AppError } from '#base/app-error.ts'
import { isUuid } from '#base/ids.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { createObjects } from './create-objects.ts'
import { deleteObjects } from './delete-objects.ts'
import { parentId } from './parent-id.ts'
import { modelFor, type RecordContext } from './record-context.ts'
import { recordValues } from './record-values.ts'
import { refuseAll } from './refusals.ts'
import { updateObjects } from './update-objects.ts'

export interface BulkRequest {
  create: Record<string, unknown>[]
  update: { id: string; values: Record<string, unknown>; base?: Record<string, unknown> | undefined }[]
  delete: string[]
}

function recordId(id: string): string {
  if (!isUuid(id)) throw new AppError('not_found')
  return id.toLowerCase()
}

/** Creates, changes and deletes records of one model: all of it, or nothing with every problem at once. */
export async function bulkRecords(
  context: RecordContext,
  key: string,
  request: BulkRequest,
): Promise<{ created: string[]; updated: string[]; deleted: string[] }> {
  const model: ModelInfo = modelFor(context, key, 'read')
  const options = { onRefused: 'collect', path: 'values' } as const
  const created: string[] = []
  if (request.create.length > 0) {
    modelFor(context, key, 'create')
    const drafts = []
    for (const body of request.create) {
      const { values, archetypeId, parentToken } = recordValues(body)
      drafts.push({
        values,
        archetypeId: archetypeId ?? null,
        parentId: await parentId(context, parentToken),
      })
    }
    const { ids, refused } = await createObjects(context, model, drafts, options)
    refuseAll(refused, (index) => `create.${index}`)
    created.push(...[...ids].toSorted(([a], [b]) => a - b).map(([, id]) => id))
  }
  if (request.update.length > 0) {
    modelFor(context, key, 'update')
    const changes = request.update.map(({ id, ...rest }) => {
      const { values, archetypeId } = recordValues(rest.values)
      return { id: recordId(id), values, base: rest.base, archetypeId }
    })
    refuseAll(await updateObjects(context, model, changes, options), (index) => `update.${index}`)
  }
  if (request.delete.length > 0) {
    modelFor(context, key, 'delete')
    const ids = [...new Set(request.delete.map((id) => recordId(id)))]
    const refused = await deleteObjects(context, model, ids, { onRefused: 'collect' })
    refuseAll(refused, (index) => `delete.${index}`)
  }
  return {
    created,
    updated: request.update.map(({ id }) => recordId(id)),
    deleted: request.delete.map((id) => recordId(id)),
  }
}
