import type { RecordContext } from '../records/record-context.ts'

/** A file as it is kept. */
export interface StoredFile {
  id: string
  name: string
  type: string
  size: number
  storage_key: string
  created_by: string
  sha256: string
}

const select = `select id, name, type, size::float8 as size, storage_key, created_by, encode(sha256, 'hex') as sha256
  from app.files where tenant_id = $1 and id = $2 and deleted_at is null`

/** A file of the workspace; who may have it is for the caller to say. */
export async function fileById(
  { tx, caller }: Pick<RecordContext, 'tx' | 'caller'>,
  id: string,
): Promise<StoredFile | undefined> {
  const { rows } = await tx.query<StoredFile>(select, [caller.tenantId, id])
  return rows[0]
}
