import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportState, StagedImport } from '#contracts/api/imports.ts'
import { writeXlsx } from '#server/exchange/xlsx/write-xlsx.ts'
import { crowdedZip } from '../support/crowded-zip.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import {
  api,
  makeWorkspace,
  signUp,
  type Api,
  type ApiAnswer,
  type Person,
  type TestTenant,
} from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('Imports'))
  await installDefinitions(server, tenant.id, owner.userId, [
    {
      kind: 'model',
      key: 'supplier',
      body: {
        label: 'Suppliers',
        schema: { version: 1, fields: [{ key: 'name', label: 'Name', type: 'text' }] },
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
            { key: 'name', label: 'Name', type: 'text', required: true },
            { key: 'price', label: 'Unit price', type: 'money', scale: 2 },
            { key: 'kind', label: 'Kind', type: 'select', options: ['Wood', 'Steel'] },
            { key: 'since', label: 'Since', type: 'date' },
            { key: 'stocked', label: 'Stocked', type: 'boolean' },
            { key: 'count', label: 'Count', type: 'integer' },
            { key: 'supplier', label: 'Supplier', type: 'relation', target: 'supplier' },
            { key: 'phone', label: 'Phone', type: 'phone' },
            { key: 'note', label: 'Note', type: 'long_text' },
            { key: 'tags', label: 'Tags', type: 'multi_select', options: ['a', 'b'] },
          ],
        },
      },
    },
  ])
})

afterAll(() => server.stop())

const upload = (path: string, bytes: Uint8Array | string, person: Api = call): Promise<ApiAnswer> =>
  person.post(path, undefined, {
    bytes: new Blob([typeof bytes === 'string' ? bytes : Buffer.from(bytes)]),
    headers: { 'content-type': 'application/octet-stream' },
  })
const stage = async (name: string, bytes: Uint8Array | string): Promise<StagedImport> => {
  const { status, body } = await upload(`/api/imports?name=${encodeURIComponent(name)}`, bytes)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const finished = async (id: string, person: Api = call): Promise<ImportState> => {
  for (;;) {
    const { body } = await person.get(`/api/imports/${id}`)
    if (body.status !== 'running') return body
    await wait(50)
  }
}
const run = async (staged: StagedImport, request: Record<string, unknown>): Promise<ImportState> => {
  const { status, body } = await call.post(`/api/imports/${staged.id}/run`, request)
  expect(status, JSON.stringify(body)).toBe(202)
  return finished(staged.id)
}
/** Every column as the file proposes it. */
const proposed = (staged: StagedImport) =>
  staged.columns.map(({ key, label, type, options, unique, required, currency, scale }) => ({
    source: key,
    field: {
      key,
      label,
      type,
      ...(options ? { options } : {}),
      ...(unique ? { unique } : {}),
      ...(required ? { required } : {}),
      ...(currency ? { currency } : {}),
      ...(scale === undefined ? {} : { scale }),
    },
  }))
const ask = async (query: Record<string, unknown>): Promise<ApiAnswer['body']> =>
  (await call.post('/api/query', { queries: [query] })).body.results[0]
const withoutId = (row: Record<string, unknown>): Record<string, unknown> => ({ ...row, id: '' })
const world = () =>
  server.sql(
    'select (select count(*) from app.objects where deleted_at is null) as objects, (select count(*) from app.definitions) as definitions, (select max(number) from app.releases) as releases',
  )

const csv =
  'code;name;price;since;unit\nA-1;Balken;12,50;31.12.2024;m\nA-2;"Brett; lang";1.234,00;01.02.2025;m\nA-3;Latte;0,99;15.03.2025;kg\n'

describe('staging', () => {
  it('says what the columns of a file hold, without importing anything', async () => {
    const before = await world()
    const staged = await stage('Preisliste 2025.csv', csv)
    expect(staged).toMatchObject({ name: 'Preisliste 2025.csv', format: 'csv', rows: 3 })
    expect(staged.columns.map(({ key, type }) => [key, type])).toEqual([
      ['code', 'text'],
      ['name', 'text'],
      ['price', 'money'],
      ['since', 'date'],
      ['unit', 'text'],
    ])
    expect(staged.columns[0]).toMatchObject({ unique: true, code: true, confidence: 1, empty: 0 })
    expect(staged.preview[1]).toEqual({
      code: 'A-2',
      name: 'Brett; lang',
      price: '1.234,00',
      since: '01.02.2025',
      unit: 'm',
    })
    expect(await world()).toEqual(before)
    expect((await call.get(`/api/imports/${staged.id}`)).body).toMatchObject({
      status: 'staged',
      rows: 3,
      done: 0,
    })
  })

  it('[IM-04] refuses bombs, entities and foreign formats, and keeps nothing of them', async () => {
    const count = async () => (await server.sql('select count(*) from app.imports'))[0]
    const before = await count()
    const bomb = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/sharedStrings.xml': new Uint8Array(40 * 1024 * 1024),
    })
    const entity = zipSync({
      'xl/workbook.xml': strToU8(
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><workbook>&a;</workbook>',
      ),
    })
    for (const [bytes, status] of [
      [bomb, 422],
      [entity, 422],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 415],
      ['', 422],
      ['{"a":', 422],
      ['name\n', 422],
    ] as const)
      expect((await upload('/api/imports?name=x.xlsx', bytes)).status).toBe(status)
    expect(await count()).toEqual(before)
  })

  it('[IM-04] gives up at once where the directory of a workbook lies about sizes', async () => {
    const sheets = Array.from({ length: 200 }, (_, at) => `xl/worksheets/s${at}.xml`)
    const began = performance.now()
    const { status } = await upload(
      '/api/imports?name=x.xlsx',
      crowdedZip(['xl/workbook.xml', ...sheets], 1000),
    )
    expect(status).toBe(422)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('belongs to who uploaded it', async () => {
    const staged = await stage('mine.csv', csv)
    const member = await placePerson(server, tenant.id, 'member')
    expect((await member.api.get(`/api/imports/${staged.id}`)).status).toBe(404)
    const stranger = await signUp(server)
    const elsewhere = await makeWorkspace(stranger, 'Elsewhere')
    expect((await api(stranger, elsewhere.id).get(`/api/imports/${staged.id}`)).status).toBe(404)
    const customer = await placePerson(server, tenant.id, 'customer')
    expect((await upload('/api/imports?name=x.csv', csv, customer.api)).status).toBe(403)
  })
})

