import { randomBytes } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from './error-code.ts'
import { processIdentity } from './process-identity.ts'

interface LockHolder {
  pid: number
  identity: string
  /** Machine, boot and process namespace: only inside one place can a process number be looked up. */
  place: string
}

export interface DataDirLock {
  release(): void
}

const heartbeatMs = 2_000
// A holder in another container cannot be looked up by its number; it counts as gone after this silence.
const silenceMs = 10_000

/**
 * Takes the exclusive lock on a data folder, or throws a plain-words Error naming the holder.
 * A lock left behind by a killed process is recognised, also when its number now belongs to another process.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = join(dataDir, 'formwork.lock')
  const mine = JSON.stringify({
    pid: process.pid,
    identity: processIdentity(process.pid) ?? 'unknown',
    place: thisPlace(),
  } satisfies LockHolder)
  while (!createLock(path, mine)) {
    const text = readLock(path)
    if (text === null) continue
    const holder = parseHolder(text)
    if (await isHeld(path, text, holder)) {
      const who = holder ? ` (process ${holder.pid})` : ''
      throw new Error(
        `The data folder ${dataDir} is already in use by another Formwork process${who}. ` +
          'Stop that one first, or start this one with another DATA_DIR.',
      )
    }
    removeStaleLock(path, text)
  }
  const heartbeat = setInterval(() => beat(path), heartbeatMs)
  heartbeat.unref()
  return {
    release() {
      clearInterval(heartbeat)
      if (readLock(path) === mine) rmSync(path, { force: true })
    },
  }
}

/** Makes the lock file with its content in one step (a link), so that nobody ever reads half a lock. */
function createLock(path: string, content: string): boolean {
  mkdirSync(join(path, '..'), { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    // Some file systems know no hard links: there the exclusive create has to do.
    return createExclusively(path, content)
  } finally {
    rmSync(draft, { force: true })
  }
}

function createExclusively(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function parseHolder(text: string): LockHolder | null {
  try {
    const value = JSON.parse(text) as Partial<LockHolder>
    return typeof value.pid === 'number' &&
      typeof value.identity === 'string' &&
      typeof value.place === 'string'
      ? { pid: value.pid, identity: value.identity, place: value.place }
      : null
  } catch {
    return null
  }
}

async function isHeld(path: string, text: string, holder: LockHolder | null): Promise<boolean> {
  if (holder?.place === thisPlace()) return processIdentity(holder.pid) === holder.identity
  const firstSeen = lastBeat(path)
  const until = Date.now() + silenceMs
  while (Date.now() < until) {
    await sleep(250)
    if (readLock(path) !== text) return false
    if (lastBeat(path) !== firstSeen) return true
  }
  return false
}

function lastBeat(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function beat(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch (error) {
    // The folder was removed under us; PostgreSQL notices by itself and stops.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** Two starters may find the same stale lock: whoever moved a fresh one away by mistake puts it back. */
function removeStaleLock(path: string, stale: string): void {
  const aside = `${path}.stale-${randomBytes(6).toString('hex')}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  const moved = readFileSync(aside, 'utf8')
  if (moved !== stale) createLock(path, moved)
  rmSync(aside, { force: true })
}

function thisPlace(): string {
  const parts = [hostname()]
  if (process.platform === 'linux') {
    parts.push(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), processNamespace())
  }
  return parts.join('/')
}

/** Some sandboxes hide the namespace; there the machine's name and boot have to do. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
