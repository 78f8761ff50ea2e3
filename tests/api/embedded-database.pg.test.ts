import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import pg from 'pg'
import { findBinaries, installedNativeDir } from '#platform/postgres/find-binaries.ts'
import { clusterPaths, initCluster } from '#platform/postgres/init-cluster.ts'
import { processIdentity } from '#platform/postgres/process-identity.ts'
import { unprivilegedUser } from '#platform/postgres/unprivileged-user.ts'
import { startEmbeddedDatabase } from '#platform/start-platform.ts'
import { builtServer } from '../support/built-product.ts'

// Starts many servers and processes: slow while the machine does other things.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const log = () => undefined

let dir: string
let dataDir: string
const children: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'formwork-launcher-'))
  chmodSync(dir, 0o755)
  dataDir = join(dir, 'the data’s folder')
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await stopLeftOver()
  rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

it('makes a database on first start and finds its rows on the second', async () => {
  const first = await startEmbeddedDatabase({ dataDir, log })
  await query(first.url, `create table notes (text text); insert into notes values ('ä 1')`)
  await first.stop()
  const second = await startEmbeddedDatabase({ dataDir, log })
  expect(await query(second.url, 'select * from notes')).toEqual([{ text: 'ä 1' }])
  const settings = `select current_setting('synchronous_commit') sync, current_setting('fsync') fsync,
    current_setting('listen_addresses') listen, (select datlocale from pg_database where datname = 'postgres') locale`
  expect(await query(second.url, settings)).toEqual([
    { sync: 'on', fsync: 'on', listen: '127.0.0.1', locale: 'C.UTF-8' },
  ])
  const wrong = new URL(second.url)
  wrong.password = 'postgres'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  await second.stop()
  expect(existsSync(join(clusterPaths(dataDir).cluster, 'postmaster.pid'))).toBe(false)
  expect(existsSync(join(dataDir, 'formwork.lock'))).toBe(false)
})

it('[REL-01] keeps every acknowledged row when Node is killed, again and again', async () => {
  let acknowledged = 0
  for (let round = 0; round < 4; round++) {
    const writer = startWriter()
    const printed = collect(writer)
    await until(() => printed().length > 20)
    await kill(writer)
    acknowledged = Number(printed().at(-1))
  }
  const database = await startEmbeddedDatabase({ dataDir, log })
  const [row] = await query(database.url, 'select count(*)::int count, max(number)::int last from marks')
  expect(row?.count).toBe(row?.last)
  expect(row?.last).toBeGreaterThanOrEqual(acknowledged)
  expect(acknowledged).toBeGreaterThan(80)
  await database.stop()
})

