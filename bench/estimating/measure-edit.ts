// `npm run bench:edit`: one edit of a line over HTTP, from the press to what it comes to, in estimates of growing size. LINES
// (100,1000,10000), RESOURCES for each line (3) and ROUNDS (25) change what is measured.
import { cpus, loadavg } from 'node:os'
import pg from 'pg'
import { must } from '#base/assert.ts'
import { api, makeWorkspace, signUp, type Api } from '../../tests/support/people.ts'
import { ServerProcess } from '../../tests/support/server-process.ts'
import { createTestDatabase, startTestDatabase } from '../../tests/support/start-test-database.ts'
import type { TestServer } from '../../tests/support/start-test-server.ts'

const sizes = (process.env['LINES'] ?? '100,1000,10000').split(',').map(Number)
const resources = Number(process.env['RESOURCES'] ?? 3)
const rounds = Number(process.env['ROUNDS'] ?? 25)
const perSection = 50

const machine = await startTestDatabase()
process.env['FORMWORK_TEST_DATABASE_URL'] = machine.url
const database = await createTestDatabase()
const server = new ServerProcess(database.url, {})
try {
  await server.start()
  const owner = await signUp({ url: server.url, mailbox: server.mailbox } as unknown as TestServer)
  const { id } = await makeWorkspace(owner, 'Estimates')
  const call = api(owner, id)
  await answered(
    call.post('/api/standard-models', { keys: ['estimates', 'estimate_resources', 'estimate_markups'] }),
  )
  console.log(
    `${resources} resources a line, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
  )
  for (const size of sizes) await measure(call, size)
} finally {
  await server.end()
  await database.drop()
  await machine.stop()
}

async function measure(call: Api, size: number): Promise<void> {
  const { version } = (await run(call, 'create', { name: `${size} lines` })) as { version: string }
  await seed(call, version, size)
  await settle()
  const lines = await linesOf(call, version)
  const line = must(lines[Math.floor(lines.length / 2)])
  const edit = (at: number): Promise<unknown> =>
    answered(call.patch(`/api/records/estimate_lines/${line}`, { quantity: `${1 + (at % 90)}.25` }))
  const step = (at: number): Promise<unknown> =>
    run(call, 'move-line', { line, step: at % 2 === 0 ? 'up' : 'down' })
  const [values, places] = [await timed(edit, rounds), await timed(step, Math.min(rounds, 6))]
  console.log(
    `${String(size).padStart(6)} lines: a value ${values.toFixed(0)} ms, a move ${places.toFixed(0)} ms`,
  )
}

async function timed(work: (at: number) => Promise<unknown>, times: number): Promise<number> {
  await work(0)
  const taken: number[] = []
  for (let at = 1; at <= times; at++) {
    const started = performance.now()
    await work(at)
    taken.push(performance.now() - started)
  }
  return must(taken.toSorted((a, b) => a - b)[Math.floor(times / 2)])
}

async function seed(call: Api, version: string, size: number): Promise<void> {
  const rows = Array.from({ length: size }, (_, at) => {
    const [section, line] = [Math.floor(at / perSection) + 1, at % perSection]
    const own = { number: `${section}.${line + 1}`, title: `Line ${at}`, quantity: '12.5', unit: 'm2' }
    return line === 0 ? [{ number: String(section), title: `Section ${section}` }, own] : [own]
  })
  for (let from = 0; from < rows.length; from += 4000)
    await run(call, 'insert-lines', { version, rows: rows.slice(from, from + 4000).flat() })
  const drafts = (await linesOf(call, version)).flatMap((line) =>
    Array.from({ length: resources }, (_, at) => ({
      version,
      line,
      path: String(at),
      name: `Resource ${at}`,
      type: must(['labour', 'material', 'equipment'][at % 3]),
      unit: 'h',
      qty_per_unit: '0.35',
      price: '41.90',
    })),
  )
  for (let from = 0; from < drafts.length; from += 1000)
    await answered(
      call.post('/api/records/estimate_resources/bulk', {
        create: drafts.slice(from, from + 1000),
      }),
    )
}

async function linesOf(call: Api, version: string): Promise<string[]> {
  const ids: string[] = []
  let after: string | null = null
  do {
    const where = {
      and: [
        { field: 'version', op: 'eq', value: version },
        { field: 'kind', op: 'eq', value: 'line' },
      ],
    }
    const query = {
      model: 'estimate_lines',
      fields: ['id'],
      where,
      page: { size: 500, ...(after && { after }) },
    }
    const body = (await answered(call.post('/api/query', { queries: [query] }))) as {
      results: { rows: { id: string }[]; page: { after: string | null } }[]
    }
    const result = must(body.results[0])
    ids.push(...result.rows.map(({ id }) => id))
    after = result.page.after
  } while (after !== null)
  return ids
}

async function run(call: Api, command: string, input: Record<string, unknown>): Promise<unknown> {
  const body = await answered(call.post(`/api/commands/estimate.${command}`, input))
  return (body as { result: unknown }).result
}

async function answered(asked: ReturnType<Api['post']>): Promise<unknown> {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** What autovacuum does within a minute of so many writes: the planner then knows how many rows there are. */
async function settle(): Promise<void> {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('vacuum analyze app.objects')
  await client.end()
}
