import type { Context } from 'hono'
import { MemoryLocker, Server } from '@tus/server'
import { isUuid, newId } from '#base/ids.ts'
import { knownError } from '../answer-error.ts'
import { StorageError, accessDenied } from '../storage-error.ts'
import type { StorageContext, Visitor } from '../storage-host.ts'
import { uploadById } from '../upload-row.ts'
import { UploadStore } from '../upload-store.ts'

const path = '/storage/v1/upload/resumable'
// Two requests for one upload in this process wait for each other; between processes the database decides.
const locker = new MemoryLocker()

/** `/upload/resumable[/:id]`: uploads in pieces by the TUS protocol, for a signed-in person's eyes only. */
export async function resumable(context: StorageContext, c: Context): Promise<Response> {
  const visitor = await context.host.visitor(c)
  if (!visitor) throw accessDenied()
  const store = new UploadStore(context, visitor)
  if (c.req.method === 'HEAD') {
    const done = await finishedLength(visitor, store, c.req.path.split('/').at(-1) ?? '')
    if (done !== null) return answerDone(done)
  }
  const tus = new Server({
    path,
    datastore: store,
    locker,
    relativeLocation: true,
    maxSize: context.host.largestFile,
    namingFunction: () => newId(),
    // Ours are set for every answer of this service.
    allowedOrigins: () => false,
    onUploadFinish: async (_request, upload) => {
      await store.finish(upload.id)
      return {}
    },
    onResponseError: (_request, error) => answerOf(context, error),
  })
  return tus.handleWeb(c.req.raw)
}

/** The length of an upload that is whole: what a process did not get to the end of is finished now. */
async function finishedLength(visitor: Visitor, store: UploadStore, id: string): Promise<number | null> {
  if (!isUuid(id)) return null
  const row = await visitor.inTransaction('read', async (db) => {
    const found = await uploadById(db, id)
    return found && found.owner === db.userId ? found : null
  })
  if (!row) return null
  if (row.options.length !== undefined) return row.options.length
  if (row.received < row.size) return null
  await store.finish(id)
  return row.size
}

const answerDone = (length: number): Response =>
  new Response(null, {
    status: 200,
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(length),
      'Upload-Length': String(length),
      'Cache-Control': 'no-store',
    },
  })

function answerOf(
  { log }: StorageContext,
  error: Error | { status_code: number; body: string },
): { status_code: number; body: string } | undefined {
  // A refusal of the protocol itself.
  if (!(error instanceof Error)) return undefined
  const { status, httpStatus, word, message, code } = knownError(error)
  if (httpStatus >= 500 && !(error instanceof StorageError))
    log(`Upload error: ${error.stack ?? error.message}`)
  const body = JSON.stringify({ statusCode: String(status), error: word, message, code })
  // Programs that send in pieces look at the number, and try again what is none of theirs.
  return { status_code: httpStatus === 400 ? status : httpStatus, body }
}
