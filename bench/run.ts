import { mkdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '#platform/start-platform.ts'
import { makeSupabase } from '../tests/support/people.ts'
import { untilAtRest } from './at-rest.ts'
import { buildWorld, doorTo, knownWorld, type World } from './build-world.ts'
import { startCounter } from './count-statements.ts'
import { ask, atOnce, oneByOne, percentile, type Call } from './measure.ts'
import { operations, type Operation } from './operations.ts'
import { benchSettings as settings } from './settings.ts'
import { startProcess, type StartedProcess } from './start-process.ts'

const out = (line = ''): void => void process.stdout.write(`${line}\n`)

mkdirSync(settings.folder, { recursive: true })
const embedded = settings.serverUrl
  ? null
  : await startEmbeddedDatabase({ dataDir: join(settings.folder, 'postgres'), log: () => undefined })
const serverUrl = settings.serverUrl ?? embedded?.url ?? ''

const startProduct = (databaseUrl: string): Promise<StartedProcess> =>
  startProcess('../e2e/support/serve.mjs', {
    HOST: '127.0.0.1',
    PORT: 'auto',
    DATA_DIR: join(settings.folder, 'files'),
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
    NODE_ENV: '',
  })

async function freshDatabase(): Promise<string> {
  const name = `formwork_bench_${settings.rows}`
  const client = new pg.Client(serverUrl)
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name} template template0`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function makeWorld(): Promise<World> {
  const url = await freshDatabase()
  const begun = Date.now()
  const product = await startProduct(url)
  const world = await buildWorld(product, url, settings)
  await product.stop()
  out(
    `Built ${settings.rows} records beside ${settings.tenants} workspaces in ${Math.round((Date.now() - begun) / 1000)} s.`,
  )
  return world
}

async function tokenOf(
  product: StartedProcess,
  { email, password }: World['people']['owner'],
): Promise<string> {
  const supabase = await makeSupabase(doorTo(product))
  const { data, error } = await supabase.auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session.access_token
}

const tokensOf = async (product: StartedProcess) => ({
  owner: await tokenOf(product, world.people.owner),
  clerk: await tokenOf(product, world.people.clerk),
})

const known = knownWorld(settings.folder, settings.rows)
const world = known && process.env['REBUILD'] === undefined ? known : await makeWorld()
// The embedded server has another port in every run.
const databaseUrl = new URL(serverUrl)
databaseUrl.pathname = new URL(world.database).pathname

async function sidesOf(product: StartedProcess, limit: StartedProcess) {
  // What the limit made in earlier runs is not ours.
  const client = new pg.Client(databaseUrl.href)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select o.id from bench_limit.orders o tablesample system (1) repeatable (1)
     join app.objects r on r.tenant_id = '${world.tenant}' and r.id = o.id limit 5000`,
  )
  const { rows: all } = await client.query<{ id: string }>(
    `select o.id from bench_limit.orders o join app.objects r on r.tenant_id = '${world.tenant}' and r.id = o.id limit 2000`,
  )
  await client.end()
  const tokens = await tokensOf(product)
  const orders = (rows.length > 100 ? rows : all).map(({ id }) => id)
  return { product: product.url, limit: limit.url, tokens, world, orders }
}

/** A page mark 100,000 rows (or half of all) into the order by due date. */
async function deepMark(agent: Agent, sides: Awaited<ReturnType<typeof sidesOf>>) {
  let after: string | null = null
  let last: { due: string; id: string } = { due: '', id: '' }
  for (let seen = 0; seen < Math.min(100_000, settings.rows / 2); seen += 500) {
    const call: Call = {
      url: `${sides.product}/api/query`,
      method: 'POST',
      headers: { Authorization: `Bearer ${sides.tokens.owner}`, 'X-Tenant-Id': world.tenant },
      body: {
        queries: [
          {
            model: 'order',
            sort: [{ field: 'due' }],
            page: { size: 500, ...(after === null ? {} : { after }) },
          },
        ],
      },
    }
    const { results } = JSON.parse((await ask(agent, call)).text) as {
      results: [{ rows: { due: string; id: string }[]; page: { after: string } }]
    }
    after = results[0].page.after
    last = results[0].rows.at(-1) ?? last
  }
  return { mark: after ?? '', ...last }
}

