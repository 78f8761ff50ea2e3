import pg from 'pg'
import { newId } from '#base/ids.ts'
import type { Logger } from '../log/logger.ts'

/** Milliseconds until a lost connection is made anew. */
const againAfter = 1_000

/**
 * Tells other processes that this one lives: a connection that holds the lock of its name. When the process is killed the
 * database closes the connection and lets go of the lock, at once and without anybody's clock.
 */
export class ProcessLife {
  readonly id = newId()
  private readonly url: string
  private readonly log: Logger
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | null = null
  private stopped = false

  constructor(url: string, log: Logger) {
    this.url = url
    this.log = log
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'formwork-life',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client.on('error', () => this.lost(client))
    client.on('end', () => this.lost(client))
    this.client = client
    await client.connect()
    await client.query("select pg_advisory_lock(hashtextextended('formwork process ' || $1, 0))", [this.id])
  }

  async stop(): Promise<void> {
    this.stopped = true
    if (this.timer) clearTimeout(this.timer)
    const { client } = this
    this.client = null
    await client?.end()
  }

  // Meanwhile another process may take our work up: each step looks whether it is still where it was.
  private lost(client: pg.Client): void {
    if (this.stopped || this.client !== client) return
    this.client = null
    this.log.warn('The sign of life of this process was lost for a moment')
    client.end().catch(() => undefined)
    this.retry()
  }

  private retry(): void {
    this.timer = setTimeout(() => {
      this.start().catch(() => {
        this.client = null
        if (!this.stopped) this.retry()
      })
    }, againAfter)
    this.timer.unref()
  }
}
