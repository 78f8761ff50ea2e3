// `npm run bench:import`: imports a file of a million rows into the built server, beside COPY and INSERT … SELECT into the same
// tables, then again with five kills at random moments. ROWS, KILLS and PARTS (`speed`, `kills`) change what is measured.
import { chmodSync, mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportState, StagedImport } from '#contracts/api/imports.ts'
import { api, makeWorkspace, signUp, type Api, type Person } from '../../tests/support/people.ts'
import { askDatabase, ServerProcess } from '../../tests/support/server-process.ts'
import { createTestDatabase, startTestDatabase } from '../../tests/support/start-test-database.ts'
import type { TestServer } from '../../tests/support/start-test-server.ts'
import { copyAndInsert } from './copy-and-insert.ts'
import { fields, makeFile, priceSum } from './make-file.ts'

const rows = Number(process.env['ROWS'] ?? 1_000_000)
const kills = Number(process.env['KILLS'] ?? 5)
const parts = (process.env['PARTS'] ?? 'speed,kills').split(',')

const folder = mkdtempSync(join(tmpdir(), 'formwork-bench-'))
chmodSync(folder, 0o755)
const file = join(folder, 'rows.csv')
const machine = await startTestDatabase()
process.env['FORMWORK_TEST_DATABASE_URL'] = machine.url
const database = await createTestDatabase()
const server = new ServerProcess(database.url, { NODE_OPTIONS: process.env['SERVER_NODE_OPTIONS'] ?? '' })
try {
  await makeFile(file, rows)
  console.log(
    `${rows} rows, ${(statSync(file).size / 1e6).toFixed(0)} MB, ${cpus().length} cores, Node ${process.version}`,
  )
  await server.start()
  const owner = await signUp({ url: server.url, mailbox: server.mailbox } as unknown as TestServer)
  if (parts.includes('speed')) await measureSpeed(owner)
  if (parts.includes('kills')) await measureKills(owner)
} finally {
  await server.end()
  await database.drop()
  await machine.stop()
  rmSync(folder, { recursive: true })
}

interface Place {
  call: Api
  tenantId: string
  modelId: string
}

async function place(owner: Person, name: string): Promise<Place> {
  const { id: tenantId } = await makeWorkspace(owner, name)
  const call = api(owner, tenantId)
  const { status, body } = await call.post('/api/models', {
    key: 'part',
    label: 'Parts',
    schema: { version: 1, fields },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { call, tenantId, modelId: body.id }
}

async function begin({ call }: Place): Promise<{ id: string; staged: number }> {
  const started = performance.now()
  const { status, body } = await call.post('/api/imports?name=rows.csv', undefined, {
    bytes: await openAsBlob(file),
    headers: { 'content-type': 'text/csv' },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const staged: StagedImport = body
  const ran = await call.post(`/api/imports/${staged.id}/run`, {
    target: { model: 'part' },
    mode: 'skip_bad',
    columns: staged.columns.map(({ key }) => ({ source: key, to: key })),
  })
  if (ran.status !== 202) throw new Error(JSON.stringify(ran.body))
  return { id: staged.id, staged: (performance.now() - started) / 1000 }
}

async function state({ call }: Place, id: string): Promise<ImportState> {
  return (await call.get(`/api/imports/${id}`)).body
}

/** Waits for the end of an import and looks at the server's memory meanwhile. */
async function end(at: Place, id: string): Promise<{ state: ImportState; peak: number }> {
  for (let peak = 0; ; await wait(500)) {
    peak = Math.max(peak, server.peakMegabytes())
    const now = await state(at, id)
    if (now.status !== 'running') return { state: now, peak }
  }
}

function perSecond(seconds: number): string {
  return `${Math.round(rows / seconds)} rows/s`
}

async function measureSpeed(owner: Person): Promise<void> {
  const ours = await place(owner, 'Import')
  const resting = server.peakMegabytes()
  const { id, staged } = await begin(ours)
  const started = performance.now()
  const { state: done, peak } = await end(ours, id)
  const took = (performance.now() - started) / 1000
  if (done.status !== 'done' || done.created !== rows)
    throw new Error(JSON.stringify({ ...done, rejected: [] }))
  console.log(
    `import: ${took.toFixed(1)} s, ${perSecond(took)} (upload and look at the file: ${staged.toFixed(1)} s)`,
  )
  console.log(`memory of the server: ${resting.toFixed(0)} MB before, ${peak.toFixed(0)} MB at its peak`)
  await exactly(ours)
  const limit = await place(owner, 'Limit')
  const { copy, insert } = await copyAndInsert(database.url, { ...limit, path: file, userId: owner.userId })
  console.log(
    `COPY + INSERT … SELECT: ${copy.toFixed(1)} + ${insert.toFixed(1)} s, ${perSecond(copy + insert)}`,
  )
  console.log(`share of the limit: ${((copy + insert) / took).toFixed(2)} (goal 0.5)`)
}

async function measureKills(owner: Person): Promise<void> {
  const at = await place(owner, 'Kills')
  const { id } = await begin(at)
  let last = 0
  for (let kill = 1; kill <= kills; kill++) {
    // Anywhere in its part of the way, and a random moment later.
    const aim = (rows * (kill - 1 + Math.random())) / kills
    for (
      let now = await state(at, id);
      now.status === 'running' && now.done < aim;
      now = await state(at, id)
    ) {
      if (now.done < last) throw new Error(`It went back from ${last} to ${now.done}.`)
      last = now.done
      await wait(100)
    }
    await wait(Math.random() * 300)
    await server.kill()
    await server.start()
    console.log(`kill ${kill}: at ${last} rows or a little later`)
  }
  const { state: done, peak } = await end(at, id)
  if (done.status !== 'done') throw new Error(JSON.stringify({ ...done, rejected: [] }))
  console.log(`after ${kills} kills: ${done.created} records, peak ${peak.toFixed(0)} MB`)
  await exactly(at)
}

/** Every row once, with one event: count, sum, distinct keys and distinct events. */
async function exactly({ tenantId }: Place): Promise<void> {
  const [found] = await askDatabase<Record<string, string>>(
    database.url,
    `select o.*, e.* from
       (select count(*)::text as records, count(distinct attributes ->> 'code')::text as codes, sum((attributes ->> 'price')::numeric)::text as sum
        from app.objects where tenant_id = $1 and deleted_at is null) o,
       (select count(*)::text as events, count(distinct record_id)::text as told from app.events where tenant_id = $1 and subject = 'record') e`,
    [tenantId],
  )
  const expected = { records: rows, codes: rows, sum: priceSum(rows), events: rows, told: rows }
  for (const [name, value] of Object.entries(expected))
    if (found?.[name] !== String(value)) throw new Error(`${name}: ${found?.[name]} instead of ${value}`)
  console.log('each row exactly once: count, distinct keys, sum and events agree')
}
