import pg from 'pg'
import type { ChangeFeed } from '../changes/change-feed.ts'
import { OneAtATime } from '../jobs/one-at-a-time.ts'
import type { Services } from '../services.ts'
import type { ProcessLife } from '../transfers/process-life.ts'
import { RunGone, type RunPlace } from './in-run.ts'
import { noteFailure } from './note-failure.ts'
import { hearChanges } from './hear-changes.ts'
import { sendCall } from './send-call.ts'
import type { Taken } from './step-turn.ts'
import { finishCall, takeStep, type Next } from './take-step.ts'
import { onWakeWorkflows } from './wake-workflows.ts'

/** So many runs at once in one process; the rest waits its turn. */
const mostAtOnce = 8
/** Milliseconds between looks for runs whose time has come. */
const lookEvery = 2_000
/** Milliseconds between looks at the changes of every workspace, for news that nobody told. */
const hearAllEvery = 60_000

const take = 'select run_id, tenant_id from app_private.take_run($1, $2)'
const leave = 'update app_private.workflow_queue set worker = null where run_id = $1 and worker = $2'
/** A moment until what was interrupted is free again, so that a database that is away is not asked without end. */
const restMs = 100
const rest = `update app_private.workflow_queue set worker = null, due_at = greatest(due_at, clock_timestamp() + make_interval(secs => ${restMs / 1000}))
  where run_id = $1 and worker = $2`
const feeds = 'select tenant_id from app_private.workflow_feeds'

// The database went away, or ended the connection: nothing of the step was done, and it is no fault of the step.
const isInterruption = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof pg.DatabaseError
    ? /^(57P|08|40|55P03)/.test(error.code ?? '')
    : /ECONNRE|EPIPE|[Cc]onnection|timeout exceeded/.test(error.message))

/**
 * Works at runs and hears which changes begin some. What there is to do stands in the database: killed anywhere, this or
 * another process goes on after the last step that was committed. It is the queue of the product (`transfer_queue`) with a
 * time: a library's would take its jobs as the owner of the database, past row-level security.
 */
export class WorkflowWorker {
  private readonly services: Services
  private readonly life: ProcessLife
  private readonly running = new Map<string, Promise<void>>()
  private readonly hearing = new Map<string, Promise<void>>()
  private readonly hearAgain = new Set<string>()
  private known = new Set<string>()
  private readonly looking = new OneAtATime(() => this.takeFree())
  private stopped = false
  private timers: NodeJS.Timeout[] = []
  private stopListening: (() => void)[] = []

  constructor(services: Services, life: ProcessLife) {
    this.services = services
    this.life = life
  }

  start(feed: ChangeFeed): void {
    this.stopListening = [
      onWakeWorkflows(() => void this.looking.run()),
      feed.listen((tenantId) => {
        if (this.known.has(tenantId)) this.hear(tenantId)
      }),
    ]
    this.timers = [
      setInterval(() => void this.looking.run(), lookEvery),
      setInterval(() => void this.hearAll(), hearAllEvery),
    ]
    for (const timer of this.timers) timer.unref()
    void this.hearAll()
    void this.looking.run()
  }

  /** Takes nothing more up; runs under way end after the step they are at and are free for another process. */
  async stop(): Promise<void> {
    this.stopped = true
    for (const stop of this.stopListening) stop()
    for (const timer of this.timers) clearInterval(timer)
    await this.looking.ended()
    await Promise.all([...this.running.values(), ...this.hearing.values()])
  }

  private async takeFree(): Promise<void> {
    const { owner } = this.services.database
    try {
      const { rows: heard } = await owner.query<{ tenant_id: string }>(feeds)
      const known = new Set(heard.map(({ tenant_id }) => tenant_id))
      // What changed before this process knew of the workspace's first workflow was not heard.
      const fresh = [...known].filter((tenantId) => !this.known.has(tenantId))
      this.known = known
      for (const tenantId of fresh) this.hear(tenantId)
      while (!this.stopped && this.running.size < mostAtOnce) {
        const { rows } = await owner.query<{ run_id: string; tenant_id: string }>(take, [
          this.life.id,
          [...this.running.keys()],
        ])
        const [row] = rows
        if (!row) break
        this.begin({ tenantId: row.tenant_id, id: row.run_id })
      }
    } catch (error) {
      this.services.log.warn('Workflows wait', { why: String(error) })
    }
  }

  private begin(place: RunPlace): void {
    const end = this.work(place).finally(() => {
      if (this.running.get(place.id) === end) this.running.delete(place.id)
      void this.looking.run()
    })
    this.running.set(place.id, end)
  }

  /** Never throws: nobody waits for it. */
  private async work(place: RunPlace): Promise<void> {
    let interrupted = false
    let taken: Taken = { input: null }
    try {
      let next: Next = 'step'
      while (next !== 'rest' && !this.stopped) {
        taken = { input: null }
        next = await this.advance(place, next, taken)
      }
    } catch (error) {
      if (!(error instanceof RunGone))
        interrupted = isInterruption(error) || !(await this.note(place, error, taken))
    }
    await this.services.database.owner
      .query(interrupted ? rest : leave, [place.id, this.life.id])
      .catch((error: unknown) =>
        this.services.log.warn('A run stays with this process', { run: place.id, why: String(error) }),
      )
    if (interrupted && !this.stopped) setTimeout(() => void this.looking.run(), restMs + 50).unref()
  }

  private async advance(place: RunPlace, next: Exclude<Next, 'rest'>, taken: Taken): Promise<Next> {
    if (next === 'step') return takeStep(this.services, place, taken)
    const began = performance.now()
    const output = await sendCall(this.services, { tenantId: place.tenantId, id: next.workflowId }, next.call)
    return finishCall(this.services, place, next.call, output, performance.now() - began)
  }

  private async note(place: RunPlace, error: unknown, taken: Taken): Promise<boolean> {
    try {
      await noteFailure(this.services, place, error, taken)
      return true
    } catch (again) {
      this.services.log.warn('A failed step is tried again', { run: place.id, why: String(again) })
      return false
    }
  }

  private async hearAll(): Promise<void> {
    await this.looking.run()
    for (const tenantId of this.known) this.hear(tenantId)
  }

  private hear(tenantId: string): void {
    if (this.stopped) return
    if (this.hearing.has(tenantId)) {
      this.hearAgain.add(tenantId)
      return
    }
    const end = this.hearOut(tenantId).finally(() => {
      this.hearing.delete(tenantId)
      if (this.hearAgain.delete(tenantId)) this.hear(tenantId)
    })
    this.hearing.set(tenantId, end)
  }

  private async hearOut(tenantId: string): Promise<void> {
    try {
      while (!this.stopped && (await hearChanges(this.services, tenantId)));
    } catch (error) {
      // They are where they were: the next change or the next look hears them.
      this.services.log.warn('Workflows do not hear changes for a moment', { tenantId, why: String(error) })
    }
  }
}
