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

async function look({ database, files, jobs, realtime }: Services): Promise<Health> {
  const [answers, writable] = await Promise.all([
    works(async () => void (await database.requests.query('select 1'))),
    works(() => files.probe()),
  ])
  const checks: Health['checks'] = {
    database: answers,
    storage: writable,
    realtime: realtime?.() ?? 'off',
    jobs: jobs.trouble() === null ? 'ok' : 'failing',
  }
  const status = Object.values(checks).includes('failing') ? 'failing' : 'ok'
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