describe('the next file with the same columns', () => {
  it('is told what the last one became, model by model, to who uploaded it only', async () => {
    const first = await stage('week-1.csv', 'art_no,what\nW-1,One\n')
    expect(first.before).toEqual([])
    const columns = [
      { source: 'art_no', to: 'code' },
      { source: 'what', to: 'name' },
    ]
    const run = { target: { model: 'article' }, columns, mode: 'skip_bad', key: 'code' }
    expect((await call.post(`/api/imports/${first.id}/run`, run)).status).toBe(202)
    expect(await finished(first.id)).toMatchObject({ status: 'done', created: 1 })
    const second = await stage('week-2.csv', 'what,art_no\nTwo,W-2\n')
    expect(second.before).toEqual([
      { model: 'article', columns, mode: 'skip_bad', key: 'code', conflicts: 'skip' },
    ])
    expect((await stage('other.csv', 'what,art_no,more\nTwo,W-2,x\n')).before).toEqual([])
    const admin = await placePerson(server, tenant.id, 'admin')
    const { body } = await upload('/api/imports?name=week-3.csv', 'art_no,what\nW-3,Three\n', admin.api)
    expect(body.before).toEqual([])
  })
})

describe('a file becomes a model with screens', () => {
  it('makes model, records, list, record screen, form, addresses and navigation in one release, and takes it all back', async () => {
    const before = await world()
    const staged = await stage('prices.csv', csv)
    const state = await run(staged, {
      target: { new_model: { key: 'prices', label: 'Prices' } },
      columns: proposed(staged),
    })
    expect(state).toMatchObject({
      status: 'done',
      rows: 3,
      done: 3,
      created: 3,
      rejected: [],
      model: 'prices',
      routes: ['/prices', '/prices/new', '/prices/{id}/edit', '/prices/{id}'],
    })
    const after = await world()
    expect(Number(after[0]?.releases)).toBe(Number(before[0]?.releases) + 1)
    expect((await ask({ model: 'prices', sort: [{ field: 'code', dir: 'asc' }] })).rows[1]).toMatchObject({
      code: 'A-2',
      name: 'Brett; lang',
      price: '1234.00',
      since: '2025-02-01',
      unit: 'm',
    })
    const routes = (await call.get('/api/routes')).body.rows
    expect(routes.find(({ path }: { path: string }) => path === '/prices')).toMatchObject({
      layout: 'prices.list',
      nav: true,
      origin: 'own',
      lists: 'prices',
    })
    const { body } = await call.get('/api/layouts/prices.list')
    expect(body.layout.nodes.grid.props.model).toBe('prices')
    expect((await call.get('/api/models/prices/form')).status).toBe(200)

    const undone = await call.post(`/api/imports/${staged.id}/undo`)
    expect(undone.body.status).toBe('undone')
    expect((await world())[0]?.objects).toEqual(before[0]?.objects)
    expect((await ask({ model: 'prices' })).error.code).toBe('not_found')
    expect(
      (await call.get('/api/routes')).body.rows.some(({ path }: { path: string }) =>
        path.startsWith('/prices'),
      ),
    ).toBe(false)
    expect((await call.get('/api/layouts/prices.list')).status).toBe(404)
    expect((await call.post(`/api/imports/${staged.id}/undo`)).status).toBe(422)
  })

  it('never shadows a screen that is there', async () => {
    const staged = await stage('models.csv', 'name\nx\n')
    const state = await run(staged, {
      target: { new_model: { key: 'models', label: 'Models of ours' } },
      columns: proposed(staged),
    })
    expect(state.routes[0]).toBe('/models-2')
  })

  it('all or nothing: one bad row leaves nothing, and every bad row is named', async () => {
    const before = await world()
    const rows = Array.from({ length: 40 }, (_, index) => `B-${index},${index}.50`)
    rows[6] = 'B-6,cheap'
    rows[30] = 'B-1,3.00'
    const staged = await stage('bad.csv', ['code,price', ...rows].join('\n'))
    const columns = [
      { source: 'code', field: { key: 'code', label: 'Code', type: 'text', unique: true } },
      { source: 'price', field: { key: 'price', label: 'Price', type: 'money', scale: 2 } },
    ]
    const state = await run(staged, { target: { new_model: { key: 'bad', label: 'Bad' } }, columns })
    expect(state).toMatchObject({ status: 'failed', created: 0, rejected_count: 2, routes: [] })
    expect(state.rejected).toEqual([
      {
        row: 8,
        path: 'price',
        column: 'Price',
        message: 'Write a decimal number.',
        value: 'cheap',
        theirs: null,
      },
      {
        row: 32,
        path: 'code',
        column: 'Code',
        message: 'This value is used already.',
        value: 'B-1',
        theirs: null,
      },
    ])
    expect(await world()).toEqual(before)
    const again = await run(staged, {
      target: { new_model: { key: 'bad', label: 'Bad' } },
      columns,
      mode: 'skip_bad',
      generate: { detail: false, form: false },
    })
    expect(again).toMatchObject({ status: 'done', created: 38, rejected_count: 2, routes: ['/bad'] })
  })

  it('what is asked for is checked before it starts', async () => {
    const staged = await stage('x.csv', csv)
    const target = { new_model: { key: 'fresh', label: 'Fresh' } }
    for (const [request, status] of [
      [{ target, columns: [{ source: 'nope', field: { key: 'a', label: 'A', type: 'text' } }] }, 422],
      [{ target, columns: [{ source: 'code', to: 'code' }] }, 422],
      [{ target: { new_model: { key: 'article', label: 'Taken' } }, columns: proposed(staged) }, 422],
      [{ target: { new_model: { key: 'sys_x', label: 'Reserved' } }, columns: proposed(staged) }, 422],
      [{ target: { model: 'nothing' }, columns: [{ source: 'code', to: 'code' }] }, 404],
      [{ target: { model: 'article' }, columns: [{ source: 'code', to: 'nope' }] }, 422],
      [{ target, columns: [{ source: 'code', skip: true }] }, 422],
    ] as const)
      expect([
        JSON.stringify(request).slice(0, 80),
        (await call.post(`/api/imports/${staged.id}/run`, request)).status,
      ]).toEqual([JSON.stringify(request).slice(0, 80), status])
    const member = await placePerson(server, tenant.id, 'member')
    const theirs = (await upload('/api/imports?name=x.csv', csv, member.api)).body
    expect(
      (await member.api.post(`/api/imports/${theirs.id}/run`, { target, columns: proposed(theirs) })).status,
    ).toBe(403)
    const into = await member.api.post(`/api/imports/${theirs.id}/run`, {
      target: { model: 'supplier' },
      columns: [{ source: 'name', to: 'name' }],
    })
    expect(into.status).toBe(202)
    expect((await finished(theirs.id, member.api)).status).toBe('done')
  })

  it('two imports at once take turns; a third person sees how far one is', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `Q-${index},Item ${index},${index}.00`)
    const large = await stage('large.csv', ['code,name,price', ...rows].join('\n'))
    const small = await stage('small.csv', csv)
    const same = await stage('same.csv', csv)
    const start = (staged: StagedImport, key: string) =>
      call.post(`/api/imports/${staged.id}/run`, {
        target: { new_model: { key, label: key } },
        columns: proposed(staged),
      })
    await Promise.all([start(large, 'turn_one'), start(small, 'turn_two'), start(same, 'turn_two')])
    const progress = new Set<number>()
    for (;;) {
      const { body } = await call.get(`/api/imports/${large.id}`)
      progress.add(body.done)
      if (body.status !== 'running') break
      await wait(20)
    }
    expect([...progress].some((done) => done > 0 && done < 3000)).toBe(true)
    const ends = [await finished(large.id), await finished(small.id), await finished(same.id)].map(
      ({ status, error }) => [status, error],
    )
    expect(ends.toSorted()).toEqual([
      ['done', null],
      ['done', null],
      ['failed', 'A model has this key already.'],
    ])
    expect((await ask({ model: 'turn_two', total: 'exact' })).total).toBe(3)
  })

  it('a whole import that failed keeps why in parts, so that each reader is told in their language', async () => {
    const { id } = await stage('changed.csv', 'name\nx\n')
    // What it goes into was changed between the check and the first row.
    const request = { target: { model: 'supplier' }, columns: [{ source: 'name', to: 'gone' }] }
    await server.sql(
      "update app.imports set status = 'running', run = $2, model_key = 'supplier' where id = $1",
      [id, JSON.stringify({ request: { ...request, mode: 'all_or_nothing' } })],
    )
    const { status, reasons } = await finished(id)
    const [row] = (
      await ask({ model: 'sys_import', fields: ['reasons'], where: { field: 'id', op: 'eq', value: id } })
    ).rows
    expect([status, reasons?.length, row.reasons]).toEqual(['failed', 2, reasons])
    expect(reasons).toMatchObject([{ message: 'Some values are not valid.' }, { path: 'columns.0.to' }])
  })
})

