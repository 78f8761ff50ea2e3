import { createHmac } from 'node:crypto'
import pg from 'pg'
import { must } from '#base/assert.ts'
import { passageOf } from '../access/passage.ts'
import { inTenant, type Caller, type Mode, type Tx } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import { accessOf } from '../workspaces/access-of.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import type { RecordContext } from './record-context.ts'

const keys = new WeakMap<pg.Pool, string>()

/**
 * Signs page marks. Made from the password of the request login, which is random, the same for every process on one
 * database, and never leaves the server.
 */
export function cursorKeyOf({ database }: Services): string {
  let key = keys.get(database.requests)
  if (key === undefined) {
    const { password } = new pg.Client(database.requests.options)
    key = createHmac('sha256', must(password, 'the request login has a password'))
      .update('page marks')
      .digest('base64url')
    keys.set(database.requests, key)
  }
  return key
}

/** Everything record work needs, in a transaction that is open: the released workspace and the caller's rights now. */
export async function recordContext(tx: Tx, caller: Caller, services: Services): Promise<RecordContext> {
  const workspace = await loadWorkspace(tx, caller.tenantId)
  // Work that goes on after its call opens transactions later: the role is the one it had when this one began.
  const place = passageOf(caller)?.place
  const role = caller.preview ? caller.role : (place?.role ?? caller.role)
  const now = { ...caller, role, ...(place?.token && { token: place.token }) }
  return {
    tx,
    caller: now,
    workspace,
    access: accessOf(workspace, now),
    cursorKey: cursorKeyOf(services),
    requestId: tx.requestId,
  }
}

/** Runs `work` with a record context in the caller's transaction (see `inTenant`). */
export function withRecords<T>(
  { caller, services }: { caller: Caller; services: Services },
  work: (context: RecordContext) => Promise<T>,
  options: { mode?: Mode } = {},
): Promise<T> {
  return inTenant(caller, async (tx) => work(await recordContext(tx, caller, services)), options)
}
