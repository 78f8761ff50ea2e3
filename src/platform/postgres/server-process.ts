import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresBinaries } from './find-binaries.ts'
import { folderHandle } from './folder-handle.ts'
import { clusterPaths } from './init-cluster.ts'
import { postgresEnvironment } from './postgres-environment.ts'
import { readPostmasterFile } from './stop-orphan.ts'
import type { UnprivilegedUser } from './unprivileged-user.ts'

export interface ServerProcess {
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>
  /** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
  stop(): Promise<void>
}

export interface ServerPlace {
  dataDir: string
  binaries: PostgresBinaries
  user: UnprivilegedUser | null
  port: number
}

const startPatienceMs = 120_000
const stopPatienceMs = 30_000
const logLimitBytes = 5_000_000

/** Starts the server and waits until it takes connections. Throws an Error with the server's own last words. */
export async function startServerProcess(place: ServerPlace): Promise<ServerProcess> {
  const { home, cluster, log } = clusterPaths(place.dataDir)
  const folder = folderHandle(home, place.user)
  const logStart = turnOverLog(log)
  const output = openSync(log, 'a', 0o600)
  const child = spawn(
    join(place.binaries.bin, 'postgres'),
    ['-D', `${folder.path}/cluster`, ...settings(place.port)],
    {
      cwd: '/',
      env: postgresEnvironment(),
      // A group of its own: Ctrl-C reaches Node alone, which drains its requests first and then stops the database.
      detached: true,
      stdio: ['ignore', output, output, ...folder.stdio],
      ...place.user,
    },
  )
  closeSync(output)
  folder.close()
  // A Node that ends without stopping (an uncaught error) takes the server along.
  const takeAlong = () => child.kill('SIGINT')
  process.once('exit', takeAlong)
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  }).finally(() => process.off('exit', takeAlong))
  await untilReady(child, ended, cluster, () => readFileSync(log, 'utf8').slice(logStart).trim())
  return { ended, stop: () => stopServer(child, ended, place) }
}

function settings(port: number): string[] {
  // A container may hold less than the machine has.
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1_048_576
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    // Taken as it is used. A million records with their indexes are two gigabytes: what is not here is copied from the
    // system's cache page by page.
    shared_buffers: `${Math.round(Math.min(2048, Math.max(64, megabytes / 8)))}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '1GB',
    synchronous_commit: 'on',
    password_encryption: 'scram-sha-256',
    // Nobody replicates from the embedded server; the lower level lets bulk loads skip the log.
    wal_level: 'minimal',
    max_wal_senders: 0,
    random_page_cost: 1.1,
    // Compiling costs more than it saves on the short queries of screens.
    jit: 'off',
    max_parallel_workers_per_gather: Math.min(2, availableParallelism() - 1),
    idle_in_transaction_session_timeout: '5min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Statements and details hold personal data: the log keeps the bare error.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Sets a long log aside (one generation is kept) and answers where this run's part begins. */
function turnOverLog(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size <= logLimitBytes) return size
  renameSync(log, `${log}.1`)
  return 0
}

async function untilReady(
  child: ChildProcess,
  ended: Promise<void>,
  cluster: string,
  lastWords: () => string,
): Promise<void> {
  const until = Date.now() + startPatienceMs
  let over = false
  while (!over && Date.now() < until) {
    const file = readPostmasterFile(cluster)
    if (file?.pid === child.pid && file?.status === 'ready') return
    over = await Promise.race([ended.then(() => true), sleep(15, false)])
  }
  if (!over) child.kill('SIGQUIT')
  throw new Error(`The database server did not start: ${lastWords() || 'it gave no reason'}`)
}

async function stopServer(child: ChildProcess, ended: Promise<void>, place: ServerPlace): Promise<void> {
  if (process.platform === 'win32') {
    const { cluster } = clusterPaths(place.dataDir)
    spawn(join(place.binaries.bin, 'pg_ctl'), ['stop', '-m', 'fast', '-D', cluster], {
      env: postgresEnvironment(),
    })
  } else {
    child.kill('SIGINT')
  }
  const late = setTimeout(() => child.kill('SIGQUIT'), stopPatienceMs)
  await ended
  clearTimeout(late)
}