const workbook = async (
  headers: string[],
  rows: Parameters<typeof writeXlsx>[2] extends AsyncIterable<infer Row> ? Row[] : never,
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  const source = (async function* () {
    yield* rows
  })()
  for await (const chunk of writeXlsx('Sheet', headers, source)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const download = async (path: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenant.id }
  const answer = await fetch(server.url + path, { headers })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe('times without a zone', () => {
  // Both nights on which the clocks change, a moment that says its zone, and a day alone.
  const visits =
    'name;at\nspring;29.03.2026 03:30\nautumn;25.10.2026 02:30\nzoned;2026-07-01T08:30:00Z\nday;01.07.2026\n'
  const known = ['2026-03-29T01:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-07-01T08:30:00.000Z']
  const berlin = [...known, '2026-06-30T22:00:00.000Z']
  const moments = async (model: string): Promise<unknown[]> =>
    (await ask({ model, fields: ['at'], sort: [{ field: 'created_at', dir: 'asc' }] })).rows.map(
      ({ at }: { at: unknown }) => at,
    )

  it('are those of whoever imports the file, when it runs in the background', async () => {
    const staged = await stage('visits.csv', visits)
    const request = { target: { new_model: { key: 'visit', label: 'Visits' } }, columns: proposed(staged) }
    const refused = await call.post(`/api/imports/${staged.id}/run`, { ...request, zone: 'Europe/Atlantis' })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'zone'])
    expect(await run(staged, { ...request, zone: 'Europe/Berlin' })).toMatchObject({ status: 'done' })
    expect(await moments('visit')).toEqual(berlin)
  })

  it('and when it is imported at once; UTC unless told', async () => {
    await installDefinitions(server, tenant.id, owner.userId, [
      {
        kind: 'model',
        key: 'call',
        body: {
          label: 'Calls',
          schema: {
            version: 1,
            fields: [
              { key: 'name', label: 'Name', type: 'text' },
              { key: 'at', label: 'At', type: 'datetime' },
            ],
          },
        },
      },
    ])
    const path = '/api/records/call/import?name=visits.csv'
    expect((await upload(`${path}&zone=Nowhere`, visits)).status).toBe(422)
    expect((await upload(`${path}&zone=Europe/Berlin`, visits)).status).toBe(200)
    expect(await moments('call')).toEqual(berlin)
    await upload(path, 'name,at\nx,2026-07-01 08:30\n')
    expect((await moments('call')).at(-1)).toBe('2026-07-01T08:30:00.000Z')
  })

  it.each([
    ['csv', 'Europe/Berlin', '2026-07-01T10:30:00+02:00'],
    ['csv', 'America/New_York', '2026-07-01T04:30:00-04:00'],
    ['csv', undefined, '2026-07-01T08:30:00Z'],
    ['xlsx', 'Europe/Berlin', null],
    ['xlsx', 'America/New_York', null],
    ['xlsx', undefined, null],
  ])(
    'an export (%s) shows them in the zone %s, and gives the same moments again',
    async (format, zone, text) => {
      // Both hours that the clocks of Berlin show as 02:30, a moment to the millisecond, midnight, and one before spreadsheets.
      const kept = [
        '2026-10-25T00:30:00.000Z',
        '2026-10-25T01:30:00.000Z',
        '2026-07-01T08:30:00.000Z',
        '2026-02-03T04:05:06.789Z',
        '2026-06-30T22:00:00.000Z',
        '1890-01-01T11:00:00.000Z',
      ]
      const model = `trip_${format}_${zone?.slice(0, 2).toLowerCase() ?? 'utc'}`
      const fields = [
        { key: 'name', label: 'Name', type: 'text', unique: true },
        { key: 'at', label: 'At', type: 'datetime' },
      ]
      await installDefinitions(server, tenant.id, owner.userId, [
        { kind: 'model', key: model, body: { label: 'Trips', schema: { version: 1, fields } } },
      ])
      const create = kept.map((at, index) => ({ name: `v${index}`, at }))
      expect((await call.post(`/api/records/${model}/bulk`, { create })).status).toBe(200)
      const told = zone === undefined ? '' : `&zone=${zone}`
      const query = encodeURIComponent(JSON.stringify({ fields: ['name', 'at'], sort: [{ field: 'name' }] }))
      const path = `/api/records/${model}/export?format=${format}&query=${query}${told}`
      const file = await download(path)
      if (text !== null) expect(file.toString()).toContain(`v2,${text}\r\n`)
      const { rows } = await ask({ model, fields: ['id'] })
      const update = rows.map(({ id }: { id: string }) => ({ id, values: { at: null } }))
      expect((await call.post(`/api/records/${model}/bulk`, { update })).status).toBe(200)
      const back = `/api/records/${model}/import?name=x.${format}&key=name${told}`
      expect((await upload(back, file)).body).toMatchObject({ updated: kept.length, rejected: [] })
      const again = await ask({ model, fields: ['at'], sort: [{ field: 'name', dir: 'asc' }] })
      expect(again.rows.map(({ at }: { at: string }) => at)).toEqual(kept)
    },
  )
})

