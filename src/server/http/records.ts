import type { Mode } from '../database/in-tenant.ts'
import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { isUuid } from '#base/ids.ts'
import {
  bulkRecords as bulkEndpoint,
  createRecord,
  deleteRecord,
  listRecords,
  readRecord,
  recordEvents,
  restoreRecord,
  updateRecord,
} from '#contracts/api/records.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { bulkRecords } from '../records/bulk-records.ts'
import { createObjects } from '../records/create-objects.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { systemWrites } from '../records/system-writes.ts'
import { withRecords } from '../records/open-records.ts'
import { parentId } from '../records/parent-id.ts'
import { readHistory } from '../records/read-history.ts'
import { readBehind } from '../records/read-behind.ts'
import { readRow } from '../records/read-row.ts'
import { queryOfSearch } from '../records/query-of-search.ts'
import { ask, modelFor, requireVisible, type RecordContext } from '../records/record-context.ts'
import { recordValues } from '../records/record-values.ts'
import { readVersion } from '../records/read-version.ts'
import { restoreObject } from '../records/restore-object.ts'
import { oneVersion, restoreVersion } from '../records/restore-version.ts'
import { inOrder, loadObjects } from '../records/stored-object.ts'
import { updateObjects } from '../records/update-objects.ts'
import {
  bulkSystemRecords,
  createSystemRecord,
  deleteSystemRecord,
  updateSystemRecord,
} from '../records/write-system-record.ts'
import { handle, type Handler } from './route.ts'

/** Keys a workspace cannot give: these records are written through the functions of their own calls. */
const isSystemModel = (key: string): boolean => key.startsWith('sys_')

/** The id of a workspace's own record; anything else names nothing. */
function recordId(id: string): string {
  if (!isUuid(id)) throw new AppError('not_found')
  return id.toLowerCase()
}

/** Only a workspace's own models keep records in `objects`. */
function ownModel(context: RecordContext, key: string, verb: Parameters<typeof modelFor>[2]): ModelInfo {
  const model = modelFor(context, key, verb)
  if (model.kind !== 'objects')
    throw new AppError('forbidden', 'This call is for the records of your own models.')
  return model
}

/** A write of metadata or rights holds the workspace for itself from its first statement on. */
const modeOfModel = ({ model = '' }: Readonly<Record<string, string>>): Mode =>
  systemWrites(model)?.mode ?? 'write'

export const recordHandlers: readonly Handler[] = [
  handle(listRecords, async (input) =>
    withRecords(input, (context) => ask(context, queryOfSearch(input.params.model, input.search))),
  ),

  handle(
    createRecord,
    async (input) => {
      if (isSystemModel(input.params.model)) return createSystemRecord(input, input.params.model, input.body)
      return withRecords(input, async (context) => {
        const model = ownModel(context, input.params.model, 'create')
        const { values, archetypeId, parentToken, base } = recordValues(input.body)
        if (base !== undefined)
          throw invalid([
            { path: 'base', code: 'unknown_key', message: 'A new record has no earlier values.' },
          ])
        const draft = {
          values,
          archetypeId: archetypeId ?? null,
          parentId: await parentId(context, parentToken),
        }
        return readBehind(context, model, (written) =>
          createObjects(context, model, [draft], { written: (ids) => written(must(ids.get(0))) }),
        )
      })
    },
    { mode: modeOfModel },
  ),

  handle(
    updateRecord,
    async (input) => {
      if (isSystemModel(input.params.model))
        return updateSystemRecord(input, input.params.model, input.params.id, input.body)
      return withRecords(input, async (context) => {
        const model = ownModel(context, input.params.model, 'update')
        const id = recordId(input.params.id)
        const { values, archetypeId, base, parentToken } = recordValues(input.body)
        if (parentToken !== undefined)
          throw invalid([
            { path: 'parent_token', code: 'unknown_key', message: 'A record stays where it was made.' },
          ])
        return readBehind(context, model, (written) =>
          updateObjects(context, model, [{ id, values, base, archetypeId }], { written: () => written(id) }),
        )
      })
    },
    { mode: modeOfModel },
  ),

  handle(
    deleteRecord,
    async (input) => {
      if (isSystemModel(input.params.model))
        return deleteSystemRecord(input, input.params.model, input.params.id)
      return withRecords(input, async (context) => {
        const model = ownModel(context, input.params.model, 'delete')
        await deleteObjects(context, model, [recordId(input.params.id)])
      })
    },
    { mode: modeOfModel },
  ),

  handle(readRecord, async (input) =>
    withRecords(input, async (context) => {
      const model = ownModel(context, input.params.model, 'read')
      oneVersion(input.search)
      return readVersion(context, model, recordId(input.params.id), input.search)
    }),
  ),

  handle(restoreRecord, async (input) =>
    withRecords(input, async (context) => {
      const { at, event, base, keep } = input.body ?? {}
      const isVersion = at !== undefined || event !== undefined
      const model = ownModel(context, input.params.model, isVersion ? 'update' : 'delete')
      const id = recordId(input.params.id)
      oneVersion({ at, event })
      if (isVersion) await restoreVersion(context, model, id, { at, event, base, keep })
      else await restoreObject(context, model, id)
      return readRow(context, model, id)
    }),
  ),

  handle(recordEvents, async (input) =>
    withRecords(input, async (context) => {
      const model = ownModel(context, input.params.model, 'read')
      const id = recordId(input.params.id)
      const [record] = inOrder(await loadObjects(context, model, [id]), [id])
      await requireVisible(context, model, [id])
      const { size = 50, after } = input.search
      return readHistory(context, model, must(record), { size, after })
    }),
  ),

  handle(
    bulkEndpoint,
    async (input) => {
      if (isSystemModel(input.params.model)) return bulkSystemRecords(input, input.params.model, input.body)
      return withRecords(input, async (context) => {
        ownModel(context, input.params.model, 'read')
        return bulkRecords(context, input.params.model, input.body)
      })
    },
    { mode: modeOfModel },
  ),
]
