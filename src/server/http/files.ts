import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AppError } from '#base/app-error.ts'
import { deleteFile, largestModelFile, readFile, uploadFile } from '#contracts/api/files.ts'
import { isNarrowed } from '../access/is-own.ts'
import type { Caller } from '../database/in-tenant.ts'
import { contentDisposition } from '../files/content-disposition.ts'
import { roomFor } from '../files/customer-room.ts'
import { shownInline } from '../files/detect-type.ts'
import { isFileHeld, mayReadFile } from '../files/files-holding.ts'
import { keepFile } from '../files/keep-file.ts'
import { isModelFile, keepModelFile } from '../files/keep-model-file.ts'
import { withRecords } from '../records/open-records.ts'
import { readBytes } from './read-body.ts'
import { handle, type Handler } from './route.ts'
import { sendBytes } from './send-bytes.ts'

interface FileRow {
  id: string
  name: string
  type: string
  size: number
  storage_key: string
  created_by: string
  sha256: string
}

const fileById = `select id, name, type, size::float8 as size, storage_key, created_by, encode(sha256, 'hex') as sha256
  from app.files where tenant_id = $1 and id = $2 and deleted_at is null`

// What a token with a role of its own may read, the records say that hold it.
const isCallers = (caller: Caller, { created_by }: FileRow): boolean =>
  created_by === caller.userId && !isNarrowed(caller)

export const fileHandlers: readonly Handler[] = [
  handle(uploadFile, async (input) => {
    const { caller, search, services, context } = input
    const room = await withRecords(input, async (records) => roomFor(records, services.settings), {
      mode: 'read',
    })
    if (isModelFile(search.name)) {
      const { body } = context.req.raw
      if (!body) throw new AppError('invalid', 'The file is empty.')
      const pieces = Readable.fromWeb(body as ReadableStream<Uint8Array>)
      const given = { name: search.name, bytes: pieces, limit: largestModelFile, room }
      return keepModelFile(caller, services.files, given)
    }
    const bytes = await readBytes(context, uploadFile.maxBody ?? 0)
    return keepFile(caller, services.files, { name: search.name, bytes, room })
  }),

  handle(readFile, async (input) => {
    const file = await withRecords(
      input,
      async (context) => {
        const { rows } = await context.tx.query<FileRow>(fileById, [input.caller.tenantId, input.params.id])
        const [row] = rows
        if (!row || (!isCallers(input.caller, row) && !(await mayReadFile(context, row.id))))
          throw new AppError('not_found')
        return row
      },
      { mode: 'read' },
    )
    const inline = shownInline.has(file.type) && input.search.download === '0'
    const headers = {
      'Content-Type': file.type,
      'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', file.name),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cache-Control': 'private, no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
    }
    return sendBytes(input.context, { ...file, headers }, (range) =>
      input.services.files.stream(file.storage_key, range),
    )
  }),

  handle(deleteFile, async (input) =>
    withRecords(input, async (context) => {
      const { rows } = await context.tx.query<FileRow>(fileById, [input.caller.tenantId, input.params.id])
      const [row] = rows
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