describe('cells of people and places', () => {
  it('a name of several that holds a semicolon is one name, and a place may be written with decimal commas', async () => {
    const fields = [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'makers', label: 'Makers', type: 'relation', target: 'supplier', many: true },
      { key: 'place', label: 'Place', type: 'geo_point' },
    ]
    await installDefinitions(server, tenant.id, owner.userId, [
      { kind: 'model', key: 'site', body: { label: 'Sites', schema: { version: 1, fields } } },
    ])
    const names = ['Beton; Huber', 'Kies Lang', 'Huber']
    const made = await call.post('/api/records/supplier/bulk', { create: names.map((name) => ({ name })) })
    const [beton, kies, huber] = made.body.created
    const file =
      'name;makers;place\na;"Beton; Huber; Kies Lang";"52,52; 13,405"\nb;"Kies Lang; Huber";"52,52 13,405"\nc;"Nobody; Huber";\n'
    const answer = await upload('/api/records/site/import?name=x.csv&mode=skip_bad', file)
    const message = 'There is none called “Nobody”.'
    expect(answer.body).toMatchObject({ created: 2, rejected: [{ row: 4, path: 'makers', message }] })
    const { rows } = await ask({
      model: 'site',
      fields: ['makers', 'place'],
      sort: [{ field: 'name', dir: 'asc' }],
    })
    const place = { lat: 52.52, lng: 13.405 }
    expect(rows.map(withoutId)).toEqual([
      { id: '', makers: [beton, kies], place },
      { id: '', makers: [kies, huber], place },
    ])
  })
})

