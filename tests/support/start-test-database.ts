import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '#platform/start-platform.ts'

export interface TestServer {
  url: string
  stop(): Promise<void>
}

export interface TestDatabase {
  /** Owner connection string of a fresh, empty database. */
  url: string
  /** Ends what is still connected to it, and removes it. */
  drop(): Promise<void>
}

/** The server all tests of a run share: `TEST_DATABASE_URL` when set, else an embedded one in a temporary folder. */
export async function startTestDatabase(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  const dataDir = mkdtempSync(join(tmpdir(), 'formwork-test-'))
  const messages: string[] = []
  const database = await startEmbeddedDatabase({ dataDir, log: (message) => messages.push(message) })
  // Nothing here has to outlive the machine; what does is tested on clusters of its own (`embedded-database.pg.test.ts`).
  await onServer(database.url, 'alter system set fsync = off')
  await onServer(database.url, 'select pg_reload_conf()')
  return {
    url: database.url,
    async stop() {
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Makes a fresh database on the run's server (see `global-setup.ts`), about 50 ms: an empty one, or a copy of that of
 * `template` (which must have no connections).
 */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = process.env.FORMWORK_TEST_DATABASE_URL
  if (!server)
    throw new Error('FORMWORK_TEST_DATABASE_URL is not set: run this test in the vitest project "pg".')
  const name = `formwork_test_${randomBytes(6).toString('hex')}`
  const original = template ? new URL(template).pathname.slice(1) : 'template0'
  await onServer(server, `create database ${name} template ${original}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

/** Makes a database as the first start of a server leaves it, with every migration. */
export const createMigratedDatabase = (): Promise<TestDatabase> =>
  createTestDatabase(process.env.FORMWORK_TEST_TEMPLATE_URL)

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
