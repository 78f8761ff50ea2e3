import { importRecords as importEndpoint } from '#contracts/api/records.ts'
import {
  readImport,
  runImport,
  stageImport as stageEndpoint,
  undoImport as undoEndpoint,
} from '#contracts/api/imports.ts'
import { AppError } from '#base/app-error.ts'
import { readTableAside, summariseTable } from '../exchange/read-aside.ts'
import { FileStore } from '../files/file-store.ts'
import { settleImport } from '../imports/dead-import.ts'
import { importById, importState } from '../imports/import-row.ts'
import { importInto } from '../imports/import-into.ts'
import { requireImporter, stageImport } from '../imports/stage-import.ts'
import { startImport } from '../imports/start-import.ts'
import { undoImport } from '../imports/undo-import.ts'
import { withRecords } from '../records/open-records.ts'
import { modelFor } from '../records/record-context.ts'
import { readBytes } from './read-body.ts'
import { handle, type Handler } from './route.ts'

export const importHandlers: readonly Handler[] = [
  handle(stageEndpoint, async (input) => {
    await withRecords(input, requireImporter, { mode: 'read' })
    const bytes = await readBytes(input.context, stageEndpoint.maxBody ?? 0)
    const { name, sheet } = input.search
    // No transaction is open while a file is read.
    const summary = await summariseTable(bytes, name, sheet)
    if (summary.count === 0) throw new AppError('invalid', 'The file has a header but no rows.')
    const store = new FileStore(input.services.settings.dataDir)
    const key = await store.put(input.caller.tenantId, bytes)
    try {
      return await withRecords(input, (context) => stageImport(context, store, { name, key, summary }), {
        mode: 'write',
      })
    } catch (error) {
      await store.remove(key)
      throw error
    }
  }),

  handle(runImport, async (input) =>
    withRecords(input, async (context) => {
      await startImport(context, input.services, input.caller, input.params.id, input.body)
      return { id: input.params.id }
    }),
  ),

  handle(readImport, async (input) =>
    withRecords(input, async (context) => {
      const row = await importById(context, input.params.id)
      return importState(await settleImport(context.tx, input.services, input.caller.tenantId, row))
    }),
  ),

  handle(
    undoEndpoint,
    async (input) =>
      withRecords(input, async (context) => importState(await undoImport(context, input.params.id)), {
        mode: 'release',
      }),
    {
      mode: 'release',
    },
  ),

  handle(importEndpoint, async (input) => {
    await withRecords(input, async (context) => modelFor(context, input.params.model, 'create'), {
      mode: 'read',
    })
    const bytes = await readBytes(input.context, importEndpoint.maxBody ?? 0)
    const { name, mode, key } = input.search
    const table = await readTableAside(bytes, name)
    return withRecords(
      input,
      async (context) => importInto(context, input.params.model, table, { mode, key }),
      { mode: 'write' },
    )
  }),
]
