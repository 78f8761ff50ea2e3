import pg from 'pg'
import type { Logger } from '../log/logger.ts'

/** Milliseconds until a lost connection is made anew. */
const againAfter = 1_000

/** One connection that hears of the change numbers other processes gave, and comes back by itself when it is lost. */
export class ChangeListener {
  private readonly url: string
  private readonly heard: (tenantId: string, number: number) => void
  private readonly returned: () => void
  private readonly log: Logger
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | null = null
  private stopped = false

  /** `returned` is called when the connection is back: what happened meanwhile was not heard. */
  constructor(
    url: string,
    heard: (tenantId: string, number: number) => void,
    returned: () => void,
    log: Logger,
  ) {
    this.url = url
    this.heard = heard
    this.returned = returned
    this.log = log
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'formwork-changes',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client.on('error', () => this.lost(client))
    client.on('end', () => this.lost(client))
    client.on('notification', ({ payload = '' }) => {
      const [tenantId = '', number = ''] = payload.split(' ')
      this.heard(tenantId, Number(number))
    })
    this.client = client
    await client.connect()
    await client.query('listen formwork_changes')
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
    this.log.warn('News of other processes are not heard for a moment')
    client.end().catch(() => undefined)
    this.retry()
  }

  private retry(): void {
    this.timer = setTimeout(() => {
      this.start()
        .then(() => this.returned())
        .catch(() => {
          this.client = null
          if (!this.stopped) this.retry()
        })
    }, againAfter)
    this.timer.unref()
  }
}
