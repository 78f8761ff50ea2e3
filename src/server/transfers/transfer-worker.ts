import type { Job } from '../jobs/job-loop.ts'
import { OneAtATime } from '../jobs/one-at-a-time.ts'
import type { Services } from '../services.ts'
import { TransferGone, type Transfer } from './in-transfer.ts'
import { ProcessLife } from './process-life.ts'
import { onWakeTransfers } from './wake-transfers.ts'

/** What does a kind of transfer. It ends when the transfer is through or `signal` says so; what it throws is tried again. */
export type TransferRunner = (services: Services, transfer: Transfer, signal: AbortSignal) => Promise<void>

type TransferRunners = Readonly<Record<Transfer['kind'], TransferRunner>>

/** So many of each kind at once in one process; the rest waits its turn. */
const mostAtOnce = 2

const take = 'select id, tenant_id from app_private.take_transfer($1, $2)'
const leave =
  'update app_private.transfer_queue set worker = null where kind = $1 and id = $2 and worker = $3'
// Waits a moment until it is free for anybody, so that one that cannot go on does not keep a process busy.
const secondsUntilAgain = 5

/**
 * Does the imports and exports that wait, a few at a time. What there is to do and how far it is stands in the database:
 * killed anywhere, this or another process goes on after the last step that was committed.
 */
export class TransferWorker {
  /** Looks for what other processes left. */
  readonly job: Job
  private readonly life: ProcessLife
  private readonly runners: TransferRunners
  private readonly running = new Map<string, { transfer: Transfer; end: Promise<void> }>()
  private readonly stopping = new AbortController()
  private readonly stopListening: () => void
  private services: Services | null = null
  private readonly looking = new OneAtATime(() => this.takeFree())

  constructor(life: ProcessLife, runners: TransferRunners) {
    this.life = life
    this.runners = runners
    this.stopListening = onWakeTransfers(() => void this.look())
    this.job = { name: 'transfers', every: 10, run: () => this.look() }
  }

  async start(services: Services): Promise<void> {
    this.services = services
  }

  /** Takes up what is free; resolves when it is under way. */
  look(): Promise<void> {
    return this.looking.run()
  }

  /** Takes nothing more up; those under way end after the step they are at and are free for another process. */
  async stop(): Promise<void> {
    this.stopListening()
    this.stopping.abort()
    await this.looking.ended()
    await Promise.all([...this.running.values()].map(({ end }) => end))
  }

  private async takeFree(): Promise<void> {
    const { services } = this
    if (!services || this.stopping.signal.aborted) return
    for (const kind of ['import', 'export'] as const)
      while (this.count(kind) < mostAtOnce && (await this.takeOne(services, kind)));
  }

  private count(kind: Transfer['kind']): number {
    return [...this.running.values()].filter(({ transfer }) => transfer.kind === kind).length
  }

  private async takeOne(services: Services, kind: Transfer['kind']): Promise<boolean> {
    const { rows } = await services.database.owner.query<{ id: string; tenant_id: string }>(take, [
      this.life.id,
      kind,
    ])
    for (const { id, tenant_id } of rows) this.begin(services, { kind, tenantId: tenant_id, id })
    return rows.length > 0
  }

  private begin(services: Services, transfer: Transfer): void {
    const end = this.run(services, transfer).finally(() => {
      this.running.delete(transfer.id)
      void this.look()
    })
    this.running.set(transfer.id, { transfer, end })
  }

  /** Never throws: nobody waits for it. */
  private async run(services: Services, transfer: Transfer): Promise<void> {
    const { kind, id } = transfer
    let pause = 0
    try {
      await this.runners[kind](services, transfer, this.stopping.signal)
    } catch (error) {
      if (!(error instanceof TransferGone)) {
        services.log.error('A transfer was interrupted', { kind, id, why: String(error) })
        pause = secondsUntilAgain * 1000
      }
    }
    if (pause > 0 && !this.stopping.signal.aborted) await this.rest(pause)
    await services.database.owner
      .query(leave, [kind, id, this.life.id])
      .catch((error: unknown) =>
        services.log.warn('A transfer stays with this process', { kind, id, why: String(error) }),
      )
  }

  private rest(ms: number): Promise<void> {
    const { signal } = this.stopping
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
    })
  }
}
