import { newId } from '#base/ids.ts'
import type { EventSubject } from '#kernel/models/system-models/history-models.ts'
import type { EventKind } from '#kernel/models/system-models/system-model.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'

export interface NewEvent {
  /** What happened, as the history and the audit log can word it. */
  kind: EventKind
  /** What it happened to; `record` needs a model. */
  subject?: EventSubject
  modelId?: string | null
  recordId?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/**
 * Writes one line of the workspace's history, in the transaction of what it tells. Nobody can change it afterwards. What is
 * not about a record's content goes into the audit log with it (migration 0039).
 */
export async function recordEvent(tx: Tx, caller: Caller, event: NewEvent): Promise<string> {
  const id = newId()
  await tx.query(
    `insert into app.events (tenant_id, id, actor_id, kind, subject, model_id, record_id, before, after, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      caller.tenantId,
      id,
      caller.userId,
      event.kind,
      event.subject ?? 'record',
      event.modelId ?? null,
      event.recordId ?? null,
      event.before ? JSON.stringify(event.before) : null,
      event.after ? JSON.stringify(event.after) : null,
      tx.requestId,
    ],
  )
  return id
}
