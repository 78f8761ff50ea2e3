import { AppError } from '#base/app-error.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { RecordContext } from '../records/record-context.ts'

/** Whether some record that this role may write has a field for files, and it may write that field. */
function mayHoldFiles(workspace: Workspace, access: Access): boolean {
  const takes = (model: ModelInfo): boolean =>
    (access.can(model, 'create') || access.can(model, 'update')) &&
    [...model.fields.values()].some(
      ({ key, type }) => (type === 'file' || type === 'image') && access.mayWrite(model, key),
    )
  return [...workspace.modelsById.values()].some(takes)
}

/**
 * Bytes that all files of this person may have; null for who works here, whose limit is the workspace's. A customer to whom
 * nothing was opened that holds files has no use for an upload: 403.
 */
export function roomFor(
  { workspace, access }: Pick<RecordContext, 'workspace' | 'access'>,
  { customerStorage }: { customerStorage: number },
): number | null {
  if (!access.outside) return null
  if (!mayHoldFiles(workspace, access)) throw new AppError('forbidden', 'Nothing here asks you for a file.')
  return customerStorage
}

/**
 * Holds a person to their `room` (null: no limit of theirs) in the transaction that adds a file of `size` bytes. Whoever
 * uploads several at once is counted one after the other. Throws 413 `quota_exceeded`.
 */
export async function takeRoom(
  tx: Pick<Tx, 'query'>,
  { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>,
  size: number,
  room: number | null = null,
): Promise<void> {
  if (room === null) return
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`files of ${tenantId} ${userId}`])
  if (size > (await leftOf(tx, { tenantId, userId }, room))) throw noRoom()
}

/** The bytes that all files of a person may have, and what of it no file takes now; null where there is no limit of theirs. */
export interface Room {
  all: number | null
  left: number | null
}

/** What of a person's room is left. Others may take it before it is taken. */
export async function roomNow(
  tx: Pick<Tx, 'query'>,
  person: Pick<Caller, 'tenantId' | 'userId'>,
  all: number | null,
): Promise<Room> {
  return { all, left: all === null ? null : await leftOf(tx, person, all) }
}

/** 413 `quota_exceeded`. */
export const noRoom = (): AppError =>
  new AppError('quota_exceeded', 'Your files take all the room there is for them here.')

async function leftOf(
  tx: Pick<Tx, 'query'>,
  { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>,
  room: number,
): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>(
    'select coalesce(sum(size), 0)::float8 as bytes from app.files where tenant_id = $1 and created_by = $2',
    [tenantId, userId],
  )
  return Math.max(0, room - (rows[0]?.bytes ?? 0))
}