const onLinux = it.runIf(process.platform === 'linux')
onLinux('[HD-04] one door is open to others; the database listens to this machine alone', async () => {
  const child = spawn(process.execPath, [await builtServer()], {
    env: { PATH: process.env['PATH'], HOST: '0.0.0.0', PORT: 'auto', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  await until(() => /ready:\s+http/.test(said))
  const port = Number(/ready:\s+http:\/\/[^:]+:(\d+)/.exec(said)?.[1])
  const open = listeningOf(processesBelow(child.pid ?? 0))
  const outside = open.filter(({ address }) => !/^(0100007F|0{24}01000000)$/.test(address))
  expect(outside.map((one) => one.port)).toEqual([port])
  // The database is there, on this machine only.
  expect(open.length).toBeGreaterThan(1)
})

/** A process and all that it started. */
function processesBelow(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent = ''] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return [{ pid: Number(name), parent: Number(parent) }]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
  const found = [pid]
  for (const one of found) for (const child of parents) if (child.parent === one) found.push(child.pid)
  return found
}

/** The TCP sockets these processes listen at: the address in hex, as the kernel writes it. */
function listeningOf(pids: readonly number[]): { address: string; port: number }[] {
  const owned = new Set(
    pids.flatMap((pid) => {
      try {
        return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
      } catch {
        return []
      }
    }),
  )
  return ['tcp', 'tcp6'].flatMap((file) =>
    readFileSync(`/proc/net/${file}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((cells) => cells[3] === '0A' && owned.has(`socket:[${cells[9]}]`))
      .map(([, place = '']) => {
        const [address = '', port = ''] = place.split(':')
        return { address, port: Number.parseInt(port, 16) }
      }),
  )
}

it('refuses a second process on the same folder and names the first', async () => {
  const writer = startWriter()
  const printed = collect(writer)
  await until(() => printed().length > 0)
  await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow(
    `already in use by another Formwork process (process ${writer.pid})`,
  )
})

it('lets only one of several simultaneous starters in, also over a stale lock', async () => {
  await (await startEmbeddedDatabase({ dataDir, log })).stop()
  writeFileSync(join(dataDir, 'formwork.lock'), await staleLock())
  const starts = await Promise.allSettled([1, 2, 3].map(() => startEmbeddedDatabase({ dataDir, log })))
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  expect(started).toHaveLength(1)
  for (const database of started) await database.stop()
})

it('[REL-46] starts over a lock and a postmaster.pid whose process numbers were given to other programs', async () => {
  await (await startEmbeddedDatabase({ dataDir, log })).stop()
  const bystander = spawn('sleep', ['60'], { ...unprivilegedUser(clusterPaths(dataDir).cluster) })
  children.push(bystander)
  writeFileSync(join(dataDir, 'formwork.lock'), await staleLock())
  writeFileSync(
    join(clusterPaths(dataDir).cluster, 'postmaster.pid'),
    `${bystander.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n`,
  )
  const database = await startEmbeddedDatabase({ dataDir, log })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  expect(bystander.exitCode).toBeNull()
  expect(processIdentity(bystander.pid ?? 0)).not.toBeNull()
})

it('starts after being killed in the middle of the first start', async () => {
  const drafts = () =>
    existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-')) : []
  let unfinished = 0
  for (const delay of [0, 40, 120, 250, 400]) {
    const before = drafts()
    const writer = startWriter()
    await until(
      () => drafts().some((name) => !before.includes(name)) || existsSync(clusterPaths(dataDir).home),
    )
    await sleep(delay)
    await kill(writer)
    unfinished += drafts().length
  }
  const database = await startEmbeddedDatabase({ dataDir, log })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  // At least one of the kills must have hit initdb, or this test shows nothing.
  expect(unfinished).toBeGreaterThan(0)
  expect(drafts()).toEqual([])
})

it('starts the server again on the same address when it is killed', async () => {
  const database = await startEmbeddedDatabase({ dataDir, log })
  await query(database.url, 'create table kept (id int); insert into kept values (7)')
  process.kill(postmasterPid(), 'SIGKILL')
  await until(() =>
    query(database.url, 'select id from kept').then(
      (rows) => rows[0]?.id === 7,
      () => false,
    ),
  )
  await database.stop()
})

it('works without the library links that an install script would have made', async () => {
  const native = copyOfBinaries(dir)
  const user = unprivilegedUser(dataDir)
  expect(existsSync(join(native, 'lib', 'libicuuc.so.60'))).toBe(false)
  const binaries = await findBinaries(user, [], native)
  expect(binaries).toEqual({ bin: join(native, 'bin'), major: 17 })
  mkdirSync(dataDir)
  await initCluster(dataDir, binaries, user)
  expect(readFileSync(join(clusterPaths(dataDir).cluster, 'PG_VERSION'), 'utf8').trim()).toBe('17')
})

it.runIf(isRoot)(
  'copies the binaries out when they lie under a folder closed to the server’s user',
  async () => {
    const closed = join(dir, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const cache = join(dir, 'cache')
    const binaries = await findBinaries(unprivilegedUser(dataDir), [cache], copyOfBinaries(closed))
    expect(binaries.bin.startsWith(cache)).toBe(true)
  },
)

it.runIf(isRoot)('keeps its data under a folder closed to the server’s user', async () => {
  chmodSync(dir, 0o700)
  for (const expected of [1, 2]) {
    const database = await startEmbeddedDatabase({ dataDir, log })
    await query(database.url, 'create table if not exists starts (at timestamptz default now())')
    await query(database.url, 'insert into starts default values')
    expect(await query(database.url, 'select count(*)::int from starts')).toEqual([{ count: expected }])
    await database.stop()
  }
})

it('says what to do when the folder or the binaries are not usable', async () => {
  mkdirSync(join(dataDir, 'postgres', 'cluster'), { recursive: true })
  await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow('holds no readable database')
  writeFileSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '12\n')
  await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow(
    'made by PostgreSQL 12, the bundled one is 17',
  )
  const native = copyOfBinaries(dir)
  writeFileSync(join(native, 'bin', 'postgres'), 'not a program', { mode: 0o755 })
  await expect(findBinaries(null, [], native)).rejects.toThrow(
    /does not run on this machine [^]*Set DATABASE_URL/,
  )
})

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

function startWriter(): ChildProcess {
  const writer = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/support/embedded-database-writer.ts', dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  children.push(writer)
  return writer
}

/** What the writer has printed so far after `ready`, without a last half line. */
function collect(writer: ChildProcess): () => string[] {
  let text = ''
  writer.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part))
  return () => text.split('\n').slice(1, -1)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('waited too long')
    await sleep(20)
  }
}

/** A lock as a killed process leaves it, with a number that runs (ours) but started at another time. */
async function staleLock(): Promise<string> {
  const database = await startEmbeddedDatabase({ dataDir, log })
  const holder = JSON.parse(readFileSync(join(dataDir, 'formwork.lock'), 'utf8')) as object
  await database.stop()
  return JSON.stringify({ ...holder, identity: 'started-1' })
}

function postmasterPid(): number {
  return Number(readFileSync(join(clusterPaths(dataDir).cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** A killed writer leaves its server running: end it before its folder goes. */
async function stopLeftOver(): Promise<void> {
  if (!existsSync(join(clusterPaths(dataDir).cluster, 'postmaster.pid'))) return
  await (await startEmbeddedDatabase({ dataDir, log })).stop()
}

function copyOfBinaries(parent: string): string {
  const original = installedNativeDir()
  const native = join(parent, 'package', 'native')
  const links = (
    JSON.parse(readFileSync(join(original, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  ).map((link) => join(original, '..', link.target))
  cpSync(original, native, {
    recursive: true,
    filter: (file) => !links.includes(file) && !file.endsWith('.a'),
  })
  cpSync(join(original, '..', 'package.json'), join(native, '..', 'package.json'))
  return native
}
