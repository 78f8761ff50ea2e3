import { tmpdir } from 'node:os'
import { join } from 'node:path'

const whole = (name: string, otherwise: number): number => {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number above zero.`)
  return value
}

/** What a run of the bench is: set by environment, see README.md. */
export const benchSettings = {
  rows: whole('ROWS', 1_000_000),
  tenants: whole('TENANTS', 200),
  rounds: whole('ROUNDS', 3),
  /** Requests of each operation, each side and each round. */
  requests: whole('REQUESTS', 60),
  /** How long each side is asked before its requests count, in milliseconds. */
  warmTime: whole('WARM_MS', 2000),
  /** How long each side is asked by many connections at once, in milliseconds; each operation, one round. */
  loadTime: whole('LOAD_MS', 3000),
  connections: whole('CONNECTIONS', 16),
  /** Only operations whose name holds one of these, with `|` between them. */
  only: process.env['ONLY'] ?? '',
  /** An existing server (a role that may create databases); without it the embedded one is started. */
  serverUrl: process.env['BENCH_DATABASE_URL'] ?? null,
  folder: process.env['BENCH_DIR'] ?? join(tmpdir(), 'formwork-bench'),
}
