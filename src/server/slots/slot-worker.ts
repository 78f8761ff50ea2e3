import pg from 'pg'
import { must } from '#base/assert.ts'
import { planSlots, type SlotRow } from '#kernel/models/slot-plan.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { allReadings, columnsOf } from '#kernel/sql/slots.ts'
import type { Tx } from '../database/in-tenant.ts'
import { Pace } from '../jobs/pace.ts'
import type { Logger } from '../log/logger.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { fillSlots, markReady } from './fill-slots.ts'
import { changeSlots, giveSlots } from './give-slots.ts'
import { readSlots } from './read-slots.ts'

const mostRecords = 1000
const pause = 1000

// What writers have put down for the index of searches goes to its place here, and not while somebody writes.
const putSearchInOrder = "select gin_clean_pending_list('app.objects_search_idx')"

interface Place extends Pick<Tx, 'query' | 'confirm'> {
  releaseId: string
  slotsId: string | null
}

/**
 * Fills the typed columns of fields that were added to models with many records, and empties those of fields that are
 * gone: a batch a transaction, beside all readers and writers. What is to do and how far it is stands in the database,
 * so any process goes on where another one stopped.
 */
export class SlotWorker {
  private readonly owner: pg.Pool
  private readonly log: Logger
  private readonly pace = new Pace(mostRecords)
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(owner: pg.Pool, log: Logger) {
    this.owner = owner
    this.log = log
  }

  /** Looks for work now and every second from now on. */
  start(): void {
    this.running = markAfterUpgrade(this.owner)
    this.go()
  }

  private go(): void {
    this.running = this.running
      .then(() => this.work())
      .catch((error: unknown) =>
        this.log.warn('Filling typed columns was interrupted', { error: String(error) }),
      )
      .then(() => {
        if (!this.stopped) this.timer = setTimeout(() => this.go(), pause).unref()
      })
  }

  /** Ends after the batch that is under way. */
  async stop(): Promise<void> {
    this.stopped = true
    if (this.timer) clearTimeout(this.timer)
    await this.running
  }

  private async work(): Promise<void> {
    const { rows } = await this.owner.query<{ id: string }>(
      'select id from app.tenants where slots_due order by id',
    )
    for (const { id } of rows) await this.workOn(id)
    await this.owner.query(putSearchInOrder)
  }

  private async workOn(tenantId: string): Promise<void> {
    for (let next: Step = 'fill'; next !== 'rest' && !this.stopped;) next = await this.step(tenantId, next)
  }

  /** One transaction for one workspace. Answers what is to be done next. */
  private async step(tenantId: string, step: Step): Promise<Step> {
    const client = await this.owner.connect()
    try {
      await client.query('begin')
      const place = await enter(client, tenantId, step)
      const next = place
        ? await (step === 'give' ? give(place, tenantId) : fill(place, tenantId, this.pace))
        : 'rest'
      await client.query('commit')
      return next
    } catch (error) {
      await client.query('rollback')
      if (isLocked(error)) return 'rest'
      throw error
    } finally {
      client.release()
    }
  }
}

// Somebody holds a record for longer: it is still due a second later.
const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'

// A version that takes values differently looks at every workspace once: what was filled the old way is filled again.
async function markAfterUpgrade(owner: pg.Pool): Promise<void> {
  const readings = allReadings()
  await owner.query(
    `with kept as (
       insert into app_private.slot_readings as k (readings) values ($1)
       on conflict (single) do update set readings = excluded.readings where k.readings <> excluded.readings
       returning 1
     )
     update app.tenants set slots_due = true where exists (select from kept)`,
    [readings],
  )
}

/** give: the fields of this workspace are to get their columns · fill: a batch is to be filled or emptied. */
type Step = 'give' | 'fill' | 'rest'

