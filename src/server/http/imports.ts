import { importRecords as importEndpoint } from '#contracts/api/records.ts'
import {
  cancelImport as cancelEndpoint,
  decideImportConflicts,
  discardImport as discardEndpoint,
  readImport,
  readImportConflicts,
  readImportErrors,
  readStagedImport,
  retryImport as retryEndpoint,
  runImport,
  stageImport as stageEndpoint,
  undoImport as undoEndpoint,
} from '#contracts/api/imports.ts'
import { openRows } from '../exchange/open-rows.ts'
import { openStream } from '../exchange/open-stream.ts'
import { summariseRows } from '../exchange/summarise-rows.ts'
import { contentDisposition } from '../files/content-disposition.ts'
import { importById, importState, keptErrors, type ImportRecord } from '../imports/import-row.ts'
import { decideConflicts, readConflicts } from '../imports/decide-conflicts.ts'
import { importInto } from '../imports/import-into.ts'
import { discardImport, readStaged } from '../imports/leave-import.ts'
import { stageImport } from '../imports/stage-import.ts'
import { cancelImport, retryImport, startImport } from '../imports/start-import.ts'
import { undoImport } from '../imports/undo-import.ts'
import { rowsToMend } from '../imports/write-rows-to-mend.ts'
import { csvOfErrors, linesOfErrors } from '../imports/write-errors.ts'
import { withRecords } from '../records/open-records.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { receiveFile } from './receive-file.ts'
import { receiveImport } from './receive-import.ts'
import { handle, handleBytes, type Handler, type HandlerInput } from './route.ts'

const told = async (
  input: Parameters<typeof withRecords>[0],
  work: (context: RecordContext) => Promise<ImportRecord>,
) => withRecords(input, async (context) => importState(context, await work(context)))

/** The file of an import that is made at once, and what its columns hold; it is needed until then only. */
async function receiveNow(input: HandlerInput<typeof importEndpoint>) {
  await withRecords(input, async (context) => modelFor(context, input.params.model, 'create'), {
    mode: 'read',
  })
  const store = input.services.files
  const { key, digest } = await receiveFile(input, store, importEndpoint.maxBody ?? 0)
  const settle = (): Promise<void> => store.remove(key)
  try {
    const { columns, count } = await summariseRows(await openRows(await store.local(key), input.search.name))
    return { given: { file: key, columns, count }, digest, settle }
  } catch (error) {
    await settle()
    throw error
  }
}

export const importHandlers: readonly Handler[] = [
  handleBytes(
    stageEndpoint,
    (input) => receiveImport(input, input.search),
    async (input) =>
      withRecords(input, (context) =>
        stageImport(context, input.services.files, { ...input.given, source: input.search.source ?? null }),
      ),
  ),

  handle(readStagedImport, async (input) =>
    withRecords(input, (context) => readStaged(context, input.services.files, input.params.id)),
  ),

  handle(discardEndpoint, async (input) =>
    withRecords(input, (context) => discardImport(context, input.services.files, input.params.id)),
  ),

  handle(runImport, async (input) =>
    withRecords(input, async (context) => {
      await startImport(context, input.params.id, input.body)
      return { id: input.params.id }
    }),
  ),

  handle(readImport, async (input) => told(input, (context) => importById(context, input.params.id))),

  handle(cancelEndpoint, async (input) => told(input, (context) => cancelImport(context, input.params.id))),

  handle(retryEndpoint, async (input) => told(input, (context) => retryImport(context, input.params.id))),

  handle(readImportConflicts, async (input) =>
    withRecords(input, async (context) => readConflicts(context, input.params.id)),
  ),

  handle(decideImportConflicts, async (input) =>
    told(input, (context) => decideConflicts(context, input.params.id, input.body)),
  ),

  handle(readImportErrors, async (input) => {
    const { format } = input.search
    let name = ''
    const body = await openStream(async (out) =>
      withRecords(
        input,
        async (context) => {
          const found = await importById(context, input.params.id)
          name = found.name
          const write = format === 'csv' ? csvOfErrors : linesOfErrors
          const chunks = format === 'rows' ? rowsToMend(context, found) : write(keptErrors(context, found))
          out.ready()
          for await (const chunk of chunks) await out.write(chunk)
        },
        { mode: 'read' },
      ),
    )
    return new Response(body, {
      headers: {
        'Content-Type': `${format === 'jsonl' ? 'application/x-ndjson' : 'text/csv'}; charset=utf-8`,
        'Content-Disposition': contentDisposition(
          'attachment',
          format === 'rows' ? `${name}.rows.csv` : `${name}.mistakes.${format}`,
        ),
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      },
    })
  }),

  handle(undoEndpoint, async (input) =>
    withRecords(input, async (context) => importState(context, await undoImport(context, input.params.id))),
  ),

  handleBytes(importEndpoint, receiveNow, async (input) => {
    const { name, mode, key, without_key: withoutKey, zone } = input.search
    const { file, ...counted } = input.given
    return withRecords(input, async (context) => {
      // Opened in here: after a deadlock the work runs again, from the first row.
      const stream = await openRows(await input.services.files.local(file), name)
      return importInto(context, input.params.model, { stream, ...counted }, { mode, key, withoutKey, zone })
    })
  }),
]