describe('POST /api/records/{model}/import', () => {
  const total = async (): Promise<number> =>
    (await ask({ model: 'article', total: 'exact', page: { size: 1 } })).total as number
  const into = (name: string, bytes: Uint8Array | string, more = ''): Promise<ApiAnswer> =>
    upload(`/api/records/article/import?name=${name}${more}`, bytes)

  it.each<[string, () => string | Promise<Uint8Array>]>([
    [
      'x.csv',
      () =>
        'Code,Name,Unit price,Kind,Since\nC-1,Beam,2.50,wood,2024-01-31\nC-2,,1,Wood,2024-01-31\nC-3,Post,x,Glass,2024-02-30\n',
    ],
    [
      'x.tsv',
      () =>
        'Code\tName\tUnit price\tKind\tSince\nC-1\tBeam\t2.50\twood\t2024-01-31\nC-2\t\t1\tWood\t2024-01-31\nC-3\tPost\tx\tGlass\t2024-02-30\n',
    ],
    [
      'x.json',
      () =>
        JSON.stringify([
          { code: 'C-1', name: 'Beam', price: '2.50', kind: 'Wood', since: '2024-01-31' },
          { code: 'C-2', price: 1, kind: 'Wood', since: '2024-01-31' },
          { code: 'C-3', name: 'Post', price: 'x', kind: 'Glass', since: '2024-02-30' },
        ]),
    ],
    [
      'x.xlsx',
      () =>
        workbook(
          ['code', 'name', 'unit price', 'kind', 'since'],
          [
            [{ text: 'C-1' }, { text: 'Beam' }, { number: '2.5' }, { text: 'Wood' }, { date: '2024-01-31' }],
            [{ text: 'C-2' }, null, { number: '1' }, { text: 'Wood' }, { date: '2024-01-31' }],
            [{ text: 'C-3' }, { text: 'Post' }, { text: 'x' }, { text: 'Glass' }, { text: '2024-02-30' }],
          ],
        ),
    ],
  ])('%s: reports each bad row; all or nothing, or skip bad', async (name, make) => {
    const bytes = await make()
    const first = name.endsWith('.json') ? 0 : 1
    const before = await total()
    const refused = await into(name, bytes)
    expect(refused.status).toBe(422)
    expect(refused.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      `rows.${first + 2}.name`,
      `rows.${first + 3}.price`,
      `rows.${first + 3}.kind`,
      `rows.${first + 3}.since`,
    ])
    expect(await total()).toBe(before)
    const { status, body } = await into(name, bytes, '&mode=skip_bad')
    expect(status).toBe(200)
    expect(body).toMatchObject({ rows: 3, created: 1, updated: 0, ignored: [] })
    expect(body.rejected).toHaveLength(4)
    const [row] = (await ask({ model: 'article', where: { field: 'code', op: 'eq', value: 'C-1' } })).rows
    expect(row).toMatchObject({ name: 'Beam', price: '2.50', kind: 'Wood', since: '2024-01-31' })
    expect((await call.delete(`/api/records/article/${row.id}`)).status).toBe(204)
  })

  it('[EX-11] the same value gets the same verdict through create, update, bulk and import', async () => {
    const made = (await call.post('/api/records/article', { name: 'Parity', code: 'PARITY' })).body
    const bad: [string, string][] = [
      ['price', '1.234'],
      ['kind', 'Glass'],
      ['since', '2024-13-01'],
      ['count', '1.5'],
      ['phone', 'call me'],
      ['stocked', 'maybe'],
      ['tags', 'c'],
      ['code', 'PARITY'],
    ]
    for (const [key, value] of bad) {
      const list = key === 'tags' ? [value] : key === 'count' ? Number(value) : value
      const create = await call.post('/api/records/article', { name: 'x', [key]: list })
      const update =
        key === 'code' ? create : await call.patch(`/api/records/article/${made.id}`, { [key]: list })
      const bulk = await call.post('/api/records/article/bulk', { create: [{ name: 'x', [key]: list }] })
      const imported = await into('x.csv', `name,${key}\nx,${value}\n`, '&mode=skip_bad')
      const { path: _path, code: _code, ...verdict } = create.body.error.details[0]
      const { message } = verdict
      expect([
        key,
        update.body.error.details[0].message,
        bulk.body.error.details[0].message,
        imported.body.rejected[0],
      ]).toEqual([key, message, message, { row: 2, path: key, ...verdict }])
    }
  })

  it('[EX-11] a list or an object is no text, in a file as in a write; a number or a boolean in a file is', async () => {
    const rows = [
      { code: 'T-1', name: 'x', note: { a: 1 } },
      { code: 'T-2', name: ['x', 'y'] },
      { code: ['T-3'], name: 'x' },
      { code: 'T-4', name: 'x', kind: { value: 'Wood' }, since: ['2024-01-31'], price: [1], count: [1] },
      { code: 'T-5', name: 'x', phone: {}, stocked: [true] },
      { code: 'T-6', name: 12.5, note: true },
      { code: 'T-7', name: 'x', note: '{"a":1}', tags: ['a', 'b'] },
    ]
    const bad = [
      '1.note',
      '2.name',
      '3.code',
      '4.kind',
      '4.since',
      '4.price',
      '4.count',
      '5.phone',
      '5.stocked',
    ]
    const pathsOf = (rejected: { row: number; path: string }[]) =>
      rejected.map(({ row, path }) => `${row}.${path}`).toSorted()
    const bytes = JSON.stringify(rows)
    const refused = await into('x.json', bytes)
    expect(refused.status).toBe(422)
    expect(refused.body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      bad.map((path) => `rows.${path}`).toSorted(),
    )
    const { body } = await into('x.json', bytes, '&mode=skip_bad')
    expect(body).toMatchObject({ rows: 7, created: 2 })
    expect(pathsOf(body.rejected)).toEqual(bad.toSorted())
    const message = 'Write a text.'
    expect(body.rejected[0]).toEqual({ row: 1, path: 'note', message })
    const where = { field: 'code', op: 'starts', value: 'T-' }
    const fields = ['code', 'name', 'note', 'tags']
    const question = { model: 'article', where, sort: [{ field: 'code', dir: 'asc' }], fields }
    expect((await ask(question)).rows.map(withoutId)).toEqual([
      { id: '', code: 'T-6', name: '12.5', note: 'true', tags: null },
      { id: '', code: 'T-7', name: 'x', note: '{"a":1}', tags: ['a', 'b'] },
    ])
    for (const note of [{ a: 1 }, ['a'], 12, true]) {
      const written = await call.post('/api/records/article', { name: 'x', note })
      expect([written.status, written.body.error.details[0]]).toEqual([
        422,
        expect.objectContaining({ path: 'attributes.note', message }),
      ])
    }
    // What a cell of text holds is text, whatever it looks like.
    expect((await into('x.csv', 'code,name,note\nT-8,x,"{""a"":1}"\n')).body).toMatchObject({ created: 1 })
    const staged = await stage(
      'x.json',
      JSON.stringify(rows.map((row) => ({ ...row, code: `${row.code}-b` }))),
    )
    const ran = await run(staged, { target: { model: 'article' }, mode: 'skip_bad' })
    expect(ran).toMatchObject({ status: 'done', created: 3 })
    expect(pathsOf(ran.rejected)).toEqual(bad.filter((path) => path !== '3.code').toSorted())
  })

  it('a column of lists and objects is proposed as JSON, which keeps them as they are', async () => {
    const parts = [{ size: { w: 1 } }, { size: ['2', 3] }, { size: 'none' }]
    const staged = await stage(
      'x.json',
      JSON.stringify(parts.map((part, at) => ({ name: `P${at}`, ...part }))),
    )
    expect(staged.columns.map(({ key, type }) => [key, type])).toEqual([
      ['name', 'text'],
      ['size', 'json'],
    ])
    const target = { new_model: { key: 'part', label: 'Parts' } }
    expect(await run(staged, { target, columns: proposed(staged) })).toMatchObject({
      created: 3,
      error: null,
    })
    const { rows } = await ask({
      model: 'part',
      fields: ['name', 'size'],
      sort: [{ field: 'name', dir: 'asc' }],
    })
    expect(rows.map(({ size }: Record<string, unknown>) => size)).toEqual(parts.map(({ size }) => size))
  })

  it('[RA-05] a row rule refuses single rows: the good ones are kept, the others named', async () => {
    await installDefinitions(server, tenant.id, owner.userId, [
      {
        kind: 'role',
        key: 'wood_only',
        body: {
          label: 'Wood only',
          grants: {
            article: {
              verbs: ['read', 'create', 'update', 'export'],
              rows: { field: 'kind', op: 'eq', value: 'Wood' },
            },
          },
          manage: [],
        },
      },
    ])
    const { api: carpenter } = await placePerson(server, tenant.id, 'wood_only')
    const send = (mode: string, more = '') =>
      upload(
        `/api/records/article/import?name=x.csv&mode=${mode}${more}`,
        'code,name,kind\nRR-1,Beam,Wood\nRR-2,Girder,Steel\nRR-3,Lath,Wood\n',
        carpenter,
      )
    const message = 'Your role may not have records with these values.'
    const refused = await send('all_or_nothing')
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [expect.objectContaining({ message, path: 'rows.3' })],
    ])
    const { body } = await send('skip_bad')
    expect(body).toMatchObject({ created: 2, rejected: [{ row: 3, path: '', message }] })
    const moved = await upload(
      '/api/records/article/import?name=x.csv&mode=skip_bad&key=code',
      'code,name,kind\nRR-1,Girder,Steel\nRR-3,Slat,Wood\n',
      carpenter,
    )
    expect(moved.body).toMatchObject({ updated: 1, created: 0, rejected: [{ row: 2, message }] })
    const { rows } = await ask({
      model: 'article',
      where: { field: 'code', op: 'starts', value: 'RR-' },
      sort: [{ field: 'code', dir: 'asc' }],
    })
    expect(rows.map(({ name, kind }: Record<string, unknown>) => [name, kind])).toEqual([
      ['Beam', 'Wood'],
      ['Slat', 'Wood'],
    ])
    const bulk = await carpenter.post('/api/records/article/bulk', {
      create: [
        { code: 'RR-4', name: 'Plank', kind: 'Wood' },
        { code: 'RR-5', name: 'Plate', kind: 'Steel' },
      ],
    })
    expect([bulk.status, bulk.body.error.code, bulk.body.error.details]).toEqual([
      403,
      'forbidden',
      [expect.objectContaining({ path: 'create.1', message })],
    ])
  })

  it('changes known records by a key, and creates the rest; empty cells say nothing', async () => {
    await into('x.csv', 'code,name,price\nK-1,One,1.00\nK-2,Two,2.00\n')
    const { body } = await into(
      'x.csv',
      'code,name,price\nK-1,First,\nK-3,Three,3.00\nK-3,Third,\n',
      '&key=code',
    )
    expect(body).toMatchObject({ created: 1, updated: 2, rejected: [] })
    const rows = (
      await ask({
        model: 'article',
        where: { field: 'code', op: 'starts', value: 'K-' },
        sort: [{ field: 'code', dir: 'asc' }],
      })
    ).rows
    expect(rows.map(({ code, name, price }: Record<string, unknown>) => [code, name, price])).toEqual([
      ['K-1', 'First', '1.00'],
      ['K-2', 'Two', '2.00'],
      ['K-3', 'Third', '3.00'],
    ])
  })

  it('an undo of changes leaves what was edited since', async () => {
    await into('x.csv', 'code,name,price\nU-1,One,1.00\nU-2,Two,2.00\n')
    const staged = await stage('x.csv', 'code,name,price\nU-1,Changed,9.00\nU-2,Changed,9.00\nU-9,New,9.00\n')
    const state = await run(staged, {
      target: { model: 'article' },
      columns: ['code', 'name', 'price'].map((key) => ({ source: key, to: key })),
      key: 'code',
    })
    expect(state).toMatchObject({ status: 'done', created: 1, updated: 2, routes: [] })
    const [row] = (await ask({ model: 'article', where: { field: 'code', op: 'eq', value: 'U-2' } })).rows
    await call.patch(`/api/records/article/${row.id}`, { name: 'Edited later' })
    expect((await call.post(`/api/imports/${staged.id}/undo`)).status).toBe(200)
    const rows = (
      await ask({
        model: 'article',
        where: { field: 'code', op: 'starts', value: 'U-' },
        sort: [{ field: 'code', dir: 'asc' }],
      })
    ).rows
    expect(rows.map(({ code, name, price }: Record<string, unknown>) => [code, name, price])).toEqual([
      ['U-1', 'One', '1.00'],
      ['U-2', 'Edited later', '2.00'],
    ])
  })

  it('finds linked records by name; an unknown or doubtful name is refused', async () => {
    for (const name of ['Holz Maier', 'Twice', 'Twice']) await call.post('/api/records/supplier', { name })
    const { body } = await into(
      'x.csv',
      'code,name,supplier\nL-1,a,Holz Maier\nL-2,b,Nobody\nL-3,c,Twice\n',
      '&mode=skip_bad',
    )
    expect(body.created).toBe(1)
    expect(
      body.rejected.map(({ row, path, message }: Record<string, unknown>) => [row, path, message]),
    ).toEqual([
      [3, 'supplier', 'There is none called “Nobody”.'],
      [4, 'supplier', 'There is more than one called “Twice”.'],
    ])
    expect(
      (await ask({ model: 'article', where: { field: 'supplier.name', op: 'eq', value: 'Holz Maier' } }))
        .rows[0].code,
    ).toBe('L-1')
  })

  it('[IM-01] an export imports as it was, whatever the cells look like', async () => {
    const nasty = [
      '=HYPERLINK("http://x")',
      '+1',
      '-1+1',
      '@SUM(A1)',
      '\ttab',
      "'quoted",
      '＝1',
      'a;=1+1',
      'say "hi"',
      'line\nbreak',
      '0012',
      '1e5',
      '-5',
      '5 %',
    ]
    const values = nasty.map((name, index) => ({
      code: `N-${String(index).padStart(2, '0')}`,
      name,
      note: name,
      price: '-5.00',
      phone: '+49 30 1234',
      tags: ['a', 'b'],
      stocked: index % 2 === 0,
      since: '2024-02-29',
      count: -5,
    }))
    expect((await call.post('/api/records/article/bulk', { create: values })).status).toBe(200)
    const where = { field: 'code', op: 'starts', value: 'N-' }
    const fields = ['code', 'name', 'note', 'price', 'phone', 'tags', 'stocked', 'since', 'count']
    const question = { model: 'article', where, sort: [{ field: 'code', dir: 'asc' }], fields }
    const original = (await ask(question)).rows.map(withoutId)
    const query = encodeURIComponent(JSON.stringify({ where, fields }))
    for (const format of ['csv', 'xlsx', 'json']) {
      const answer = await fetch(`${server.url}/api/records/article/export?format=${format}&query=${query}`, {
        headers: { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenant.id },
      })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="Articles.${format}"; filename*=UTF-8''Articles.${format}`,
      )
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (format === 'csv')
        for (const line of bytes.toString().split(/\r\n/))
          expect(line).not.toMatch(/^"?[=+@\t＝]|,"?[=+@\t＝]/)
      for (const { id } of (await ask({ model: 'article', where })).rows)
        await call.delete(`/api/records/article/${id}`)
      const imported = await into(`x.${format}`, bytes)
      expect(imported.body).toMatchObject({ created: nasty.length, rejected: [] })
      expect((await ask(question)).rows.map(withoutId)).toEqual(original)
    }
  })

  it('exports what a list would show: filtered, sorted, chosen fields, with a byte order mark when asked', async () => {
    const query = encodeURIComponent(
      JSON.stringify({
        where: { field: 'code', op: 'starts', value: 'K-' },
        sort: [{ field: 'code', dir: 'desc' }],
        fields: ['code', 'price'],
      }),
    )
    const { body } = await call.get(`/api/records/article/export?bom=1&query=${query}`)
    expect(body.replace(/^\uFEFF/, '')).toBe('Code,Unit price\r\nK-3,3.00\r\nK-2,2.00\r\nK-1,1.00\r\n')
    expect(
      (await call.get(`/api/records/article/export?query=${encodeURIComponent('{"fields":["nope"]}')}`)).body
        .error.code,
    ).toBe('unknown_field')
    expect((await call.get('/api/records/article/export?query=nope')).status).toBe(422)
    expect((await call.get('/api/records/nothing/export')).status).toBe(404)
  })
})

const catalogue = '../shared/data/cost/cwicr_catalog_de_berlin_eur.csv'

describe.skipIf(!existsSync(catalogue))(
  'the CWICR catalogue (skipped where ../shared/data is absent)',
  () => {
    it('7,184 rows become a model with screens in seconds, and are taken back', async () => {
      const before = await world()
      const started = performance.now()
      const staged = await stage('cwicr_catalog_de_berlin_eur.csv', readFileSync(catalogue))
      const stagedAt = performance.now()
      expect(staged.rows).toBe(7184)
      const types = Object.fromEntries(staged.columns.map(({ key, type }) => [key, type]))
      expect(types).toMatchObject({
        resource_code: 'text',
        name: 'text',
        type: 'select',
        unit: 'select',
        price_avg: 'money',
        price_median: 'money',
        usage_count: 'integer',
      })
      expect(staged.columns.find(({ code }) => code)?.key).toBe('resource_code')
      const state = await run(staged, {
        target: { new_model: { key: 'resources', label: 'Resources' } },
        columns: proposed(staged),
      })
      const doneAt = performance.now()
      expect(state).toMatchObject({ status: 'done', created: 7184, rejected_count: 0, error: null })
      const answer = await ask({
        model: 'resources',
        total: 'exact',
        group: ['type'],
        aggregate: [
          { fn: 'count', as: 'n' },
          { fn: 'avg', field: 'price_avg', as: 'price' },
        ],
        sort: [{ field: 'n', dir: 'desc' }],
      })
      expect(answer.rows.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(7184)
      expect((await call.post(`/api/imports/${staged.id}/undo`)).body).toMatchObject({ status: 'undone' })
      console.log(
        `CWICR: staged in ${Math.round(stagedAt - started)} ms, imported in ${Math.round(doneAt - stagedAt)} ms, undone in ${Math.round(performance.now() - doneAt)} ms`,
      )
      expect((await world())[0]?.objects).toEqual(before[0]?.objects)
    }, 60_000)
  },
)
