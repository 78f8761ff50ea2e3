import pg from 'pg'
import { shareOf } from './fair-share.ts'
import { hasOldNames, statementName } from './statement-names.ts'

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
  /** The same with columns of JSON as the text that PostgreSQL wrote. */
  queryWritten: Tx['query']
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
  /** The connection itself, for cursors and COPY. It is returned to the pool when the transaction ends. */
  readonly client: pg.PoolClient
}

const beginnings: Record<Mode, string> = {
  read: 'begin isolation level repeatable read read only',
  write: 'begin',
  release: 'begin',
}

// Everything as ever but JSON, which stays text.
const written: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.JSONB || oid === pg.types.builtins.JSON
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** A transaction from its begin to its end. */
export class Transaction implements Tx {
  releaseId = ''
  slotsId: string | null = null
  used = false
  private readonly afterwards: (() => Promise<void>)[] = []
  private ended = false
  private entered: Promise<void> = Promise.resolve()

  private constructor(
    readonly client: pg.PoolClient,
    readonly mode: Mode,
    readonly requestId: string,
    private readonly leave: () => void,
  ) {}

  /**
   * Takes a connection and begins; `entering` is sent with the begin in one round trip and must be one statement with its
   * values already written into it. Its rows are answered when they come: what is asked meanwhile is sent behind it.
   * `share` names whose share of the connections it is.
   */
  static async begin<R>(
    pool: pg.Pool,
    mode: Mode,
    requestId: string,
    entering: string,
    share: string,
  ): Promise<[Transaction, Promise<R[]>]> {
    const leave = await shareOf(pool).take(share)
    const client = await pool.connect().catch((error: unknown) => {
      leave()
      throw error
    })
    const transaction = new Transaction(client, mode, requestId, leave)
    const begun = client.query(`${beginnings[mode]};${entering}`) as unknown as Promise<pg.QueryResult[]>
    return [transaction, begun.then((results) => (results.at(-1)?.rows ?? []) as R[])]
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

  query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: R[]; rowCount: number }> {
    return this.send(text, values)
  }

  queryWritten<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: R[]; rowCount: number }> {
    return this.send(text, values, written)
  }

  private async send<R>(
    text: string,
    values: unknown[] | undefined,
    types?: pg.CustomTypesConfig,
  ): Promise<{ rows: R[]; rowCount: number }> {
    this.used = true
    const name = values ? statementName(text) : undefined
    const result = await this.client.query({
      text,
      ...(values && { values }),
      ...(name && { name }),
      ...(types && { types }),
    })
    return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 }
  }

  afterCommit(work: () => Promise<void>): void {
    this.afterwards.push(work)
  }

  /** Ends well; `last` is a statement to run just before, in the same round trip. */
  async commit(last = ''): Promise<void> {
    try {
      await this.entered
      // Nothing was written: the answer need not wait for the end.
      if (this.mode === 'read' && last === '') {
        this.end('commit')
        for (const work of this.afterwards) await work()
        return
      }
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
    if (!this.ended) await this.end('rollback')
  }

  private end(how: 'commit' | 'rollback'): Promise<void> {
    return this.client.query(how).then(
      () => this.release(),
      (error: unknown) => this.release(error instanceof Error ? error : new Error(String(error))),
    )
  }

  private release(broken?: Error): void {
    if (this.ended) return
    this.ended = true
    this.client.release(broken ?? hasOldNames(this.client))
    this.leave()
  }
}
