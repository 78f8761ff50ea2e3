import { setTimeout as wait } from 'node:timers/promises'
import { OneAtATime } from '../jobs/one-at-a-time.ts'
import type { Services } from '../services.ts'
import type { ProcessLife } from '../transfers/process-life.ts'
import { sendMessage } from './send-message.ts'

/** So many messages at once in one process; the rest waits its turn. */
const mostAtOnce = 4
/** Milliseconds between looks for messages whose time has come. */
const lookEvery = 2_000

const take = 'select message_id, tenant_id from app_private.take_message($1, $2, $3)'

/**
 * Sends the outgoing messages of all workspaces, each after its commit and again until it is taken or given up. Runs in every
 * process; a message belongs to the process that took it as long as that lives (`ProcessLife`), however slow its server is.
 */
export class OutboxSender {
  private readonly services: Services
  private readonly life: ProcessLife
  private readonly running = new Map<string, Promise<void>>()
  private timer: NodeJS.Timeout | undefined
  private readonly looking = new OneAtATime(() => this.takeFree())
  private stopped = false

  constructor(services: Services, life: ProcessLife) {
    this.services = services
    this.life = life
  }

  start(): void {
    this.services.mail.onQueued((id) => (id === null ? this.looking.run() : this.sendNow(id)))
    this.timer = setInterval(() => void this.looking.run(), lookEvery)
    this.timer.unref()
    void this.looking.run()
  }

  /** Takes no more up and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.looking.ended()
    await Promise.all(this.running.values())
  }

  /** Sends one that was just committed, unless somebody is at it; ends with its first try. Never throws. */
  private async sendNow(id: string): Promise<void> {
    if (!this.running.has(id)) await this.takeOne(id)
    await this.running.get(id)
  }

  private async takeFree(): Promise<void> {
    while (this.running.size < mostAtOnce && (await this.takeOne(null)));
  }

  private async takeOne(one: string | null): Promise<boolean> {
    if (this.stopped) return false
    try {
      const { rows } = await this.services.database.owner.query<{ message_id: string; tenant_id: string }>(
        take,
        [this.life.id, [...this.running.keys()], one],
      )
      const [row] = rows
      if (row) this.begin(row.tenant_id, row.message_id)
      return row !== undefined
    } catch (error) {
      this.services.log.warn('Outgoing messages wait', { why: String(error) })
      return false
    }
  }

  private begin(tenantId: string, id: string): void {
    if (this.running.has(id)) return
    const end = sendMessage(this.services, this.life.id, { tenantId, id }, () => this.stopped)
      .catch(async (error: unknown) => {
        this.services.log.warn('An outgoing message waits', { message: id, why: String(error) })
        // Nothing was sent, and it is free for this process again: not at once, as a database that is away is asked in vain.
        if (!this.stopped) await wait(1000)
      })
      .finally(() => {
        this.running.delete(id)
        if (!this.stopped) void this.looking.run()
      })
    this.running.set(id, end)
  }
}
