import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import {
  createObject,
  deleteObject,
  listObjects,
  readFullObject,
  readObject,
  traceObject,
  updateObject,
} from '#contracts/api/objects.ts'
import type { ObjectView } from '#contracts/object.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { verbRefusals } from '../access/refusal-texts.ts'
import { createObjects } from '../records/create-objects.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { fullObject } from '../records/full-object.ts'
import { listObjects as findObjects } from '../records/list-objects.ts'
import { objectViews } from '../records/object-view.ts'
import { withRecords } from '../records/open-records.ts'
import { readHistory } from '../records/read-history.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { loadObjects, objectByToken } from '../records/stored-object.ts'
import { updateObjects } from '../records/update-objects.ts'
import { parentId } from '../records/parent-id.ts'
import { handle, type Handler } from './route.ts'

const pageSize = 100

async function viewOf(context: RecordContext, model: ModelInfo, id: string): Promise<ObjectView> {
  return must((await objectViews(context, await loadObjects(context, model, [id])))[0])
}

/** The model an object is made of: an id of another workspace is answered like one that never was (TI-04). */
function modelById(context: RecordContext, id: string): ModelInfo {
  const model = context.workspace.modelsById.get(id.toLowerCase())
  if (!model || !context.access.can(model, 'read'))
    throw invalid([{ path: 'model_id', code: 'reference', message: 'There is no such model.' }])
  return modelFor(context, model.key, 'create')
}

export const objectHandlers: readonly Handler[] = [
  handle(listObjects, async (input) =>
    withRecords(input, async (context) => {
      const { model_id, size = pageSize, after } = input.search
      const found = await findObjects(context, { modelId: model_id, size, after })
      return { rows: await objectViews(context, found.objects), page: { size, after: found.after } }
    }),
  ),

  handle(createObject, async (input) =>
    withRecords(input, async (context) => {
      const { model_id, archetype_id, attributes, parent_token } = input.body
      const model = modelById(context, model_id)
      const draft = {
        values: attributes,
        archetypeId: archetype_id?.toLowerCase() ?? null,
        parentId: await parentId(context, parent_token),
      }
      const { ids } = await createObjects(context, model, [draft])
      return viewOf(context, model, must(ids.get(0)))
    }),
  ),

  handle(readObject, async (input) =>
    withRecords(input, async (context) => {
      const { object } = await objectByToken(context, input.params.token)
      return must((await objectViews(context, [object]))[0])
    }),
  ),

  handle(updateObject, async (input) =>
    withRecords(input, async (context) => {
      const { object, model } = await objectByToken(context, input.params.token)
      if (!context.access.can(model, 'update')) throw new AppError('forbidden', verbRefusals.update)
      const { attributes, base, archetype_id } = input.body
      await updateObjects(context, model, [
        {
          id: object.id,
          values: attributes ?? {},
          base,
          archetypeId: archetype_id?.toLowerCase() ?? archetype_id,
        },
      ])
      return viewOf(context, model, object.id)
    }),
  ),

  handle(deleteObject, async (input) =>
    withRecords(input, async (context) => {
      const { object, model } = await objectByToken(context, input.params.token)
      if (!context.access.can(model, 'delete')) throw new AppError('forbidden', verbRefusals.delete)
      await deleteObjects(context, model, [object.id])
    }),
  ),

  handle(readFullObject, async (input) =>
    withRecords(input, async (context) => {
      const { object, model } = await objectByToken(context, input.params.token)
      const { children_after, events_after } = input.search
      return fullObject(context, model, object, { children: children_after, events: events_after })
    }),
  ),

  handle(traceObject, async (input) =>
    withRecords(input, async (context) => {
      const { object, model } = await objectByToken(context, input.params.token)
      const { size = pageSize, after } = input.search
      return readHistory(context, model, object, { size, after })
    }),
  ),
]
