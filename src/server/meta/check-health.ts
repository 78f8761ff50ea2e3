import { access, constants, mkdir } from 'node:fs/promises'
import type { Health } from '#contracts/api/meta.ts'
import type { Services } from '../services.ts'

const goodFor = 1_000
const last = new WeakMap<Services, { at: number; health: Promise<Health> }>()

/** Asks each part once a second at most, however many ask us. */
export function checkHealth(services: Services): Promise<Health> {
  const known = last.get(services)
  if (known && Date.now() - known.at < goodFor) return known.health
  const health = look(services)
  last.set(services, { at: Date.now(), health })
  return health
}

async function look({ database, settings }: Services): Promise<Health> {
  const [answers, writable] = await Promise.all([
    works(async () => void (await database.requests.query('select 1'))),
    works(async () => {
      await mkdir(settings.dataDir, { recursive: true })
      await access(settings.dataDir, constants.W_OK)
    }),
  ])
  // Changes and jobs live in the same database: they work when it does.
  const checks = { database: answers, storage: writable, realtime: answers, jobs: answers }
  const status = Object.values(checks).every((check) => check === 'ok') ? 'ok' : 'failing'
  return { status, checks }
}

async function works(check: () => Promise<void>): Promise<'ok' | 'failing'> {
  try {
    await check()
    return 'ok'
  } catch {
    return 'failing'
  }
}
