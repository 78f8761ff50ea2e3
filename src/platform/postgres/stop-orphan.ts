import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './error-code.ts'
import { processIdentity } from './process-identity.ts'

const patienceMs = 20_000

/** The first and last lines of `postmaster.pid`: who runs the cluster, and how far it is (`ready`, `starting` …). */
export function readPostmasterFile(cluster: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : null
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Stops a server that outlived its killed parent (all it has acknowledged is on disk). When the number in
 * `postmaster.pid` belongs to some other program by now, only the stale file is removed: PostgreSQL would refuse to
 * start beside it. The caller holds the lock of the data folder, so the server found is nobody else's.
 */
export async function stopOrphan(cluster: string, log: (message: string) => void): Promise<void> {
  const orphan = readPostmasterFile(cluster)
  const identity = orphan && processIdentity(orphan.pid)
  if (!orphan || !identity) return
  if (!servesCluster(orphan.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  log(`Stopping the database server that an earlier run left behind (process ${orphan.pid}).`)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalProcess(orphan.pid, signal)
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      if (processIdentity(orphan.pid) !== identity) return
      await sleep(20)
    }
  }
  throw new Error(`The database server left behind by an earlier run (process ${orphan.pid}) does not stop.`)
}

function servesCluster(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') return linuxWorkingDirectory(pid) === realpathSync(cluster)
  if (process.platform === 'win32') return true
  const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return command.includes('postgres') && command.includes(cluster)
}

/** PostgreSQL works inside its data folder. Null when the process is gone or another user's. */
function linuxWorkingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
