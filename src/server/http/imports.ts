import { importRecords as importEndpoint } from '#contracts/api/records.ts'
import {
  readImport,
  runImport,
  stageImport as stageEndpoint,
  undoImport as undoEndpoint,
} from '#contracts/api/imports.ts'
import { AppError } from '#base/app-error.ts'
import { readTable } from '../exchange/read-table.ts'
import { FileStore } from '../files/file-store.ts'
import { settleImport } from '../imports/dead-import.ts'
import { importById, importState } from '../imports/import-row.ts'
import { importInto } from '../imports/import-into.ts'
import { stageImport } from '../imports/stage-import.ts'
import { startImport } from '../imports/start-import.ts'
import { undoImport } from '../imports/undo-import.ts'
import { withRecords } from '../records/open-records.ts'
import { readBytes } from './read-body.ts'
import { handle, type Handler } from './route.ts'

export const importHandlers: readonly Handler[] = [
  handle(stageEndpoint, async (input) => {
    const bytes = await readBytes(input.context, stageEndpoint.maxBody ?? 0)
    const store = new FileStore(input.services.settings.dataDir)
    return withRecords(
      input,
      async (context) =>
        stageImport(context, store, { name: input.search.name, bytes, sheet: input.search.sheet }),
      { mode: 'write' },
    )
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
    const bytes = await readBytes(input.context, importEndpoint.maxBody ?? 0)
    const { name, mode, key } = input.search
    if (bytes.length === 0) throw new AppError('invalid', 'The file is empty.')
    return withRecords(
      input,
      async (context) => importInto(context, input.params.model, readTable(bytes, name), { mode, key }),
      { mode: 'write' },
    )
  }),
]