/** Into a workspace, unless another process is at it: giving needs it alone, filling is a write beside others. */
async function enter(client: pg.PoolClient, tenantId: string, step: Step): Promise<Place | null> {
  const query: Place['query'] = async <R>(text: string, values?: unknown[]) => {
    const { rows, rowCount } = await client.query(text, values)
    return { rows: rows as R[], rowCount: rowCount ?? 0 }
  }
  const { rows: locks } = await query<{ mine: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('app.slots:' || $1, 0)) as mine, set_config('app.tenant', $1, true)",
    [tenantId],
  )
  if (!locks[0]?.mine) return null
  // Shorter than it takes PostgreSQL to look for a deadlock: whoever holds records and goes on to take the workspace, as what
  // takes an import back does, is never the one that has to begin anew.
  if (step === 'fill') await query(`set local lock_timeout = '500ms'`)
  await query('select app.lock_workspace($1, $2)', [tenantId, step === 'give' ? 'release' : 'write'])
  const { rows } = await query<{ release: string | null; slots: string | null }>(
    "select release_id as release, slots_id as slots, set_config('app.release', release_id::text, true) from app.tenants where id = $1",
    [tenantId],
  )
  const [found] = rows
  return found?.release
    ? { query, confirm: async () => undefined, releaseId: found.release, slotsId: found.slots }
    : null
}

async function give(place: Place, tenantId: string): Promise<Step> {
  await giveSlots(place, tenantId)
  return 'fill'
}

async function fill(place: Place, tenantId: string, pace: Pace): Promise<Step> {
  const { modelsById } = await loadWorkspace(place, tenantId)
  const rows = await readSlots(place, tenantId)
  const ownedBy = (id: string) => rows.filter(({ model_id }) => model_id === id)
  if ([...modelsById].some(([id, { fields }]) => planSlots(id, [...fields.values()], ownedBy(id))))
    return 'give'
  const filling = rows.find(({ state }) => state === 'filling')
  if (filling) {
    const model = must(modelsById.get(filling.model_id), 'a model that is gone has no slots')
    await pace.run((size) => fillNext(place, tenantId, model, size), isFull)
    return 'fill'
  }
  const leaving = rows.find(({ state }) => state === 'leaving')
  if (leaving) {
    await pace.run((size) => emptyNext(place, tenantId, leaving, size), isFull)
    return 'fill'
  }
  await place.query(
    'update app.tenants set slots_due = false where id = $1 and slots_id is not distinct from $2',
    [tenantId, place.slotsId],
  )
  return 'rest'
}

const isFull = (full: boolean): boolean => full

/** The next batch of a model's slots that are as far as the one that is least far. Answers whether it was a full one. */
async function fillNext(place: Place, tenantId: string, model: ModelInfo, size: number): Promise<boolean> {
  const { rows } = await place.query<{ slots: string[]; done_to: string | null }>(
    `select array_agg(slot) as slots, done_to from app.field_slots
     where tenant_id = $1 and model_id = $2 and state = 'filling' group by done_to order by done_to nulls first limit 1`,
    [tenantId, model.id],
  )
  const { slots, done_to } = must(rows[0])
  const last = await fillSlots(place, tenantId, model, slots, { after: done_to, size })
  if (last === null) {
    await markReady(place, tenantId, model, slots)
    await changeSlots(place)
    return false
  }
  await place.query(
    'update app.field_slots set done_to = $4 where tenant_id = $1 and model_id = $2 and slot = any($3::text[])',
    [tenantId, model.id, slots, last],
  )
  return true
}

async function emptyNext(
  place: Place,
  tenantId: string,
  { model_id, slot }: SlotRow,
  size: number,
): Promise<boolean> {
  const columns = columnsOf(slot)
  const { rowCount } = await place.query(
    `with batch as (
       select id from app.objects
       where tenant_id = $1 and model_id = $2 and ${columns[0]} is not null and deleted_at is null
       order by id limit $3 for update
     )
     update app.objects o set ${columns.map((column) => `${column} = null`).join(', ')}
     from batch b where o.tenant_id = $1 and o.id = b.id`,
    [tenantId, model_id, size],
  )
  if (rowCount === size) return true
  await place.query('delete from app.field_slots where tenant_id = $1 and model_id = $2 and slot = $3', [
    tenantId,
    model_id,
    slot,
  ])
  return false
}