const isChosen = ({ name }: Operation): boolean =>
  settings.only.split('|').some((part) => name.includes(part))

const product = await startProduct(databaseUrl.href)
const limit = await startProcess('limit-server.mjs', { DATABASE_URL: databaseUrl.href })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const sides = await sidesOf(product, limit)

const atRest = ({ product: url, tokens }: Pick<typeof sides, 'product' | 'tokens'>): Promise<void> =>
  untilAtRest(databaseUrl.href, agent, {
    url: `${url}/api/diagnostics`,
    method: 'GET',
    headers: { Authorization: `Bearer ${tokens.owner}`, 'X-Tenant-Id': world.tenant },
    body: undefined,
  })
await atRest(sides)
const deep = await deepMark(agent, sides)
const chosen = operations(sides, deep).filter(isChosen)

// What goes over the wire to PostgreSQL, counted apart from the times.
const counter = await startCounter(databaseUrl.href)
const counted = await startProduct(counter.url)
const countedSides = { ...sides, product: counted.url, tokens: await tokensOf(counted) }
await atRest(countedSides)
const statements = new Map<string, string>()
for (const operation of operations(countedSides, deep).filter(isChosen)) {
  for (let warm = 0; warm < 3; warm++) await ask(agent, operation.ours())
  counter.take()
  await ask(agent, operation.ours())
  const { statements: sent, roundTrips } = counter.take()
  statements.set(operation.name, `${sent} in ${roundTrips}`)
}
await counted.stop()
counter.stop()

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1)
const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)}×`

async function measure(operation: Operation): Promise<void> {
  const times = { ours: [] as number[], limit: [] as number[] }
  const rates = { ours: [] as number[], limit: [] as number[] }
  const bytes = { ours: 0, limit: 0 }
  const isBulk = operation.name.startsWith('bulk')
  const count = isBulk ? Math.max(3, Math.round(settings.requests / 12)) : settings.requests
  // A process that runs compiles what it does often: both sides have done it for a while, as those that serve have.
  for (const side of ['ours', 'limit'] as const) {
    const end = performance.now() + settings.warmTime
    do await oneByOne(agent, () => operation[side](), isBulk ? 1 : 12)
    while (performance.now() < end)
  }
  for (let round = 0; round < settings.rounds; round++)
    for (const side of round % 2 === 0 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const)) {
      const found = await oneByOne(agent, () => operation[side](), count)
      times[side].push(...found.times)
      bytes[side] = found.bytes
      if (!isBulk)
        rates[side].push(await atOnce(() => operation[side](), settings.connections, settings.loadTime))
    }
  const of = (side: 'ours' | 'limit') => ({
    p50: percentile(times[side], 0.5),
    p95: percentile(times[side], 0.95),
    rate: percentile(rates[side], 0.5),
  })
  const [ours, least] = [of('ours'), of('limit')]
  const load = isBulk
    ? '–'
    : `${Math.round(ours.rate)} / ${Math.round(least.rate)} = ${(ours.rate / least.rate).toFixed(2)}`
  out(
    `| ${operation.name} | ${ms(ours.p50)} / ${ms(least.p50)} = ${ratio(ours.p50, least.p50)} | ${ms(ours.p95)} / ${ms(least.p95)} = ${ratio(ours.p95, least.p95)} | ${load} | ${statements.get(operation.name)} | ${bytes.ours} / ${bytes.limit} |`,
  )
}

out(
  `\n${settings.rows} records, ${settings.rounds} rounds of ${settings.requests} requests; ours / limit, times in ms\n`,
)
out(
  `| Operation | p50 | p95 | requests a second at ${settings.connections} | statements in round trips | bytes |`,
)
out('|---|---|---|---|---|---|')
try {
  for (const operation of chosen) await measure(operation)
} finally {
  agent.destroy()
  await product.stop()
  await limit.stop()
  await embedded?.stop()
}
