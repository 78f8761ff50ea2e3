import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AppError } from '#base/app-error.ts'
import { deleteFile, largestModelFile, readFile, uploadFile } from '#contracts/api/files.ts'
import { isNarrowed } from '../access/is-own.ts'
import { inTenant, type Caller } from '../database/in-tenant.ts'
import { roomFor, roomNow } from '../files/customer-room.ts'
import { isFileHeld, mayReadFile } from '../files/files-holding.ts'
import { takeFile, type ReceivedFile } from '../files/keep-file.ts'
import { fileById, type StoredFile } from '../files/stored-file.ts'
import { isModelFile, takeModelFile } from '../files/take-model-file.ts'
import { withRecords } from '../records/open-records.ts'
import { readBytes } from './read-body.ts'
import { handle, handleBytes, type Handler, type HandlerInput, type Received } from './route.ts'
import { sendFile } from './send-file.ts'

const largestOther = uploadFile.maxBody ?? 0

// What a token with a role of its own may read, the records say that hold it.
const isCallers = (caller: Caller, { created_by }: StoredFile): boolean =>
  created_by === caller.userId && !isNarrowed(caller)

async function receiveUpload(input: HandlerInput<typeof uploadFile>): Promise<Received<ReceivedFile>> {
  const given = await takeUpload(input)
  const settle = async (happened: boolean): Promise<void> => {
    if (!happened) await given.drop()
  }
  return { given, digest: given.digest, settle }
}

async function takeUpload(input: HandlerInput<typeof uploadFile>): Promise<ReceivedFile> {
  const { caller, search, services, context } = input
  const room = await withRecords(
    input,
    async (records) => roomNow(records.tx, caller, roomFor(records, services.settings)),
    { mode: 'read' },
  )
  if (isModelFile(search.name)) {
    const { body } = context.req.raw
    if (!body) throw new AppError('invalid', 'The file is empty.')
    const pieces = Readable.fromWeb(body as ReadableStream<Uint8Array>)
    const announced = Number(context.req.header('content-length') ?? 0)
    const sent = { name: search.name, bytes: pieces, announced, limit: largestModelFile, room }
    return takeModelFile(caller, services.files, sent)
  }
  const bytes = await readBytes(context, largestOther)
  return takeFile(caller, services.files, { name: search.name, bytes, room: room.all })
}

export const fileHandlers: readonly Handler[] = [
  handleBytes(
    uploadFile,
    receiveUpload,
    async ({ caller, given }) =>
      inTenant(caller, async (tx) => {
        await given.arrive(tx)
        return given.file
      }),
    { largest: ({ search }) => (isModelFile(search.name) ? largestModelFile : largestOther) },
  ),

  handle(readFile, async (input) => {
    const file = await withRecords(
      input,
      async (context) => {
        const row = await fileById(context, input.params.id)
        if (!row || (!isCallers(input.caller, row) && !(await mayReadFile(context, row.id))))
          throw new AppError('not_found')
        return row
      },
      { mode: 'read' },
    )
    return sendFile(input.context, input.services.files, file, input.search.download === '0')
  }),

  handle(deleteFile, async (input) =>
    withRecords(input, async (context) => {
      const row = await fileById(context, input.params.id)
      if (!row || (!isCallers(input.caller, row) && !(await mayReadFile(context, row.id))))
        throw new AppError('not_found')
      if (!isCallers(input.caller, row))
        throw new AppError('forbidden', 'Only who uploaded a file may remove it.')
      if (await isFileHeld(context, row.id)) throw new AppError('in_use', 'A record holds this file.')
      await context.tx.query('delete from app.files where tenant_id = $1 and id = $2', [
        input.caller.tenantId,
        row.id,
      ])
      context.tx.afterCommit(() => input.services.files.remove(row.storage_key))
    }),
  ),
]
