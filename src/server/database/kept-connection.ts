import pg from 'pg'
import type { Logger } from '../log/logger.ts'

/** Milliseconds until a lost connection is made anew. */
const againAfter = 1_000

export interface KeptConnectionOptions {
  url: string
  /** What the database calls it in its lists. */
  name: string
  /** What is logged when it is lost. */
  lost: string
  log: Logger
  /** Runs on every new connection: what it is for. */
  prepare(client: pg.Client): Promise<unknown>
  /** The connection is back after it was lost. */
  returned?(): void
}

/** One connection beside the pools that stays open, and comes back by itself when it is lost. */
export class KeptConnection {
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | null = null
  private stopped = false
  private readonly options: KeptConnectionOptions

  constructor(options: KeptConnectionOptions) {
    this.options = options
  }

  async start(): Promise<void> {
    const { url, name, prepare } = this.options
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client.on('error', () => this.lost(client))
    client.on('end', () => this.lost(client))
    this.client = client
    await client.connect()
    await prepare(client)
  }

  async stop(): Promise<void> {
    this.stopped = true
    if (this.timer) clearTimeout(this.timer)
    const { client } = this
    this.client = null
    await client?.end()
  }

  private lost(client: pg.Client): void {
    if (this.stopped || this.client !== client) return
    this.client = null
    this.options.log.warn(this.options.lost)
    client.end().catch(() => undefined)
    this.retry()
  }

  private retry(): void {
    this.timer = setTimeout(() => {
      this.start()
        .then(() => this.options.returned?.())
        .catch(() => {
          this.client = null
          if (!this.stopped) this.retry()
        })
    }, againAfter)
    this.timer.unref()
  }
}
