import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportState } from '#contracts/api/exports.ts'
import type { ImportState, StagedImport } from '#contracts/api/imports.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import type { Api, Person, TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Transfers'))
  await installDefinitions(server, tenant.id, owner.userId, [
    {
      kind: 'model',
      key: 'supplier',
      body: {
        label: 'Suppliers',
        schema: {
          version: 1,
          fields: [
            { key: 'name', label: 'Name', type: 'text' },
            { key: 'number', label: 'Number', type: 'integer', unique: true },
          ],
        },
      },
    },
    {
      kind: 'model',
      key: 'article',
      body: {
        label: 'Articles',
        schema: {
          version: 1,
          fields: [
            { key: 'code', label: 'Code', type: 'text', unique: true },
            { key: 'price', label: 'Price', type: 'money', scale: 2 },
            { key: 'supplier', label: 'Supplier', type: 'relation', target: 'supplier' },
            { key: 'secret', label: 'Secret', type: 'text' },
            { key: 'share', label: 'Share', type: 'integer', max: 100 },
          ],
        },
      },
    },
  ])
})

afterAll(() => server.stop())

const stage = async (name: string, text: string, person: Api = call): Promise<StagedImport> => {
  const { status, body } = await person.post(`/api/imports?name=${name}`, undefined, {
    bytes: text,
    headers: { 'content-type': 'text/csv' },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const start = async (staged: StagedImport, request: Record<string, unknown>, person: Api = call) => {
  const { status, body } = await person.post(`/api/imports/${staged.id}/run`, {
    target: { model: 'article' },
    mode: 'skip_bad',
    ...request,
  })
  expect(status, JSON.stringify(body)).toBe(202)
}
const ended = async <State extends { status: string }>(path: string, person: Api = call): Promise<State> => {
  for (;;) {
    const { body } = await person.get(path)
    if (body.status !== 'running') return body
    await wait(30)
  }
}
const importEnded = (id: string) => ended<ImportState>(`/api/imports/${id}`)
const same = (...keys: string[]) => keys.map((key) => ({ source: key, to: key }))
const count = async (model = 'article'): Promise<number> =>
  (await call.post('/api/query', { queries: [{ model, total: 'exact', page: { size: 1 } }] })).body.results[0]
    .total
const many = (from: number, rows: number): string =>
  ['code,price', ...Array.from({ length: rows }, (_, index) => `M-${from + index},1.00`)].join('\n')

describe('imports in steps', () => {
  it('stop when told, keep what they had, and go on from there', async () => {
    const before = await count()
    const staged = await stage('stop.csv', many(0, 9000))
    await start(staged, { columns: same('code', 'price') })
    expect(
      (
        await call.post(`/api/imports/${staged.id}/run`, {
          target: { model: 'article' },
          columns: same('code'),
        })
      ).status,
    ).toBe(425)
    for (;;) {
      const { body } = await call.get(`/api/imports/${staged.id}`)
      if (body.done > 0) break
      await wait(10)
    }
    const cancelled = await call.post(`/api/imports/${staged.id}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'running', cancelling: true })
    const stopped = await importEnded(staged.id)
    expect(stopped.status).toBe('cancelled')
    expect(stopped.done).toBeLessThan(9000)
    expect(await count()).toBe(before + stopped.created)
    expect((await call.post(`/api/imports/${staged.id}/cancel`)).status).toBe(422)

    expect((await call.post(`/api/imports/${staged.id}/retry`)).status).toBe(202)
    expect(await importEnded(staged.id)).toMatchObject({ status: 'done', created: 9000, rejected_count: 0 })
    expect(await count()).toBe(before + 9000)
    expect((await call.post(`/api/imports/${staged.id}/retry`)).status).toBe(422)
    // All of it is one thing that was done, and goes back as one.
    expect((await call.post(`/api/imports/${staged.id}/undo`)).body.status).toBe('undone')
    expect(await count()).toBe(before)
  })

  it('[IM-07] report every bad row with its value and reason, to download', async () => {
    const staged = await stage('bad.csv', 'code,Unit price\nB-1,1.00\nB-2,=cheap\nB-1,2.00\nB-3,3.00\n')
    await start(staged, { columns: [...same('code'), { source: 'unit_price', to: 'price' }] })
    const ended = await importEnded(staged.id)
    expect(ended).toMatchObject({ status: 'done', created: 2, rejected_count: 2 })
    expect(ended.rejected.map(({ path, column }) => [path, column])).toEqual([
      ['price', 'Unit price'],
      ['code', 'Code'],
    ])
    const { body, headers } = await call.get(`/api/imports/${staged.id}/errors`)
    expect(headers.get('content-disposition')).toContain('bad.csv.mistakes.csv')
    expect(body.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
      'Row,Column,Value,Reason,Now',
      "3,Unit price,'=cheap,Write a decimal number.,",
      '4,Code,B-1,This value is used already.,',
      '',
    ])
    const other = await placePerson(server, tenant.id, 'member')
    expect((await other.api.get(`/api/imports/${staged.id}/errors`)).status).toBe(404)
  })

  it('[IM-07] keep a reason with its values, so that every reader is told in their own language', async () => {
    const why = {
      message: 'At most 100.',
      text: 'At most {{number}}.',
      values: { number: { decimal: '100' } },
    }
    const row = { row: 3, path: 'share', column: 'Share', value: '1200', theirs: null, ...why }
    for (const mode of ['skip_bad', 'all_or_nothing']) {
      const staged = await stage('shares.csv', `code,share\n${mode},50\nS-2,1200\n`)
      await start(staged, { columns: same('code', 'share'), mode })
      const { rejected } = await importEnded(staged.id)
      expect(rejected).toEqual([row])
      const { body, headers } = await call.get(`/api/imports/${staged.id}/errors?format=jsonl`)
      expect(headers.get('content-disposition')).toContain('shares.csv.mistakes.jsonl')
      expect(typeof body === 'string' ? JSON.parse(body) : body).toEqual(row)
    }
  })

  it('bring no pictures in: what a camera writes into them is taken out where files are uploaded, and nowhere else', async () => {
    const fields = [
      { key: 'code', label: 'Code', type: 'text' },
      { key: 'photo', label: 'Photo', type: 'image' },
    ]
    await call.post('/api/models', { key: 'pictured', label: 'Pictured', schema: { fields } })
    const text = JSON.stringify([{ code: 'A', photo: [{ id: '01900000-0000-7000-8000-000000000000' }] }])
    const file = { bytes: text, headers: { 'content-type': 'application/json' } }
    const direct = await call.post('/api/records/pictured/import?name=a.json', undefined, file)
    expect(direct.body).toMatchObject({ created: 1, ignored: ['photo'] })
    const staged = await call.post('/api/imports?name=a.json', undefined, file)
    const run = (request: Record<string, unknown>) => call.post(`/api/imports/${staged.body.id}/run`, request)
    const named = await run({ target: { model: 'pictured' }, columns: [{ source: 'photo', to: 'photo' }] })
    expect(named.body.error.details[0]).toMatchObject({ path: 'columns.0.to', code: 'unknown_field' })
    const made = await run({
      target: { new_model: { key: 'album', label: 'Album' } },
      columns: [{ source: 'photo', field: { key: 'photo', label: 'Photo', type: 'image' } }],
    })
    expect(made.body.error.details[0]).toMatchObject({ path: 'columns.0.field.key', code: 'unknown_field' })
    const jpeg = { bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 16, 0x45, 0x78, 0x69, 0x66, 0, 0]) }
    expect((await call.post('/api/imports?name=a.jpg', undefined, jpeg)).status).toBe(415)
  })

  it('all or nothing can be stopped, too, and leaves nothing', async () => {
    const before = await count()
    const staged = await stage('nothing.csv', many(20_000, 6000))
    await start(staged, { columns: same('code', 'price'), mode: 'all_or_nothing' })
    await call.post(`/api/imports/${staged.id}/cancel`)
    expect(await importEnded(staged.id)).toMatchObject({ status: 'cancelled', done: 0, created: 0 })
    expect(await count()).toBe(before)
  })

  it('an uploaded file that was not begun is taken up again as it was, or thrown away with its bytes', async () => {
    const text = 'code,Unit price\nU-1,1.50\nU-2,2.50\n'
    const staged = await stage('left.csv', text)
    const again = await call.get(`/api/imports/${staged.id}/staged`)
    expect(again.body).toEqual(staged)
    const clerk = await placePerson(server, tenant.id, 'member')
    for (const path of ['/staged', ''])
      expect((await clerk.api.get(`/api/imports/${staged.id}${path}`)).status).toBe(404)
    expect((await clerk.api.delete(`/api/imports/${staged.id}`)).status).toBe(404)
    await start(staged, { columns: same('code') })
    await importEnded(staged.id)
    expect((await call.get(`/api/imports/${staged.id}/staged`)).status).toBe(422)
    expect((await call.delete(`/api/imports/${staged.id}`)).status).toBe(422)

    const other = await stage('gone.csv', text)
    const [kept] = await server.sql('select storage_key from app.imports where id = $1', [other.id])
    const bytes = join(server.dataDir, 'files', String(kept?.['storage_key']))
    expect(existsSync(bytes)).toBe(true)
    expect((await call.delete(`/api/imports/${other.id}`)).status).toBe(204)
    expect((await call.get(`/api/imports/${other.id}`)).status).toBe(404)
    await expect.poll(() => existsSync(bytes)).toBe(false)
  })

  it('go on with the rights of now: who may no longer create is refused in the middle', async () => {
    await installDefinitions(server, tenant.id, owner.userId, [
      {
        kind: 'role',
        key: 'clerk',
        body: { label: 'Clerk', grants: { '*': { verbs: ['read', 'create', 'update'] } }, manage: [] },
      },
    ])
    const clerk = await placePerson(server, tenant.id, 'clerk')
    const staged = await stage('clerk.csv', many(40_000, 9000), clerk.api)
    await start(staged, { columns: same('code', 'price') }, clerk.api)
    for (;;) {
      const { body } = await clerk.api.get(`/api/imports/${staged.id}`)
      if (body.done > 0) break
      await wait(10)
    }
    await call.put(`/api/members/${clerk.userId}`, { role: 'customer' })
    const state = await importEnded(staged.id)
    expect([state.status, state.error]).toEqual(['failed', expect.stringMatching(/not_found|may not/)])
    expect(state.done).toBeLessThan(9000)
    // Nobody else may go on with it in their name.
    expect((await call.post(`/api/imports/${staged.id}/retry`)).status).toBe(403)
  })

  it('find linked records by the field the column holds, and make those that are missing when told', async () => {
    for (const number of [11, 12])
      await call.post('/api/records/supplier', { name: `Supplier ${number}`, number })
    const text = 'code,from\nL-1,11\nL-2,12\nL-3,99\n'
    const columns = (missing: string) => [
      { source: 'code', to: 'code' },
      { source: 'from', to: 'supplier', match: { field: 'number', missing } },
    ]
    const strict = await stage('strict.csv', text)
    await start(strict, { columns: columns('error') })
    const state = await importEnded(strict.id)
    expect(state).toMatchObject({ created: 2, rejected_count: 1 })
    expect(state.rejected[0]).toMatchObject({ row: 4, path: 'supplier' })
    const making = await stage('making.csv', text.replaceAll('L-', 'N-'))
    await start(making, { columns: columns('create') })
    expect(await importEnded(making.id)).toMatchObject({ created: 3, rejected_count: 0 })
    const { body } = await call.post('/api/query', {
      queries: [
        {
          model: 'article',
          fields: ['code', 'supplier.number'],
          where: { field: 'code', op: 'starts', value: 'N-' },
          sort: [{ field: 'code', dir: 'asc' }],
        },
      ],
    })
    expect(body.results[0].rows.map((row: Record<string, unknown>) => row['supplier.number'])).toEqual([
      11, 12, 99,
    ])
    const wrong = await stage('wrong.csv', text)
    const refused = await call.post(`/api/imports/${wrong.id}/run`, {
      target: { model: 'article' },
      columns: [{ source: 'from', to: 'supplier', match: { field: 'nope' } }],
    })
    expect(refused.body.error.details[0].path).toBe('columns.0.match.field')
    const direct = await call.post('/api/records/article/import?name=x.csv', undefined, {
      bytes: 'code,Supplier.Number\nD-1,12\n',
      headers: { 'content-type': 'text/csv' },
    })
    expect(direct.body).toMatchObject({ created: 1, ignored: [] })
  })

  it('a long file is looked at all over, and shows how it is written', async () => {
    const rows = Array.from(
      { length: 45_000 },
      (_, index) => `S-${index};${index},5;${index % 2 ? '31.12.2024' : ''}`,
    )
    const staged = await stage('long.csv', ['Nummer;Preis;Datum', ...rows].join('\n'))
    expect(staged).toMatchObject({ rows: 45_000, dialect: { encoding: 'utf-8', delimiter: ';' } })
    expect(staged.looked).toBeLessThanOrEqual(20_000)
    expect(staged.columns.map(({ type, empty, reads }) => [type, empty, reads?.mark])).toEqual([
      ['text', 0, undefined],
      ['money', 0, ','],
      ['date', 22_500, ','],
    ])
  })
})

const file = async (id: string, person: Person = owner): Promise<Response> =>
  fetch(`${server.url}/api/exports/${id}/file`, {
    headers: { authorization: `Bearer ${person.token}`, 'x-tenant-id': tenant.id },
  })

describe('exports in the background', () => {
  it('hold what the list shows, in every format, and only for who asked', async () => {
    await call.post('/api/records/article/bulk', {
      create: Array.from({ length: 700 }, (_, index) => ({
        code: `X-${String(index).padStart(3, '0')}`,
        price: '2.50',
      })),
    })
    const query = JSON.stringify({
      where: { field: 'code', op: 'starts', value: 'X-' },
      sort: [{ field: 'code', dir: 'desc' }],
      fields: ['code', 'price'],
    })
    for (const format of ['csv', 'xlsx', 'json', 'jsonl'] as const) {
      const { status, body } = await call.post('/api/exports', { model: 'article', format, query })
      expect(status, JSON.stringify(body)).toBe(202)
      const state = await ended<ExportState>(`/api/exports/${body.id}`)
      expect(state).toMatchObject({
        status: 'done',
        done: 700,
        rows: 700,
        name: `Articles.${format}`,
        error: null,
      })
      const answer = await file(body.id)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.status, bytes.length]).toEqual([200, state.size])
      if (format === 'csv')
        expect(bytes.toString().split('\r\n').slice(0, 2)).toEqual(['Code,Price', 'X-699,2.50'])
      if (format === 'jsonl')
        expect(
          bytes
            .toString()
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line).code)[699],
        ).toBe('X-000')
      const other = await placePerson(server, tenant.id, 'admin')
      expect((await other.api.get(`/api/exports/${body.id}`)).status).toBe(404)
      expect((await other.api.get(`/api/exports/${body.id}/file`)).status).toBe(404)
    }
    const small = await call.post('/api/exports', { model: 'article', query, only_large: true })
    expect([small.status, small.body]).toEqual([202, null])
    expect(
      (await call.post('/api/exports', { model: 'article', query: '{"fields":["nope"]}' })).body.error.code,
    ).toBe('unknown_field')
    expect((await call.post('/api/exports', { model: 'nothing' })).status).toBe(404)
  })

  it('are begun for what is large, counted to the last row, and leave nothing where it is not', async () => {
    await call.post('/api/models', {
      key: 'screw',
      label: 'Screws',
      schema: { version: 1, fields: [{ key: 'code', label: 'Code', type: 'text' }] },
    })
    const add = async (from: number, rows: number): Promise<void> => {
      const create = Array.from({ length: rows }, (_, at) => ({ code: `S-${from + at}` }))
      const { status } = await call.post('/api/records/screw/bulk', { create })
      expect(status).toBe(200)
    }
    for (let from = 0; from < 20_000; from += 1000) await add(from, 1000)
    const kept = async (): Promise<number> =>
      (
        await server.sql<{ count: number }>(
          `select (select count(*) from app.exports where model_key = 'screw')::int
           + (select count(*) from app.events where kind = 'exported' and after ->> 'model' = 'screw')::int as count`,
        )
      )[0]?.count ?? 0
    const wish = { model: 'screw', format: 'csv', only_large: true }
    const small = await call.post('/api/exports', wish)
    expect([small.status, small.body, await kept()]).toEqual([202, null, 0])
    await add(20_000, 1)
    const narrow = JSON.stringify({ where: { field: 'code', op: 'ne', value: 'S-7' } })
    expect((await call.post('/api/exports', { ...wish, query: narrow })).body).toBeNull()
    // Nobody has counted this table yet: whoever guesses takes it for a small one.
    const large = await call.post('/api/exports', wish)
    expect(large.body).toMatchObject({ status: 'running', rows: 20_001, done: 0 })
    expect(await kept()).toBe(2)
    const state = await ended<ExportState>(`/api/exports/${large.body.id}`)
    expect(state).toMatchObject({ status: 'done', rows: 20_001, done: 20_001 })
    const lines = (await (await file(large.body.id)).text()).trimEnd().split('\r\n')
    expect([lines.length, new Set(lines).size]).toEqual([20_002, 20_002])
  })

  it('stop when told and leave no file; made again they are whole', async () => {
    const { body } = await call.post('/api/exports', { model: 'screw', format: 'jsonl' })
    const state = async (): Promise<ExportState> => (await call.get(`/api/exports/${body.id}`)).body
    await expect.poll(async () => (await state()).done, { interval: 5 }).toBeGreaterThan(0)
    const cancelled = await call.post(`/api/exports/${body.id}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'running', cancelling: true })
    const stopped = await ended<ExportState>(`/api/exports/${body.id}`)
    expect(stopped).toMatchObject({ status: 'cancelled', size: null, error: null })
    expect(stopped.done).toBeLessThan(20_001)
    expect((await file(body.id)).status).toBe(422)
    const [row] = await server.sql('select storage_key from app.exports where id = $1', [body.id])
    expect(row).toEqual({ storage_key: null })
    expect((await call.post(`/api/exports/${body.id}/cancel`)).status).toBe(422)
    expect((await call.post(`/api/exports/${body.id}/retry`)).status).toBe(202)
    expect(await ended<ExportState>(`/api/exports/${body.id}`)).toMatchObject({
      status: 'done',
      done: 20_001,
    })
    expect((await (await file(body.id)).text()).trimEnd().split('\n')).toHaveLength(20_001)
  })

  it('that wait for their turn stop at once', async () => {
    const begun: ExportState[] = []
    for (let at = 0; at < 4; at++)
      begun.push((await call.post('/api/exports', { model: 'screw', format: 'xlsx' })).body)
    const last = begun.at(-1)?.id
    expect((await call.post(`/api/exports/${last}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      cancelling: false,
      done: 0,
    })
    for (const { id } of begun.slice(0, 3))
      expect((await ended<ExportState>(`/api/exports/${id}`)).status).toBe('done')
    expect((await call.get(`/api/exports/${last}`)).body).toMatchObject({ status: 'cancelled', done: 0 })
  })

  it('[IM-08] the right to export is asked for again at the download, and the file goes when its time is over', async () => {
    const clerk = await placePerson(server, tenant.id, 'admin')
    const { body } = await clerk.api.post('/api/exports', { model: 'article' })
    expect((await ended<ExportState>(`/api/exports/${body.id}`, clerk.api)).status).toBe('done')
    expect((await file(body.id, { token: clerk.token } as Person)).status).toBe(200)
    await call.put(`/api/members/${clerk.userId}`, { role: 'customer' })
    expect((await clerk.api.get(`/api/exports/${body.id}/file`)).status).toBe(404)
    await call.put(`/api/members/${clerk.userId}`, { role: 'admin' })
    await server.sql("update app.exports set expires_at = now() - interval '1 minute' where id = $1", [
      body.id,
    ])
    expect((await clerk.api.get(`/api/exports/${body.id}/file`)).status).toBe(410)
    await server.services.jobs.look(true)
    expect(
      (await server.sql('select status, storage_key from app.exports where id = $1', [body.id]))[0],
    ).toEqual({
      status: 'expired',
      storage_key: null,
    })
  })

  it('hold what whoever asked may see when they run, not when they were asked for', async () => {
    await installDefinitions(server, tenant.id, owner.userId, [
      {
        kind: 'role',
        key: 'buyer',
        body: { label: 'Buyer', grants: { article: { verbs: ['read', 'export'] } }, manage: [] },
      },
    ])
    await call.post('/api/records/article', { code: 'Y-1', secret: 'canary-5c1' })
    const buyer = await placePerson(server, tenant.id, 'buyer')
    const fields = ['code', 'secret']
    const query = JSON.stringify({ fields, where: { field: 'code', op: 'starts', value: 'Y-' } })
    const seen = await buyer.api.post('/api/exports', { model: 'article', query })
    expect((await ended<ExportState>(`/api/exports/${seen.body.id}`, buyer.api)).status).toBe('done')
    await server.sql("update app.exports set status = 'failed' where id = $1", [seen.body.id])
    await call.post(`/api/permissions/fields/bulk`, [
      { model_id: await modelId(), field_key: 'secret', read_roles: ['owner'], write_roles: ['owner'] },
    ])
    await buyer.api.post(`/api/exports/${seen.body.id}/retry`)
    expect(await ended<ExportState>(`/api/exports/${seen.body.id}`, buyer.api)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/field/i),
    })
  })
})

async function modelId(): Promise<string> {
  const { body } = await call.get('/api/models')
  return (body.rows ?? body).find(({ key }: { key: string }) => key === 'article').id
}
