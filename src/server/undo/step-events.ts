import type { RecordContext } from '../records/record-context.ts'
import type { StoredStep } from './undo-stack.ts'

type Values = Record<string, unknown>

/** What a step did to one record, all of its events together. */
export interface NetChange {
  modelId: string
  id: string
  /** `passing`: made and deleted again in the step: nothing is left to turn round. */
  kind: 'created' | 'updated' | 'deleted' | 'restored' | 'passing'
  /** The changed values before and after; for a record that was made or deleted all of them. */
  before: Values
  after: Values
}

interface StepEvent {
  id: string
  kind: string
  model_id: string
  record_id: string
  before: Values | null
  after: Values | null
}

// What was only recalculated (it has a cause) follows by itself when its inputs go back.
const events = `
  select id, kind, model_id, record_id, before, after from app.events
  where tenant_id = $1 and id between $2 and $3 and request_id = $4 and actor_id = $5 and subject = 'record'
    and model_id is not null and record_id is not null and kind in ('created', 'updated', 'deleted', 'restored')
    and cause is null
  order by id limit $6`

/** Larger steps are imports, which are taken back by what they noted themselves. */
const mostEvents = 20_000

/** What a step did, record by record, in the order in which they were first touched. */
export async function stepChanges(
  { tx, caller }: RecordContext,
  { first_id, last_id, applied_request }: StoredStep,
  most = mostEvents,
): Promise<NetChange[]> {
  const { rows } = await tx.query<StepEvent>(events, [
    caller.tenantId,
    first_id,
    last_id,
    applied_request,
    caller.userId,
    most,
  ])
  const changes = new Map<string, NetChange>()
  for (const event of rows) {
    const known = changes.get(event.record_id)
    changes.set(event.record_id, known ? joined(known, event) : single(event))
  }
  return [...changes.values()]
}

const single = ({ kind, model_id, record_id, before, after }: StepEvent): NetChange => ({
  modelId: model_id,
  id: record_id,
  kind: kind as NetChange['kind'],
  before: before ?? {},
  after: after ?? {},
})

function joined(known: NetChange, { kind, before, after }: StepEvent): NetChange {
  const both = { ...known, before: { ...before, ...known.before }, after: { ...known.after, ...after } }
  if (kind === 'updated') return both
  if (kind === 'deleted')
    return { ...both, kind: known.kind === 'created' || known.kind === 'restored' ? 'passing' : 'deleted' }
  return { ...both, kind: known.kind === 'deleted' ? 'updated' : 'restored' }
}
