import type { ChangeFeed } from '../changes/change-feed.ts'
import { inBackground } from '../database/in-background.ts'
import type { Services } from '../services.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { sendDelivery, type ClaimedDelivery } from './send-delivery.ts'

/** Milliseconds between looks for deliveries whose time has come. */
const lookEvery = 2_000
/** Milliseconds between looks at every workspace with webhooks, for news that nobody told. */
const lookAtAllEvery = 60_000
const atOnce = 8

const due = `select tenant_id, due_at <= now() as due from app_private.webhook_due`
const claim = 'select * from app_private.claim_deliveries($1, $2)'
const hold = 'select from app_private.webhook_due where tenant_id = $1 for update'
// Claimed ones come again when their claim runs out: whoever had them died.
const settle = `
  update app_private.webhook_due set due_at = coalesce(
    (select min(greatest(d.next_at, d.claimed_until)) from app.webhook_deliveries d
     join app.webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id and w.active
     where d.tenant_id = $1 and d.status = 'waiting'), 'infinity')
  where tenant_id = $1`

/**
 * Tells webhooks of changes. Runs in every process: what one has at hand the others pass over, and what a process leaves
 * behind when it dies another takes up. A change is told at least once, those of one record in their order.
 */
export class WebhookSender {
  private readonly services: Services
  private readonly running = new Map<string, Promise<void>>()
  private readonly again = new Set<string>()
  private known = new Set<string>()
  private timers: NodeJS.Timeout[] = []
  private unlisten: () => void = () => undefined
  private stopped = false

  constructor(services: Services) {
    this.services = services
  }

  start(feed: ChangeFeed): void {
    this.unlisten = feed.listen((tenantId) => {
      if (this.known.has(tenantId)) this.wake(tenantId)
    })
    this.timers = [
      setInterval(() => void this.look(false), lookEvery),
      setInterval(() => void this.look(true), lookAtAllEvery),
    ]
    for (const timer of this.timers) timer.unref()
    void this.look(true)
  }

  /** Takes no more up and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopped = true
    this.unlisten()
    for (const timer of this.timers) clearInterval(timer)
    await Promise.all(this.running.values())
  }

  private async look(all: boolean): Promise<void> {
    try {
      const { rows } = await this.services.database.owner.query<{ tenant_id: string; due: boolean }>(due)
      this.known = new Set(rows.map(({ tenant_id }) => tenant_id))
      for (const row of rows) if (all || row.due) this.wake(row.tenant_id)
    } catch (error) {
      this.services.log.warn('Webhooks wait', { why: String(error) })
    }
  }

  private wake(tenantId: string): void {
    if (this.stopped) return
    if (this.running.has(tenantId)) {
      this.again.add(tenantId)
      return
    }
    const run = this.work(tenantId).finally(() => {
      this.running.delete(tenantId)
      if (this.again.delete(tenantId)) this.wake(tenantId)
    })
    this.running.set(tenantId, run)
  }

  private async work(tenantId: string): Promise<void> {
    const { database, log } = this.services
    try {
      for (;;) {
        const more = await inBackground(database, tenantId, (tx) =>
          queueDeliveries(tx, this.services, tenantId),
        )
        const claimed = await inBackground(
          database,
          tenantId,
          async (tx) => (await tx.query<ClaimedDelivery>(claim, [tenantId, atOnce])).rows,
        )
        await Promise.all(claimed.map((delivery) => sendDelivery(this.services, tenantId, delivery)))
        if ((claimed.length === 0 && !more) || this.stopped) break
      }
      await inBackground(database, tenantId, async (tx) => {
        // Held first: whoever adds a delivery at this moment has committed when the next statement looks, or waits and
        // wakes us after it. Without, their wake would be written over by a look that did not see their delivery.
        await tx.query(hold, [tenantId])
        await tx.query(settle, [tenantId])
      })
    } catch (error) {
      log.error('Webhooks of a workspace wait', { tenantId, why: String(error) })
    }
  }
}
