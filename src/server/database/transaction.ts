import type { Writable } from 'node:stream'
import pg from 'pg'
import { assert } from '#base/assert.ts'
import type { Plan, Statement } from '#kernel/sql/sql.ts'
import { Batch, Part, type Answered } from './batch.ts'
import { shareOf } from './fair-share.ts'
import { hasOldNames, statementName } from './statement-names.ts'

/**
 * read: one snapshot, nothing may be written · write: beside other writers · release: alone in the workspace, for
 * everything that changes rights or releases.
 */
export type Mode = 'read' | 'write' | 'release'

export interface QueryOptions {
  /** Columns of JSON are answered as the text that PostgreSQL wrote. */
  written?: boolean
  /** What is known of it that the planner does not know. */
  plan?: Plan | undefined
  /** Nothing will be asked after it: a transaction that only reads ends right behind it, in the same round trip. */
  last?: boolean
}

/** What a handler may do with the database: one transaction, already inside its workspace. */
export interface Tx {
  query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
    options?: QueryOptions,
  ): Promise<{ rows: R[]; rowCount: number }>
  readonly mode: Mode
  readonly requestId: string
  /** The release that counts in this transaction; moves on when this transaction releases. */
  releaseId: string
  /** Names the state of the workspace's typed columns in this transaction; null before the first one is given out. */
  slotsId: string | null
  /** Settles when the database has said who this is; rejects when what was assumed of them is not so. */
  confirm(): Promise<void>
  /** Runs after the commit, before the answer; never when the transaction is taken back. */
  afterCommit(work: () => Promise<void>): void
  /** The connection itself. What is asked of it past `query` overtakes what waits to be sent. */
  readonly client: pg.PoolClient
}

const beginnings: Record<Mode, string> = {
  read: 'begin isolation level repeatable read read only',
  write: 'begin',
  release: 'begin',
}

// Everything as ever but JSON, which stays text.
const jsonAsText: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.JSONB || oid === pg.types.builtins.JSON
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

// What is asked of a connection before the program waits for anything leaves it in one write.
const gathering = new WeakSet<pg.PoolClient>()
function gather(client: pg.PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}

// What `values` says is what the login has anyway (request-login.ts).
const planning: Record<Plan | 'values', Record<string, string>> = {
  values: planned('force_custom_plan', 'on'),
  lookup: planned('force_generic_plan', 'on'),
  ordered: planned('force_generic_plan', 'off'),
  unsorted: planned('force_custom_plan', 'off'),
  whole: planned('force_custom_plan', 'off', '2', 'on'),
}

function planned(
  plan_cache_mode: string,
  enable_sort: string,
  max_parallel_workers_per_gather = '0',
  enable_memoize = 'off',
): Record<string, string> {
  return { plan_cache_mode, enable_sort, max_parallel_workers_per_gather, enable_memoize }
}

/** A transaction from its begin to its end. */
export class Transaction implements Tx {
  releaseId = ''
  slotsId: string | null = null
  used = false
  private readonly afterwards: (() => Promise<void>)[] = []
  private ended = false
  private over = false
  // How statements are planned on this connection now; null when that is not known.
  private plan: keyof typeof planning | null = 'values'
  private ending: Promise<void> | null = null
  private waiting: Part[] = []
  private entered: Promise<void> = Promise.resolve()

  private constructor(
    readonly client: pg.PoolClient,
    readonly mode: Mode,
    readonly requestId: string,
    private readonly leave: () => void,
  ) {}

  /**
   * Takes a connection and begins; `entering` is sent with the begin in one round trip. Its rows are answered when they come:
   * what is asked meanwhile is sent behind it. `share` names whose share of the connections it is.
   */
  static async begin<R>(
    pool: pg.Pool,
    mode: Mode,
    requestId: string,
    entering: Statement,
    share: string,
  ): Promise<[Transaction, Promise<R[]>]> {
    const leave = await shareOf(pool).take(share)
    const client = await pool.connect().catch((error: unknown) => {
      leave()
      throw error
    })
    const transaction = new Transaction(client, mode, requestId, leave)
    // Where one of them fails the next statement fails too, and tells whoever does not look at these.
    transaction.send({ text: beginnings[mode], values: [] }).catch(() => undefined)
    const answer = transaction.send(entering).then(({ rows }) => rows as R[])
    answer.catch(() => undefined)
    return [transaction, answer]
  }

