import type { Context } from 'hono'
import type { BlobBackend } from '#base/blob-backend.ts'
import type { Pictures } from './pictures/pictures.ts'

/** A transaction inside one workspace. */
export interface Queryable {
  query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: R[]; rowCount: number }>
}

/** What somebody may do with buckets and objects of a workspace. */
export interface StorageRights {
  /** Make, change, empty and delete buckets. */
  manage: boolean
  read: boolean
  create: boolean
  /** Change objects of others; one's own always, with `create`. */
  update: boolean
  /** Remove objects of others. */
  delete: boolean
}

/** A transaction with whose it is. */
export interface StorageWork extends Queryable {
  tenantId: string
  /** Null: a program with the service key. */
  userId: string | null
  may: StorageRights
  /** Runs after the commit, before the answer. */
  afterCommit(work: () => Promise<void>): void
}

/** Somebody inside a workspace. Every transaction checks the sign-in, the membership and the rights anew. */
export interface Visitor {
  inTransaction<T>(mode: 'read' | 'write', work: (db: StorageWork) => Promise<T>): Promise<T>
}

/** What the server gives the storage service: who asks, the database, what bytes are. */
export interface StorageHost {
  /** Null for the public key: nobody in particular. Throws AppErrors: 401, 404, 409. */
  visitor(context: Context): Promise<Visitor | null>
  /**
   * Acts for a person who signed an address earlier, null for a program with the service key: creates as far as they may now,
   * and where `replaces` puts bytes in the place of others’. Throws 403 when they are no member now.
   */
  onBehalf(tenantId: string, signer: { userId: string | null; replaces: boolean }): Visitor
  /** A transaction outside any workspace, for the functions that answer there. */
  outside<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  /** The name of this process among those that write blobs. */
  process: string
  /** The type of bytes from their beginning; name and what the sender says decide between kinds of text only. */
  typeOf(head: Uint8Array, name: string, said: string): Promise<string>
  /** The same for files of records. Throws 415 for what records do not take. */
  recordTypeOf(head: Uint8Array, name: string): Promise<string>
  /** Whether a picture of this type carries what its camera wrote beside it. */
  hasMetadata(type: string): boolean
  /** A picture without that. Throws 415 for a damaged one. */
  withoutMetadata(type: string, bytes: Buffer): Buffer
  /** Types a browser may show in a page. */
  shownInline: ReadonlySet<string>
  disposition(kind: 'inline' | 'attachment', name: string): string
  /** Makes a finished upload without a bucket a file that records can hold. */
  keepRecordFile(
    db: StorageWork,
    file: { id: string; name: string; type: string; size: number; sha256: Buffer; key: string },
  ): Promise<void>
  /** Origins, besides our own, whose pages may call. */
  origins(): string[]
  /** Bytes. */
  largestFile: number
}

export interface StorageContext {
  host: StorageHost
  blobs: BlobBackend
  pictures: Pictures
  publicUrl(): string
  /** Signs addresses. */
  signingKey: Uint8Array
  log(message: string): void
}
