import pg from 'pg'

/** What a query may run on: the pool, or one transaction. */
export type Queryable = Pick<pg.Pool, 'query'>
export type Transaction = pg.PoolClient

/** The platform's own connections, as owner. Few: the product has its own pool. */
export function openPool(url: string, log: (message: string) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 6,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'formwork-auth',
  })
  // Without these listeners a restart of the database would end this process, a connection at rest or one at work in a
  // transaction; the pool replaces the connection.
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Runs `work` in one transaction; whatever it throws rolls everything back. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const tx = await pool.connect()
  let broken: Error | undefined
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    await tx.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    tx.release(broken)
  }
}
