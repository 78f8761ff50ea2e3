import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** The newest folder of Debian's PostgreSQL binaries, or undefined. */
function debianBinaries() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return undefined
  const versions = readdirSync(base).filter((name) => existsSync(join(base, name, 'bin/initdb')))
  const newest = versions.map(Number).sort((a, b) => b - a)[0]
  return newest === undefined ? undefined : { version: newest, folder: join(base, String(newest), 'bin') }
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/** The uid and gid PostgreSQL may run under: it refuses root. */
function unprivileged() {
  if (userInfo().uid !== 0) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * A PostgreSQL beside the embedded one for the second run of the API tests: TEST_DATABASE_URL, else Debian's binaries in a
 * temporary cluster, else none of ours and the tests bring up a second embedded cluster.
 * Returns `{name, url, stop}`; an empty url means the second embedded cluster.
 */
export async function startSecondDatabase() {
  if (process.env.TEST_DATABASE_URL)
    return { name: 'TEST_DATABASE_URL', url: process.env.TEST_DATABASE_URL, stop: async () => {} }
  const debian = debianBinaries()
  if (!debian)
    return { name: 'a second embedded cluster (no PostgreSQL server found)', url: '', stop: async () => {} }

  const identity = unprivileged()
  const home = mkdtempSync(join(tmpdir(), 'formwork-postgresql-'))
  if (identity.uid !== undefined) chownSync(home, identity.uid, identity.gid)
  const data = join(home, 'data')
  const port = await freePort()
  const call = (program, args) =>
    execFileSync(join(debian.folder, program), args, { stdio: 'pipe', cwd: home, ...identity })
  call('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  call('pg_ctl', [
    '-D',
    data,
    '-w',
    '-l',
    join(home, 'log'),
    '-o',
    // Nothing in it has to outlive the machine.
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 -c fsync=off`,
    'start',
  ])
  return {
    name: `PostgreSQL ${debian.version}`,
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      call('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      rmSync(home, { recursive: true, force: true })
    },
  }
}
