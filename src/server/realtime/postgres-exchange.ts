import type pg from 'pg'
import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { Exchange, News, Presence, RowNews, Said } from '#platform/realtime/realtime-ports.ts'
import { KeptConnection } from '../database/kept-connection.ts'
import type { Logger } from '../log/logger.ts'
import { makeTeller, type Teller } from './make-teller.ts'

/** Milliseconds between looks for what processes left behind that are gone. */
const lookEvery = 5_000

const put = `
  with put as (
    insert into app_private.realtime_presence (topic, ref, process_id, user_id, shown) values ($1, $2, $3, $4, $5)
    on conflict (topic, ref) do update set shown = excluded.shown, process_id = excluded.process_id)
  select pg_notify('formwork_realtime', $6)`
const remove = `
  with gone as (delete from app_private.realtime_presence where topic = $1 and ref = any($2::uuid[]))
  select pg_notify('formwork_realtime', $3)`
const read = `select ref, user_id as "userId", shown from app_private.realtime_presence where topic = $1 order by ref`
const tidy = `
  with rows as (delete from app_private.row_changes where at < now() - interval '15 minutes')
  delete from app_private.realtime_news where at < now() - interval '1 minute'`
const unended = 'select pg_snapshot_xmin(pg_current_snapshot())::text as unended'
const unheardRows = `
  select table_name as "table", type, owner, key, to_json(at) #>> '{}' as at
  from app_private.row_changes where xid >= $1::xid8 order by id`

/** The other processes on the same database, told by NOTIFY; who is there stands in a table that all of them read. */
export class PostgresExchange implements Exchange {
  private readonly id = newId()
  private readonly owner: pg.Pool
  private readonly log: Logger
  private readonly connection: KeptConnection
  private readonly listeners = new Set<(news: News) => void>()
  private readonly teller: Teller
  private isListening = false
  private listening: pg.Client | null = null
  /** Every transaction below this number was heard of, if it told anything. */
  private heardBelow = '0'
  /** Whether the connection that hears was lost and what was told meanwhile is not yet known. */
  private isBehind = false
  private hearing: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined

  constructor(owner: pg.Pool, log: Logger) {
    this.owner = owner
    this.log = log
    this.teller = makeTeller(owner, this.id)
    this.connection = new KeptConnection({
      url: owner.options.connectionString ?? '',
      name: 'formwork-realtime',
      lost: 'Other processes are not heard for a moment',
      log,
      prepare: (client) => this.prepare(client),
      returned: () => {
        this.spread({ kind: 'unheard' })
        void this.look()
      },
    })
  }

  async start(): Promise<void> {
    await this.connection.start()
    this.timer = setInterval(() => void this.look(), lookEvery)
    this.timer.unref()
  }

  /** Whether other processes are heard now. */
  get isHearing(): boolean {
    return this.isListening
  }

  listen(listener: (news: News) => void): void {
    this.listeners.add(listener)
  }

  tell(said: Said): Promise<void> {
    return this.teller.tell({ kind: 'said', said })
  }

  async putPresence(topic: string, { ref, userId, shown }: Presence): Promise<void> {
    const news = this.teller.write({ kind: 'presence', topic })
    await this.owner.query(put, [topic, ref, this.id, userId, JSON.stringify(shown), news])
  }

  async removePresence(topic: string, refs: readonly string[]): Promise<void> {
    await this.owner.query(remove, [topic, refs, this.teller.write({ kind: 'presence', topic })])
  }

  async readPresence(topic: string): Promise<readonly Presence[]> {
    const { rows } = await this.owner.query<Presence>(read, [topic])
    return rows
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    this.isListening = false
    await this.hearing
    await this.owner
      .query('delete from app_private.realtime_presence where process_id = $1', [this.id])
      .catch((error: unknown) => this.log.warn('Who was here is still shown', { why: String(error) }))
    await this.connection.stop()
  }

  private async prepare(client: pg.Client): Promise<void> {
    client.on('notification', ({ channel, payload = '' }) => this.hear(channel, payload))
    client.on('end', () => {
      this.isListening = false
      this.listening = null
    })
    await client.query("select pg_advisory_lock(hashtextextended('formwork socket process ' || $1, 0))", [
      this.id,
    ])
    await client.query('listen formwork_realtime; listen formwork_rights; listen formwork_rows')
    this.isListening = true
    this.listening = client
    // The first time there is nothing to go back to.
    if (this.heardBelow === '0') await this.noteHeard()
    else this.isBehind = true
  }

  // Asked over the connection that hears: what ended before was told over it before the answer.
  private async noteHeard(): Promise<void> {
    const { listening } = this
    if (!listening) return
    const { rows } = await listening.query<{ unended: string }>(unended)
    if (this.listening === listening) this.heardBelow = rows[0]?.unended ?? this.heardBelow
  }

  // Changes of rows are kept, and told as if they had been heard; where they cannot be read now, the next look reads them.
  private async catchUp(): Promise<void> {
    const { rows } = await this.owner.query<RowNews>(unheardRows, [this.heardBelow])
    for (const row of rows) this.spread({ kind: 'row', row })
    this.isBehind = false
  }

  // One after the other, in the order they were told, though long ones are fetched.
  private hear(channel: string, payload: string): void {
    if (channel === 'formwork_rights') {
      const [tenantId = '', userId = null] = payload.split(' ')
      this.spread({ kind: 'rights', tenantId: tenantId === '*' ? null : tenantId, userId })
      return
    }
    if (channel === 'formwork_rows') {
      this.spread({ kind: 'row', row: JSON.parse(payload) as RowNews })
      return
    }
    this.hearing = this.hearing
      .then(async () => {
        const news = this.teller.read(/^\d+$/.test(payload) ? await this.fetch(payload) : payload)
        if (news) this.spread(news)
      })
      .catch((error: unknown) => this.log.warn('Some news was not understood', { why: String(error) }))
  }

  private async fetch(id: string): Promise<string> {
    const { rows } = await this.owner.query<{ body: string }>(
      'select body from app_private.realtime_news where id = $1',
      [id],
    )
    if (!rows[0]) throw new AppError('internal', 'A message was gone before it was read.')
    return rows[0].body
  }

  private spread(news: News): void {
    for (const listener of this.listeners) listener(news)
  }

  private async look(): Promise<void> {
    try {
      const { rows } = await this.owner.query<{ topic: string }>(
        'select topic from app_private.forget_lost_presence()',
      )
      for (const { topic } of rows) {
        this.spread({ kind: 'presence', topic })
        await this.teller.tell({ kind: 'presence', topic })
      }
      await this.owner.query(tidy)
      if (this.isBehind) await this.catchUp()
      await this.noteHeard()
    } catch (error) {
      this.log.warn('Who has gone could not be looked for', { why: String(error) })
    }
  }
}
