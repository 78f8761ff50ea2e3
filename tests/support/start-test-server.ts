import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLogger } from '#server/log/logger.ts'
import type { Services } from '#server/services.ts'
import { parseSettings } from '#server/settings.ts'
import { startServer } from '#server/start-server.ts'
import { checkSlots } from './check-slots.ts'
import { createMigratedDatabase } from './start-test-database.ts'

interface HeldMail {
  to: string
  channel: string
  subject: string
  text: string
  html: string
  sentAt: string
}

export interface TestServer {
  url: string
  dataDir: string
  /** Owner's connection string of the database. */
  databaseUrl: string
  services: Services
  /** What the server logged, one JSON text a line. */
  logs: string[]
  stop(): Promise<void>
  /** What was sent to an address, newest first. */
  mailbox(to: string): Promise<HeldMail[]>
  /** Asks the database as its owner, past every policy. */
  sql<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
}

// Every test signs up from the same address, in quick succession.
const authRateLimits = {
  mailRequests: 1e6,
  verify: 1e6,
  token: 1e6,
  password: 1e6,
  wrongPasswords: 1e6,
  accountTries: 1e6,
  contactCodes: 1e6,
  factors: 1e6,
  mailsPerHour: 1e6,
  textsPerHour: 1e6,
  textsPerNumber: 1e6,
  textsPerAddress: 1e6,
  mailGapSeconds: 0,
  evenAnswerMs: 1,
}

/**
 * The whole server in this process on a fresh database and a free port. `overrides` are environment variables:
 * `startTestServer({ APP_DOMAIN: 'example.test' })`; DATABASE_URL joins an existing test database.
 */
export async function startTestServer(overrides: Record<string, string> = {}): Promise<TestServer> {
  const database = overrides['DATABASE_URL'] ? null : await createMigratedDatabase()
  const databaseUrl = overrides['DATABASE_URL'] ?? database?.url ?? ''
  const dataDir = mkdtempSync(join(tmpdir(), 'formwork-server-'))
  const logs: string[] = []
  const settings = parseSettings({
    HOST: '127.0.0.1',
    PORT: 'auto',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_FACTOR: '1000',
    // What must stand in no line must stand in none of the most talkative.
    LOG_LEVEL: 'debug',
    ...overrides,
  })
  const server = await startServer(settings, {
    log: makeLogger(settings.logLevel, (line) => logs.push(line)),
    authRateLimits,
  })
  const { owner } = server.services.database
  return {
    url: server.url,
    dataDir,
    databaseUrl,
    services: server.services,
    logs,
    async stop() {
      // Whatever a test did: every typed column must hold what its field's value says.
      if (database)
        await checkSlots(
          async <R>(text: string, values?: unknown[]) => (await owner.query(text, values)).rows as R[],
        )
      await server.stop()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    async mailbox(to) {
      const answer = await fetch(`${server.url}/api/dev/mailbox?to=${encodeURIComponent(to)}`)
      return (await answer.json()) as HeldMail[]
    },
    async sql<R>(text: string, values: unknown[] = []) {
      const { rows } = await owner.query(text, values)
      return rows as R[]
    },
  }
}
