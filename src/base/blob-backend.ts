/** Which bytes of a blob, both ends counted in. */
export interface ByteRange {
  from: number
  to: number
}

/** Where bytes lie, under keys the server makes: a folder of this machine or a bucket of an S3-compatible service. */
export interface BlobBackend {
  /** Writes all or nothing and answers the size in bytes. Throws 413 `too_large` beyond `limit`, 507 `storage_full`. */
  put(key: string, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<number>
  /** Throws 404 `not_found` when they are gone. */
  read(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>
  /** Removes a blob and what an interrupted writing left of it; one that is gone already is no error. */
  remove(key: string): Promise<void>
  /** The path of a file on this machine with these bytes, for those who read to and fro. */
  local(key: string): Promise<string>
  /** Throws unless a blob can be written, read and removed now. */
  probe(): Promise<void>
}

/** The form of every key: `<workspace>/<two digits>/<random>`. */
export const blobKeyPattern: RegExp = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/
