import { randomUUID } from 'node:crypto'
import type { BlobBackend, ByteRange } from '#base/blob-backend.ts'

/** The files of records, imports and exports, under keys the server makes: `<workspace>/<two digits>/<random>`. */
export class FileStore {
  constructor(private readonly backend: BlobBackend) {}

  /** A key that no file has. */
  newKey(tenantId: string): string {
    const name = randomUUID()
    return `${tenantId}/${name.slice(0, 2)}/${name}`
  }

  /** Writes a file whole or not at all. Throws 507 `storage_full`. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.backend.put(key, one(bytes), bytes.byteLength)
  }

  /** As `put`, from a stream: never more than a piece is in memory. Throws 413 `too_large` beyond `limit` bytes. */
  async putStream(
    bytes: AsyncIterable<Uint8Array>,
    limit: number,
    key: string,
  ): Promise<{ key: string; size: number }> {
    return { key, size: await this.backend.put(key, bytes, limit) }
  }

  /** A file on this machine with the bytes, for those who read to and fro. */
  local(key: string): Promise<string> {
    return this.backend.local(key)
  }

  /** The bytes of a file as a stream; 404 when they are gone. */
  stream(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
    return this.backend.read(key, range)
  }

  /** Removes a file and what an interrupted writing left of it; one that is gone already is no error. */
  remove(key: string): Promise<void> {
    return this.backend.remove(key)
  }

  /** Throws unless a file can be written, read and removed now. */
  probe(): Promise<void> {
    return this.backend.probe()
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