  /** From here on statements are sent on an assumption; `entered` rejects when it is wrong. */
  assume(entered: Promise<void>): void {
    this.entered = entered
    // Whoever asks for the outcome is told; nobody asking is no fault.
    entered.catch(() => undefined)
  }

  confirm(): Promise<void> {
    return this.entered
  }

  async query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
    { written = false, plan, last = false }: QueryOptions = {},
  ): Promise<{ rows: R[]; rowCount: number }> {
    // The connection is somebody else's by then.
    assert(!this.over, 'nothing is asked of a transaction that is over')
    this.used = true
    this.planFor(plan ?? 'values')
    const asked = values
      ? this.send({ text, values }, written ? jsonAsText : undefined)
      : this.sendAlone(text)
    if (last && this.mode === 'read') this.ending = this.end('commit')
    // With a savepoint the settings that were made after it go, too.
    if (text.startsWith('rollback to')) this.plan = null
    const result = await asked
    return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 }
  }

  // Sent in front of the statement, in the same round trip; where it fails the statement fails with it.
  private planFor(plan: keyof typeof planning): void {
    if (plan === this.plan) return
    const now = this.plan && planning[this.plan]
    for (const [setting, value] of Object.entries(planning[plan]))
      if (now?.[setting] !== value)
        this.send({ text: `set local ${setting} = ${value}`, values: [] }).catch(() => undefined)
    this.plan = plan
  }

  // What is asked before the program waits for anything is one batch.
  private send({ text, values }: Statement, types?: pg.CustomTypesConfig): Promise<Answered> {
    if (this.waiting.length === 0) process.nextTick(() => this.sendWaiting())
    const name = statementName(text)
    return new Promise((resolve, reject) => {
      const config = { text, values, ...(name && { name }), ...(types && { types }) }
      this.waiting.push(new Part(config, (error, result) => (error ? reject(error) : resolve(result))))
    })
  }

  private sendWaiting(): void {
    if (this.waiting.length === 0) return
    const parts = this.waiting
    this.waiting = []
    this.client.query(new Batch(parts) as unknown as pg.Submittable)
  }

  // A text that may hold several statements.
  private sendAlone(text: string): Promise<pg.QueryResult> {
    gather(this.client)
    this.sendWaiting()
    return this.client.query(text)
  }

  afterCommit(work: () => Promise<void>): void {
    this.afterwards.push(work)
  }

  /** Ends well; `last` is a statement to run just before, in the same round trip. */
  async commit(last = ''): Promise<void> {
    try {
      await this.entered
      this.over = true
      // Nothing was written: the answer need not wait for the end, and goes first.
      if (this.mode === 'read' && last === '') {
        if (!this.ending) setImmediate(() => void this.end('commit'))
        for (const work of this.afterwards) await work()
        return
      }
      const results = (await this.sendAlone(`${last}${last ? ';' : ''}commit`)) as unknown
      const final = Array.isArray(results) ? (results.at(-1) as pg.QueryResult) : (results as pg.QueryResult)
      // A transaction that failed on the way answers COMMIT with ROLLBACK and no error.
      if (final.command !== 'COMMIT') throw new Error('The transaction had failed before its commit.')
    } catch (error) {
      await this.rollback()
      throw error
    }
    this.release()
    for (const work of this.afterwards) await work()
  }

  async rollback(): Promise<void> {
    if (!this.ended) await (this.ending ?? this.end('rollback'))
  }

  private end(how: 'commit' | 'rollback'): Promise<void> {
    this.over = true
    const broken = (error: unknown): void =>
      this.release(error instanceof Error ? error : new Error(String(error)))
    return this.send({ text: how, values: [] }).then(
      () => this.release(),
      // A statement before it in the batch failed, so it was not run.
      () => this.client.query('rollback').then(() => this.release(), broken),
    )
  }

  private release(broken?: Error): void {
    if (this.ended) return
    this.ended = true
    this.client.release(broken ?? hasOldNames(this.client))
    this.leave()
  }
}
