import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportState } from '#contracts/api/exports.ts'
import type { ImportState, StagedImport } from '#contracts/api/imports.ts'
import { api, makeWorkspace, signUp, type Api, type ApiAnswer } from '../support/people.ts'
import { askDatabase, ServerProcess } from '../support/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/start-test-database.ts'
import type { TestServer } from '../support/start-test-server.ts'

const count = process.env['LONG'] ? 100_000 : 12_000
const kills = process.env['LONG'] ? 8 : 2
const patience = process.env['LONG'] ? 1_800_000 : 120_000

let database: TestDatabase
let server: ServerProcess
let call: Api
let tenantId: string

beforeAll(async () => {
  database = await createTestDatabase()
  server = new ServerProcess(database.url)
  await server.start()
  const address = { url: server.url, mailbox: server.mailbox } as unknown as TestServer
  const owner = await signUp(address)
  const tenant = await makeWorkspace(owner, 'Resume')
  tenantId = tenant.id
  call = api(owner, tenant.id)
})

afterAll(async () => {
  await server.end()
  await database.drop()
})

const state = async (id: string): Promise<ImportState> => {
  const { status, body } = await call.get(`/api/imports/${id}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

describe('an import whose server is killed', () => {
  it(
    '[REL-30] goes on after a restart: each row exactly once, with one event and its number',
    async () => {
      const lines = Array.from({ length: count }, (_, index) =>
        // Every thousandth row is bad: it must be reported once, too.
        index % 1000 === 500 ? `K-${index},,x` : `K-${index},Item ${index},${index}.25`,
      )
      const staged: StagedImport = (
        await call.post('/api/imports?name=large.csv', undefined, {
          bytes: ['code,name,price', ...lines].join('\n'),
          headers: { 'content-type': 'text/csv' },
        })
      ).body
      expect(staged.rows).toBe(count)
      const started = await call.post(`/api/imports/${staged.id}/run`, {
        target: { new_model: { key: 'part', label: 'Parts' } },
        mode: 'skip_bad',
        columns: [
          { source: 'code', field: { key: 'code', label: 'Code', type: 'text', unique: true } },
          { source: 'name', field: { key: 'name', label: 'Name', type: 'text', required: true } },
          { source: 'price', field: { key: 'price', label: 'Price', type: 'money', scale: 2 } },
        ],
      })
      expect(started.status).toBe(202)

      let seen = 0
      for (let kill = 1; kill <= kills; kill++) {
        // Killed while it is at it, at about even distances.
        for (;;) {
          const now = await state(staged.id)
          expect(now.done).toBeGreaterThanOrEqual(seen)
          seen = now.done
          expect(now.status).toBe('running')
          if (seen >= (count * kill) / (kills + 2)) break
          await wait(15)
        }
        await server.kill()
        await server.start()
      }
      let end = await state(staged.id)
      while (end.status === 'running') {
        await wait(50)
        end = await state(staged.id)
      }

      const bad = Math.floor((count - 501) / 1000) + 1
      expect(end).toMatchObject({ status: 'done', done: count, created: count - bad, rejected_count: bad })
      expect(end.rejected.map(({ row }) => row)).toEqual(
        Array.from({ length: bad }, (_, index) => index * 1000 + 502).flatMap((row) => [row, row]),
      )
      const good = lines.flatMap((line) => (line.includes(',,') ? [] : [line.split(',')[0] ?? '']))
      const [rows] = await askDatabase<Record<string, string>>(
        database.url,
        `select count(*)::text as count, count(distinct attributes ->> 'code')::text as codes, sum((attributes ->> 'price')::numeric)::text as sum,
         md5(string_agg(attributes ->> 'code', ',' order by attributes ->> 'code' collate "C")) as digest,
         count(*) filter (where revision <> 1)::text as again
       from app.objects where tenant_id = $1 and deleted_at is null`,
        [tenantId],
      )
      expect(rows).toEqual({
        count: String(count - bad),
        codes: String(count - bad),
        sum: good.reduce((sum, code) => sum + Number(code.slice(2)) + 0.25, 0).toFixed(2),
        digest: createHash('md5').update(good.toSorted().join(',')).digest('hex'),
        again: '0',
      })
      const [events] = await askDatabase<Record<string, string>>(
        database.url,
        `select count(*)::text as count, count(distinct record_id)::text as records, count(distinct request_id)::text as requests
       from app.events where tenant_id = $1 and subject = 'record'`,
        [tenantId],
      )
      expect(events).toEqual({ count: String(count - bad), records: String(count - bad), requests: '1' })
      await expect
        .poll(
          async () =>
            (
              await askDatabase<{ left: number; gaps: number }>(
                database.url,
                `select (select count(*)::int from app_private.unnumbered where tenant_id = $1) as left,
                 (select (max(last_number) - sum(cardinality(event_ids)))::int from app.change_sets where tenant_id = $1) as gaps`,
                [tenantId],
              )
            )[0],
          { timeout: 10_000 },
        )
        .toEqual({ left: 0, gaps: 0 })
    },
    patience,
  )

  it(
    'an export is written again from the first row, whole, and nothing of the half file stays',
    async () => {
      const { body } = await call.post('/api/exports', { model: 'part', format: 'csv' })
      const now = async (): Promise<ExportState> => (await call.get(`/api/exports/${body.id}`)).body
      while ((await now()).done === 0) await wait(5)
      await server.kill()
      await server.start()
      let end = await now()
      while (end.status === 'running') {
        await wait(50)
        end = await now()
      }
      expect(end).toMatchObject({ status: 'done', rows: body.rows, done: body.rows, error: null })
      const file = await call.get(`/api/exports/${body.id}/file`)
      const [, ...lines] = String(file.body).trimEnd().split('\r\n')
      const codes = lines.map((line) => line.split(',')[0])
      expect([codes.length, new Set(codes).size]).toEqual([body.rows, body.rows])
      const [kept] = await askDatabase<{ storage_key: string }>(
        database.url,
        'select storage_key from app.exports where id = $1',
        [body.id],
      )
      const files = readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })
      const written = files
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => readFileSync(path).subarray(0, 5).toString() === 'Code,')
      expect(written).toEqual([join(server.dataDir, 'files', kept?.storage_key ?? '')])
    },
    patience,
  )

  it('made at once and killed half-way, it is made by repeating it with its key, and once', async () => {
    const lines = Array.from({ length: count / 2 }, (_, index) => `M-${index},More ${index},1.00`)
    const bytes = ['code,name,price', ...lines].join('\n')
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'killed' }
    const send = (body = bytes): Promise<ApiAnswer> =>
      call.post('/api/records/part/import?name=more.csv', undefined, { bytes: body, headers })
    const there = async (): Promise<number> => {
      const [row] = await askDatabase<{ n: number }>(
        database.url,
        "select count(*)::int as n from app.objects where tenant_id = $1 and attributes ->> 'code' like 'M-%'",
        [tenantId],
      )
      return row?.n ?? 0
    }
    const lost = send().catch(() => null)
    const writing = `select 1 from pg_locks where relation = 'app.objects'::regclass and mode = 'RowExclusiveLock'`
    await expect
      .poll(() => askDatabase(database.url, writing), { interval: 5, timeout: 20_000 })
      .not.toEqual([])
    await server.kill()
    expect(await lost).toBeNull()
    await expect.poll(() => askDatabase(database.url, writing), { timeout: 20_000 }).toEqual([])
    expect(await there()).toBe(0)
    await server.start()
    const made = await send()
    expect([made.status, made.body.created]).toEqual([200, lines.length])
    const again = await send()
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', made.body])
    expect((await send(`${bytes}\nM-x,More,1.00`)).status).toBe(422)
    expect(await there()).toBe(lines.length)
  }, 120_000)
})
