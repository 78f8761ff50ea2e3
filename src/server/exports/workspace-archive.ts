import { AppError } from '#base/app-error.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { exportRecords } from '../exchange/export-records.ts'
import { writeZip, type ZipEntry } from '../exchange/zip/write-zip.ts'
import { cleanFileName } from '../files/content-disposition.ts'
import type { FileStore } from '../files/file-store.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'

/** System models whose rows belong to what a workspace takes along, and the names of their files. */
const kept = { sys_member: 'people', sys_invite: 'invitations', sys_release: 'releases', sys_audit: 'audit' }

/**
 * Everything a workspace holds as one archive: records as JSON lines and as CSV, files, what is released (models, layouts,
 * routes, roles …), people, the audit log. For its owner; throws 403 for anybody else.
 */
export function workspaceArchive(
  context: RecordContext,
  files: FileStore,
  onRows: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  if (context.caller.role !== 'owner') throw new AppError('forbidden', 'Only an owner can do this.')
  return writeZip(entriesOf(context, files, onRows))
}

async function* entriesOf(
  context: RecordContext,
  files: FileStore,
  onRows: (count: number) => void,
): AsyncGenerator<ZipEntry> {
  const { caller, workspace } = context
  const about = {
    workspace: caller.tenantName,
    id: caller.tenantId,
    made: new Date().toISOString(),
    version: 1,
  }
  yield text('about.json', JSON.stringify(about, null, 2))
  for (const model of workspace.modelsById.values()) {
    yield await records(context, model, `records/${model.key}.jsonl`, 'jsonl', onRows)
    yield await records(context, model, `records/${model.key}.csv`, 'csv', () => undefined)
  }
  for (const [key, name] of Object.entries(kept))
    yield await records(context, modelFor(context, key, 'read'), `${name}.jsonl`, 'jsonl', onRows)
  yield* definitions(context)
  yield* storedFiles(context, files)
  yield* bucketObjects(context, files)
}

async function records(
  context: RecordContext,
  model: ModelInfo,
  name: string,
  format: 'jsonl' | 'csv',
  onRows: (count: number) => void,
): Promise<ZipEntry> {
  const shape = { bom: true, zone: 'UTC' }
  return { name, bytes: await exportRecords(context, model, { model: model.key }, format, shape, onRows) }
}

async function* definitions({ tx, caller }: RecordContext): AsyncGenerator<ZipEntry> {
  const { rows } = await tx.query<{ kind: string; key: string; body: unknown }>(
    'select kind, key, body from app.released where tenant_id = $1 and body is not null order by kind, key',
    [caller.tenantId],
  )
  for (const { kind, key, body } of rows)
    yield text(`configuration/${kind}/${safeName(key)}.json`, JSON.stringify(body, null, 2))
}

interface Stored {
  id: string
  name: string
  bucket: string | null
  storage_key: string
}

const nextFiles = `
  select id, name, null as bucket, storage_key from app.files
  where tenant_id = $1 and id > $2 and deleted_at is null order by id limit 200`
const nextObjects = `
  select id, name, bucket_id as bucket, storage_key from app.bucket_objects
  where tenant_id = $1 and id > $2 order by id limit 200`
const first = '00000000-0000-0000-0000-000000000000'

async function* pages({ tx, caller }: RecordContext, question: string): AsyncGenerator<Stored> {
  let after = first
  for (;;) {
    const { rows } = await tx.query<Stored>(question, [caller.tenantId, after])
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function* storedFiles(context: RecordContext, files: FileStore): AsyncGenerator<ZipEntry> {
  for await (const { id, name, storage_key: key } of pages(context, nextFiles))
    yield { name: `files/${id}/${cleanFileName(name)}`, bytes: read(files, key), isPacked: true }
}

async function* bucketObjects(context: RecordContext, files: FileStore): AsyncGenerator<ZipEntry> {
  for await (const { name, bucket, storage_key: key } of pages(context, nextObjects))
    yield {
      // Names of objects have been checked: no part of one leads out of its folder.
      name: `storage/${safeName(bucket ?? '')}/${name}`,
      bytes: read(files, key),
      isPacked: true,
    }
}

// Opened when it is its turn, not before.
async function* read(files: FileStore, key: string): AsyncGenerator<Uint8Array> {
  yield* (await files.stream(key)) as unknown as AsyncIterable<Uint8Array>
}

const safeName = (key: string): string => key.replaceAll(/[^\w.-]+/g, '_').slice(0, 120)

const text = (name: string, words: string): ZipEntry => ({
  name,
  bytes: (async function* () {
    yield Buffer.from(words)
  })(),
})
