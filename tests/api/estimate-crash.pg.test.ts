import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  makeEstimatingWorkspace,
  type EstimatingWorkspace,
  type Row,
} from '../support/estimating-workspace.ts'
import { askDatabase, ServerProcess } from '../support/server-process.ts'
import { createTestDatabase } from '../support/start-test-database.ts'
import type { TestServer } from '../support/start-test-server.ts'

const rounds = process.env['LONG'] ? 12 : 3
const lines = 60
let database: Awaited<ReturnType<typeof createTestDatabase>>
let running: ServerProcess
let work: EstimatingWorkspace

beforeAll(async () => {
  database = await createTestDatabase()
  running = new ServerProcess(database.url)
  await running.start()
  work = await makeEstimatingWorkspace(running as unknown as TestServer)
}, 90_000)

afterAll(async () => {
  await running.end()
  await database.drop()
})

async function all(model: string): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const query = { model, page: { size: 500, ...(after !== null && { after }) } }
    const { body } = await work.owner.post('/api/query', { queries: [query] })
    rows.push(...body.results[0].rows)
    after = body.results[0].page.after
  } while (after !== null)
  return rows
}

/** Sixty lines of 2 × 10.00, written at once. */
async function house(): Promise<string> {
  const { version } = await work.result('estimate.create', { name: 'House' })
  const create = Array.from({ length: lines }, (_, at) => ({
    version,
    kind: 'line',
    title: `Line ${at}`,
    unit: 'm2',
    quantity: '2',
    unit_rate: '10',
    rate_source: 'manual',
  }))
  expect((await work.owner.post('/api/records/estimate_lines/bulk', { create })).status).toBeLessThan(300)
  return version
}

it('[REL-01] [R-07] killed while estimates are made, forked and changed: no version is there by half, and every sum is that of its lines', async () => {
  const first = await house()
  const [line] = await work.inside('estimate_lines', first)
  for (let round = 0; round < rounds; round++) {
    const known = (await all('estimate_versions')).length
    const under = Promise.allSettled(
      Array.from({ length: 4 }, (_, at) => [
        work.run('estimate.create', { name: `Like ${round}-${at}`, like: first }),
        work.run('estimate.new-variant', { version: first, variant: `v${round}${at}` }),
        work.owner.patch(`/api/records/estimate_lines/${line?.['id']}`, {
          quantity: `${round * 10 + at + 3}`,
        }),
      ]).flat(),
    )
    // Some of it through and some not; each round at another moment.
    await expect.poll(async () => (await versionsNow()) > known, { interval: 5, timeout: 30_000 }).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, (round * 37) % 90))
    await running.kill()
    await under
    await running.start()
    await everythingIsWhole()
  }
}, 240_000)

/** Asked of the database: the server is busy, and about to be killed. */
async function versionsNow(): Promise<number> {
  const [row] = await askDatabase<{ n: number }>(
    database.url,
    'select count(*)::int as n from app.estimate_versions',
  )
  return row?.n ?? 0
}

async function everythingIsWhole(): Promise<void> {
  const [estimates, versions, rows] = [
    await all('estimates'),
    await all('estimate_versions'),
    (await all('estimate_lines')).filter(({ kind }) => kind === 'line'),
  ]
  for (const { name, current_version: current } of estimates)
    expect(
      versions.map(({ id }) => id),
      name,
    ).toContain(current)
  for (const { id, title, line_count: count, direct_cost: direct } of versions) {
    const own = rows.filter(({ version }) => version === id)
    expect([title, own.length]).toEqual([title, lines])
    const sum = own.reduce((cents, { node_total: total }) => cents + Math.round(Number(total) * 100), 0)
    expect([title, count, direct]).toEqual([title, lines, (sum / 100).toFixed(2)])
  }
}
