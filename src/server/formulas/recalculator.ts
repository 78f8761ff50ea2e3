import { must } from '#base/assert.ts'
import { formulaPlan } from '#kernel/formulas/plan.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import type { Caller } from '../database/in-tenant.ts'
import { inBackground } from '../database/in-background.ts'
import type { Database } from '../database/database.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'
import { Pace } from '../jobs/pace.ts'
import type { Logger } from '../log/logger.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { EventCause } from '../records/update-rows.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { recalculate, recalculateRecords } from './recalculate.ts'
import { onWake } from './wake-recalculation.ts'

interface Waiting {
  id: string
  model_id: string
  field_keys: string[]
  ids: string[]
  /** Whether records of the model are taken in order, not from a list. */
  whole: boolean
  cause: EventCause
  actor_id: string | null
}

const mostRecords = 500

// `skip locked`: several processes take different jobs. The oldest first, because later ones build on it.
const next = `
  with job as (
    select * from app.recalculations where tenant_id = $1 order by created_at, id limit 1 for update skip locked
  )
  select job.id, job.model_id, job.field_keys, job.cause, job.actor_id, job.record_ids is null as whole,
    case when job.record_ids is null then array(
      select o.id from app.objects o
      where o.tenant_id = $1 and o.model_id = job.model_id and (job.position is null or o.id > job.position)
      order by o.id limit $2
    ) else job.record_ids[job.done + 1 : job.done + $2] end as ids
  from job`

/**
 * Works out in the background what was too much for the transaction of a write or follows a new definition: batch by
 * batch, each in a transaction of its own beside other writers. Killed anywhere, the next look goes on after the last
 * batch that was committed.
 */
export class Recalculator {
  /** Looks in every workspace for what another process left. */
  readonly job: Job
  private readonly database: Database
  private readonly log: Logger
  private readonly pace = new Pace(mostRecords)
  private readonly stopListening: () => void
  private readonly running = new Map<string, Promise<void>>()
  private stopped = false

  constructor(database: Database, log: Logger) {
    this.database = database
    this.log = log
    this.stopListening = onWake((tenantId) => void this.look(tenantId))
    this.job = {
      name: 'recalculate',
      every: 60,
      run: () =>
        inEveryTenant(database, 'recalculate', async (client, tenantId) => {
          const { rowCount } = await client.query(
            'select from app.recalculations where tenant_id = $1 limit 1',
            [tenantId],
          )
          if (rowCount) await this.look(tenantId)
        }),
    }
  }

  /** Does all that waits in a workspace; a failure is logged and tried again at the next look. */
  look(tenantId: string): Promise<void> {
    const before = this.running.get(tenantId) ?? Promise.resolve()
    const turn = before
      .then(() => this.work(tenantId))
      .finally(() => {
        if (this.running.get(tenantId) === turn) this.running.delete(tenantId)
      })
    this.running.set(tenantId, turn)
    return turn
  }

  /** Takes no more batches up and waits for those that run. */
  async stop(): Promise<void> {
    this.stopped = true
    this.stopListening()
    await Promise.all(this.running.values())
  }

  private async work(tenantId: string): Promise<void> {
    try {
      let taken: number | null = 0
      while (!this.stopped && taken !== null)
        taken = await this.pace.run(
          (size) => this.batch(tenantId, size),
          (count, size) => count === size,
        )
    } catch (error) {
      this.log.error('A recalculation failed', { tenantId, why: String(error) })
    }
  }

  /** One batch of the oldest job: how many records were in it; null when there is no job. */
  private batch(tenantId: string, size: number): Promise<number | null> {
    return inBackground(this.database, tenantId, async (tx) => {
      const { rows } = await tx.query<Waiting>(next, [tenantId, size])
      const waiting = rows[0]
      if (!waiting) return null
      const workspace = await loadWorkspace(tx, tenantId)
      const model = workspace.modelsById.get(waiting.model_id)
      if (model && waiting.ids.length > 0) {
        const caller = backgroundCaller(tenantId, waiting.actor_id)
        const access = compilePermissions(workspace, 'owner')
        const context: RecordContext = { tx, caller, workspace, access, cursorKey: '', requestId: null }
        await recalculateBatch(context, model, waiting)
      }
      if (!model || waiting.ids.length < size)
        await tx.query('delete from app.recalculations where tenant_id = $1 and id = $2', [
          tenantId,
          waiting.id,
        ])
      else
        await tx.query(
          'update app.recalculations set done = done + $3, position = $4 where tenant_id = $1 and id = $2',
          [tenantId, waiting.id, waiting.ids.length, waiting.whole ? must(waiting.ids.at(-1)) : null],
        )
      return waiting.ids.length
    })
  }
}

async function recalculateBatch(context: RecordContext, model: ModelInfo, waiting: Waiting): Promise<void> {
  const plan = formulaPlan(context.workspace)
  // A field that went or is no longer computed meanwhile is left alone.
  const fields = (plan.byModel.get(model.key) ?? []).filter(({ key }) => waiting.field_keys.includes(key))
  const written = await recalculateRecords(context, { model, fields }, waiting.ids, waiting.cause)
  await recalculate(context, model, written, waiting.cause)
}

const backgroundCaller = (tenantId: string, actorId: string | null): Caller => ({
  userId: actorId ?? '00000000-0000-0000-0000-000000000000',
  email: null,
  name: null,
  sessionId: '',
  tenantId,
  tenantName: '',
  role: 'owner',
})
