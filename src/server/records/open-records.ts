import { createHmac } from 'node:crypto'
import pg from 'pg'
import { must } from '#base/assert.ts'
import { passageOf } from '../access/passage.ts'
import { standingFor } from '../portal/closed-places.ts'
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

/** The record that stands for whoever the rows are asked for. */
async function recordOf(tx: Tx, { userId, preview }: Caller): Promise<string | null> {
  if (preview?.recordId) return preview.recordId
  const person = preview ? preview.userId : userId
  if (person === null) return null
  const { rows } = await tx.query<{ id: string | null }>('select app.record_of($1) as id', [person])
  return rows[0]?.id ?? null
}

/** Everything record work needs, in a transaction that is open: the released workspace and the caller's rights now. */
export async function recordContext(tx: Tx, caller: Caller, services: Services): Promise<RecordContext> {
  const workspace = await loadWorkspace(tx, caller.tenantId)
  // Work that goes on after its call opens transactions later: the role is the one it had when this one began.
  const place = passageOf(caller)?.place
  const role = caller.preview ? caller.role : (place?.role ?? caller.role)
  const now = { ...caller, role, ...(place?.token && { token: place.token }) }
  const access = accessOf(workspace, now)
  return {
    tx,
    caller: access.asksRecord ? await standingFor(tx, workspace, now, await recordOf(tx, now)) : now,
    workspace,
    access,
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
