import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { PostgresBinaries } from './find-binaries.ts'
import { folderHandle } from './folder-handle.ts'
import { postgresEnvironment } from './postgres-environment.ts'
import type { UnprivilegedUser } from './unprivileged-user.ts'

const draftPrefix = 'postgres.new-'

/** Where things lie in a data folder: `postgres/` holds the cluster, its superuser password and its log. */
export function clusterPaths(dataDir: string) {
  const home = join(dataDir, 'postgres')
  return {
    home,
    cluster: join(home, 'cluster'),
    password: join(home, 'password'),
    log: join(home, 'server.log'),
  }
}

/**
 * Makes the database cluster unless it is there. It grows in a folder of its own and gets its name only when it is
 * complete, so that a kill at any moment leaves either nothing or a whole cluster.
 * Throws a plain-words Error when the folder holds something else.
 */
export async function initCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  user: UnprivilegedUser | null,
): Promise<void> {
  removeUnfinished(dataDir)
  const { home } = clusterPaths(dataDir)
  if (existsSync(home)) return checkCluster(dataDir, binaries)
  const draft = join(dataDir, `${draftPrefix}${randomBytes(6).toString('hex')}`)
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(join(draft, 'password'), randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (user) for (const path of [draft, join(draft, 'password')]) chownSync(path, user.uid, user.gid)
  await runInitdb(draft, binaries, user)
  syncToDisk(join(draft, 'password'))
  syncToDisk(draft)
  renameSync(draft, home)
  syncToDisk(dataDir)
}

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    // An initdb that outlived its killed parent may still be writing there: it fails alone once its folder is gone.
    if (name.startsWith(draftPrefix))
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

function checkCluster(dataDir: string, binaries: PostgresBinaries): void {
  const { home, cluster } = clusterPaths(dataDir)
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new Error(`${home} exists but holds no readable database. Move it away, or set another DATA_DIR.`)
  }
  const made = Number(readFileSync(file, 'utf8').trim())
  if (made !== binaries.major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${made}, the bundled one is ${binaries.major}. ` +
        `Run it with a PostgreSQL ${made} server and set DATABASE_URL, or export it there and import it here.`,
    )
  }
}

function runInitdb(draft: string, binaries: PostgresBinaries, user: UnprivilegedUser | null): Promise<void> {
  const folder = folderHandle(draft, user)
  const child = spawn(
    join(binaries.bin, 'initdb'),
    [
      `--pgdata=${folder.path}/cluster`,
      '--username=postgres',
      `--pwfile=${folder.path}/password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Text sorts by code point, upper and lower know all of Unicode, and no system library can change the order.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { cwd: '/', env: postgresEnvironment(), stdio: ['ignore', 'ignore', 'pipe', ...folder.stdio], ...user },
  )
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  return new Promise<void>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? done() : fail(initFailure(code, complaint))))
  }).finally(() => folder.close())
}

function initFailure(code: number | null, complaint: string): Error {
  return new Error(
    `Could not make the database (initdb ended with ${code ?? 'a signal'}): ${complaint.trim()} ` +
      'If this machine cannot run the bundled PostgreSQL, set DATABASE_URL to a PostgreSQL 15 or newer server.',
  )
}

function syncToDisk(path: string): void {
  // Windows cannot open a folder for syncing; its file system journals the rename itself.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
