import pg from 'pg'
import type { Logger } from '../log/logger.ts'

/** The two ways to PostgreSQL: `owner` for migrations and upkeep, `requests` for everything a person causes. */
export interface Database {
  owner: pg.Pool
  requests: pg.Pool
}

export interface PoolOptions {
  url: string
  max: number
  name: string
  /** Statements are sent without waiting for the answers of those before them. */
  pipeline?: boolean
  log: Logger
}

/** A pool that survives restarts of the database and never waits forever. */
export function openPool({ url, max, name, pipeline = false, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: name,
  })
  // Without these listeners a restart of the database would end the process; the pool replaces the connection.
  pool.on('error', (error) => log.warn('A database connection was lost', { error: error.message }))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
