import type pg from 'pg'
import { shareOf } from './fair-share.ts'

/**
 * read: one snapshot, nothing may be written · write: beside other writers · release: alone in the workspace, for
 * everything that changes rights or releases.
 */
export type Mode = 'read' | 'write' | 'release'

/** What a handler may do with the database: one transaction, already inside its workspace. */
export interface Tx {
  query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: R[]; rowCount: number }>
  readonly mode: Mode
  readonly requestId: string
  /** The release that counts in this transaction; moves on when this transaction releases. */
  releaseId: string
  /** Names the state of the workspace's typed columns in this transaction; null before the first one is given out. */
  slotsId: string | null
  /** Runs after the commit, before the answer; never when the transaction is taken back. */
  afterCommit(work: () => Promise<void>): void
  /** The connection itself, for cursors and COPY. It is returned to the pool when the transaction ends. */
  readonly client: pg.PoolClient
}

const beginnings: Record<Mode, string> = {
  read: 'begin isolation level repeatable read read only',
  write: 'begin',
  release: 'begin',
}

/** A transaction from its begin to its end. */
export class Transaction implements Tx {
  releaseId = ''
  slotsId: string | null = null
  used = false
  private readonly afterwards: (() => Promise<void>)[] = []
  private ended = false

  private constructor(
    readonly client: pg.PoolClient,
    readonly mode: Mode,
    readonly requestId: string,
    private readonly leave: () => void,
  ) {}

  /**
   * Takes a connection and begins; `entering` is sent with the begin in one round trip and must be one statement with its
   * values already written into it. Answers its rows. `share` names whose share of the connections it is.
   */
  static async begin<R>(
    pool: pg.Pool,
    mode: Mode,
    requestId: string,
    entering: string,
    share: string,
  ): Promise<[Transaction, R[]]> {
    const leave = await shareOf(pool).take(share)
    const client = await pool.connect().catch((error: unknown) => {
      leave()
      throw error
    })
    const transaction = new Transaction(client, mode, requestId, leave)
    try {
      const results = (await client.query(`${beginnings[mode]};${entering}`)) as unknown as pg.QueryResult[]
      return [transaction, (results.at(-1)?.rows ?? []) as R[]]
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  async query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: R[]; rowCount: number }> {
    this.used = true
    const result = await this.client.query(text, values)
    return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 }
  }

  afterCommit(work: () => Promise<void>): void {
    this.afterwards.push(work)
  }

  /** Ends well; `last` is a statement to run just before, in the same round trip. */
  async commit(last = ''): Promise<void> {
    try {
      const results = (await this.client.query(`${last}${last ? ';' : ''}commit`)) as unknown
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
    if (this.ended) return
    try {
      await this.client.query('rollback')
      this.release()
    } catch (error) {
      this.release(error instanceof Error ? error : new Error(String(error)))
    }
  }

  private release(broken?: Error): void {
    if (this.ended) return
    this.ended = true
    this.client.release(broken)
    this.leave()
  }
}
