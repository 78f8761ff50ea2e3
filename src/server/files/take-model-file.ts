import { createHash } from 'node:crypto'
import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import { readySpareReaders } from '../bim/read-ifc/spare-readers.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { cleanFileName } from './content-disposition.ts'
import { type Room, noRoom, takeRoom } from './customer-room.ts'
import type { FileStore } from './file-store.ts'
import { dropFile, insertFile, type ReceivedFile } from './keep-file.ts'

const drainLimit = 64 * 1024 * 1024

/** Whether a file is a building model by its name: these may be far larger than other files. */
export const isModelFile = (name: string): boolean => /\.ifc(zip)?$/i.test(name)

/**
 * Takes in an uploaded building model; never more than a piece of it is in memory, nor kept than there is room for. Throws 415 `unsupported_media_type` for
 * what begins neither like an IFC file nor like an archive, 413 `too_large` or `quota_exceeded`, 507 `storage_full`; nothing is left then.
 */
export async function takeModelFile(
  caller: Caller,
  store: FileStore,
  given: {
    name: string
    bytes: AsyncIterable<Uint8Array>
    /** What the sender says that it will be; 0 where nothing is said. */
    announced: number
    limit: number
    room: Room
  },
): Promise<ReceivedFile> {
  const { room } = given
  const left = room.left ?? Infinity
  const hash = createHash('sha256')
  let type = ''
  async function* checked(): AsyncGenerator<Uint8Array> {
    let taken = 0
    let isFull = given.announced > left
    for await (const piece of given.bytes) {
      taken += piece.byteLength
      isFull ||= taken > left
      if (isFull) {
        // Kept no more, but read, so that the answer reaches a client that is busy sending.
        if (taken > drainLimit) break
        continue
      }
      if (type === '') {
        type = typeOf(piece)
        // Who sends a model has it read next.
        readySpareReaders()
      }
      hash.update(piece)
      yield piece
    }
    if (isFull) throw noRoom()
  }
  const { key, size } = await store.putStream(checked(), given.limit, store.newKey(caller.tenantId))
  if (type === '') {
    await store.remove(key)
    throw new AppError('invalid', 'The file is empty.')
  }
  const file = { id: newId(), name: cleanFileName(given.name), type, size }
  const digest = hash.digest()
  const arrive = async (tx: Pick<Tx, 'query'>): Promise<void> => {
    await takeRoom(tx, caller, size, room.all)
    await insertFile(tx, caller, { ...file, sha256: digest, key })
  }
  return { file, digest, arrive, drop: () => dropFile(caller, store, { ...file, key }) }
}

function typeOf(start: Uint8Array): string {
  const text = Buffer.from(start.subarray(0, 512)).toString('latin1')
  if (text.startsWith('PK\u0003\u0004')) return 'application/zip'
  if (/^(\u00ef\u00bb\u00bf)?\s*ISO-10303-21/.test(text)) return 'application/x-step'
  throw new AppError('unsupported_media_type', 'This is not an IFC file.')
}
