import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { must } from '#base/assert.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { findBinaries } from './find-binaries.ts'
import { clusterPaths, initCluster } from './init-cluster.ts'
import { type ServerPlace, type ServerProcess, startServerProcess } from './server-process.ts'
import { stopOrphan } from './stop-orphan.ts'
import { unprivilegedUser } from './unprivileged-user.ts'

export interface EmbeddedDatabase {
  /** Connection string of the owner (superuser), on loopback. Holds the password: never log it. */
  url: string
  /** Stops the server cleanly and frees the data folder. */
  stop(): Promise<void>
}

const restartDelaysMs = [100, 200, 500, 1_000, 2_000, 5_000]

/**
 * Starts PostgreSQL on `dataDir` (made on first use) and keeps it running: a server that dies is started again on
 * the same port. Throws a plain-words Error when the folder is in use or the binaries do not run here.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string
  log(message: string): void
}): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir)
  // Others may walk through (PostgreSQL may run as another user), not look in.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const lock = await lockDataDir(dataDir)
  try {
    const { cluster, password } = clusterPaths(dataDir)
    const user = unprivilegedUser(cluster)
    const binaries = await findBinaries(user, [join(dataDir, 'postgres-binaries'), '/var/cache/formwork'])
    await initCluster(dataDir, binaries, user)
    await stopOrphan(cluster, options.log)
    const { server, place } = await startOnFreePort({ dataDir, binaries, user })
    const supervisor = supervise(server, place, options.log)
    return {
      url: `postgresql://postgres:${readFileSync(password, 'utf8').trim()}@127.0.0.1:${place.port}/postgres`,
      async stop() {
        await supervisor.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Between finding a free port and using it another program may take it: then the next one is tried. */
async function startOnFreePort(
  base: Omit<ServerPlace, 'port'>,
): Promise<{ server: ServerProcess; place: ServerPlace }> {
  for (let attempt = 1; ; attempt++) {
    const place = { ...base, port: await freePort() }
    try {
      return { server: await startServerProcess(place), place }
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      // The second text: backends of a killed server need a moment to notice and leave.
      if (attempt >= 5 || !/Address already in use|could not bind|still in use/.test(message)) throw error
      await sleep(200 * attempt)
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' ? must(address).port : 0))
    })
  })
}

/** Starts the server again whenever it ends unasked (killed, out of memory), with growing pauses. */
function supervise(
  first: ServerProcess,
  place: ServerPlace,
  log: (message: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current: ServerProcess | null = first
  const watch = (async () => {
    while (!stopping.signal.aborted) {
      await current?.ended
      if (stopping.signal.aborted) return
      log('The database server ended unexpectedly; starting it again.')
      current = await restart(place, stopping.signal, log)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await current?.stop()
      await watch
      // A restart that was under way when stop was called has finished by now.
      await current?.stop()
    },
  }
}

async function restart(
  place: ServerPlace,
  signal: AbortSignal,
  log: (message: string) => void,
): Promise<ServerProcess | null> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    await sleep(restartDelaysMs[Math.min(attempt, restartDelaysMs.length - 1)])
    try {
      return await startServerProcess(place)
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
  }
  return null
}
