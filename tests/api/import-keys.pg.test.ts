import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StagedImport } from '#contracts/api/imports.ts'
import { placePerson } from '../support/install-definitions.ts'
import type { Row } from '../support/estimating-workspace.ts'
import type { Api, TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let tenant: TestTenant
let call: Api
let model: string

const field = (key: string, type = 'text', more: Row = {}) => ({ key, label: key, type, ...more })

beforeAll(async () => {
  ;({ server, tenant, owner: call } = await startPlace('Keys of files'))
  const fields = [
    field('number', 'sequence', { numbering: 'J-{yyyy}-{000}' }),
    field('code', 'text', { unique: true }),
    field('name'),
    field('trade'),
  ]
  model = (await call.post('/api/models', { key: 'job', label: 'Jobs', schema: { fields } })).body.id
}, 60_000)
afterAll(() => server.stop())

const send = async (lines: string, search: string, by: Api = call): Promise<Row> =>
  (await by.post(`/api/records/job/import?name=x.csv${search}`, undefined, {
    bytes: Buffer.from(lines),
    headers: { 'content-type': 'text/csv' },
  })) as Row
const rows = async (where?: Row): Promise<Row[]> =>
  (
    await call.post('/api/query', {
      queries: [{ model: 'job', ...(where && { where }), sort: [{ field: 'name' }], page: { size: 100 } }],
    })
  ).body.results[0].rows
const named = async (name: string): Promise<Row[]> => rows({ field: 'name', op: 'eq', value: name })
const make = async (values: Row): Promise<Row> => (await call.post('/api/records/job', values)).body
const stage = async (lines: string): Promise<StagedImport> =>
  (
    await call.post('/api/imports?name=x.csv', undefined, {
      bytes: Buffer.from(lines),
      headers: { 'content-type': 'text/csv' },
    })
  ).body
async function run(id: string, body: Row): Promise<Row> {
  const begun = (await call.post(`/api/imports/${id}/run`, { target: { model: 'job' }, ...body })) as Row
  if (begun['status'] !== 202) return begun
  for (;;) {
    const { body: state } = (await call.get(`/api/imports/${id}`)) as Row
    if (state.status !== 'running') return state
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

describe('an import that finds records by their Id', () => {
  it('takes what was exported, changed in the file, as changes', async () => {
    const [one, two] = [
      await make({ name: 'id one', trade: 'a' }),
      await make({ name: 'id two', trade: 'b' }),
    ]
    const query = encodeURIComponent(
      JSON.stringify({
        fields: ['id', 'name', 'trade'],
        where: { field: 'name', op: 'starts', value: 'id ' },
        sort: [{ field: 'name' }],
      }),
    )
    const file = String((await call.get(`/api/records/job/export?format=csv&query=${query}`)).body)
    const answer = await send(file.replace(',a\r\n', ',stone\r\n'), '&key=id')
    expect(answer['body']).toMatchObject({ rows: 2, created: 0, updated: 2, rejected: [], ignored: [] })
    expect(
      (await rows({ field: 'name', op: 'starts', value: 'id ' })).map((row) => [row['id'], row['trade']]),
    ).toEqual([
      [one['id'], 'stone'],
      [two['id'], 'b'],
    ])
  })

  it('in the background by a column that is told, and none is made for an Id that nobody has', async () => {
    const { id } = await make({ name: 'kept' })
    const missing = '01890000-0000-7000-8000-000000000000'
    const staged = await stage(`Id,name\n${id.toUpperCase()},changed\n${missing},new\nnone,new\n`)
    const [first, second] = staged.columns.map(({ key }) => key)
    const columns = [
      { source: first, to: 'id' },
      { source: second, to: 'name' },
    ]
    const refused = await run(staged.id, { columns })
    expect(refused['status']).toBe(422)
    expect(refused['body'].error.details).toEqual([
      expect.objectContaining({ path: 'columns.0.to', code: 'key' }),
    ])
    const state = await run(staged.id, { columns, key: 'id', mode: 'skip_bad' })
    expect(state).toMatchObject({ status: 'done', created: 0, updated: 1, rejected_count: 2 })
    expect(state['rejected']).toEqual([
      expect.objectContaining({
        row: 3,
        path: 'id',
        value: missing,
        message: 'There is no record with this Id.',
      }),
      expect.objectContaining({
        row: 4,
        path: 'id',
        value: 'none',
        message: 'There is no record with this Id.',
      }),
    ])
    expect(await named('new')).toEqual([])
    expect((await named('changed')).map((row) => row['id'])).toEqual([id])
  })
})

describe('rows without a key', () => {
  const file = 'code,name\nK-1,keyed\n,bare\n'
  it('are a mistake, each told by its line, however often the file comes', async () => {
    for (let time = 1; time <= 2; time++) {
      const { body } = await send(file, '&key=code&mode=skip_bad')
      expect(body.rejected).toEqual([
        expect.objectContaining({
          row: 3,
          path: 'code',
          message: 'The key is empty, so nobody can say which record is meant.',
        }),
      ])
    }
    expect(await named('bare')).toEqual([])
    expect((await send(file, '&key=code')).status).toBe(422)
  })

  it('are new records where that is said', async () => {
    const { body } = await send(file, '&key=code&without_key=create')
    expect(body).toMatchObject({ created: 1, updated: 1, rejected: [] })
    const staged = await stage(file)
    expect(await run(staged.id, { key: 'code', without_key: 'create' })).toMatchObject({
      created: 1,
      updated: 1,
    })
    expect(await named('bare')).toHaveLength(2)
  })

  it('a key that several records have names none of them', async () => {
    await make({ name: 'twin', trade: 'a' })
    await make({ name: 'twin', trade: 'b' })
    const { body } = await send('name,trade\ntwin,c\n', '&key=name&mode=skip_bad')
    expect(body.rejected).toEqual([
      expect.objectContaining({
        row: 2,
        path: 'name',
        message: 'Several records have this key, so nobody can say which one is meant.',
      }),
    ])
    expect((await named('twin')).map((row) => row['trade']).toSorted()).toEqual(['a', 'b'])
  })
})

describe('numbers of a series in a file', () => {
  const year = new Date().getUTCFullYear()
  it('are kept by new records, and the counter goes on after the highest', async () => {
    const { body } = await send(
      `number,name\nJ-${year}-500,n1\nJ-2019-007,n2\nOLD 12,n3\n,n4\nJ-${year}-400,n5\n`,
      '',
    )
    expect(body).toMatchObject({ created: 5, rejected: [] })
    const numbers = (await rows({ field: 'name', op: 'in', value: ['n1', 'n2', 'n3', 'n4', 'n5'] })).map(
      (row) => row['number'],
    )
    expect(numbers).toEqual([`J-${year}-500`, 'J-2019-007', 'OLD 12', `J-${year}-501`, `J-${year}-400`])
    expect((await make({ name: 'n6' }))['number']).toBe(`J-${year}-502`)
  })

  it('are nobody’s twice, are not changed later, and are given by files alone', async () => {
    const { body } = await send(`number,name\nJ-${year}-500,again\n`, '&mode=skip_bad')
    expect(body.rejected).toEqual([expect.objectContaining({ row: 2, path: 'number' })])
    const changed = await send(`number,name\nJ-${year}-900,n1\n`, '&key=name&mode=skip_bad')
    expect(changed['body'].rejected[0].message).toContain('given by the system')
    expect((await send(`number,name\nJ-${year}-500,n1\n`, '&key=name'))['body']).toMatchObject({ updated: 1 })
    expect((await call.post('/api/records/job', { name: 'x', number: 'J-1' })).status).toBe(422)
  })

  it('who may not write the field is told before that new ones are given', async () => {
    await call.post('/api/permissions/fields/bulk', [
      { model_id: model, field_key: 'number', read_roles: ['owner', 'member'], write_roles: ['owner'] },
    ])
    const member = (await placePerson(server, tenant.id, 'member')).api
    const { body } = await send('number,name\nJ-2019-100,mine\n', '', member)
    expect(body).toMatchObject({ created: 1, ignored: ['number'] })
    expect((await named('mine'))[0]?.['number']).toMatch(new RegExp(`^J-${year}-`))
  })
})

describe('rows that were left out', () => {
  it.each(['skip_bad', 'all_or_nothing'])(
    '%s: are saved as they stood, mended, and imported',
    async (mode) => {
      const by = mode.slice(0, 4)
      const staged = await stage(`code;name;trade;what\n${by}1;m1;=x;"a;b"\n;m2;t;\n${by}3;m3;t;c;more\n`)
      const begun = { target: { model: 'job' }, key: 'code', mode }
      const state = await run(staged.id, begun)
      expect(state).toMatchObject({ rejected_count: 2, created: mode === 'skip_bad' ? 1 : 0 })
      const file = String((await call.get(`/api/imports/${staged.id}/errors?format=rows`)).body)
      expect(file.replace('\uFEFF', '').split('\r\n')).toEqual([
        'code,name,trade,what,Mistake',
        ',m2,t,,"The key is empty, so nobody can say which record is meant."',
        expect.stringMatching(new RegExp(`^${by}3,m3,t,c,"?This row has more cells.*,more$`)),
        '',
      ])
      const mended = await stage(file.replace(',m2', `${by}2,m2`).replace(',more', ''))
      expect(await run(mended.id, begun)).toMatchObject({ status: 'done', created: 2, rejected_count: 0 })
      const other = (await placePerson(server, tenant.id, 'admin')).api
      expect((await other.get(`/api/imports/${staged.id}/errors?format=rows`)).status).toBe(403)
    },
  )
})

describe('columns that cannot be told apart, and cells without a column', () => {
  it.each(['name,name\na,b\n', 'name,trade,Name \na,b,c\n'])(
    '%j is refused before anything is imported',
    async (file) => {
      const answer = await send(file, '&mode=skip_bad')
      expect(answer['status']).toBe(422)
      expect(answer['body'].error.details).toEqual([
        expect.objectContaining({
          path: 'columns',
          code: 'duplicate',
          message: expect.stringContaining('Two columns'),
        }),
      ])
      const staged = await stage(file)
      expect((await run(staged.id, {}))['status']).toBe(422)
    },
  )

  it('a row with more cells than the header is left out and told', async () => {
    const file = 'name,trade\nlong,a,b\nshort\nright,c,\n'
    const { body } = await send(file, '&mode=skip_bad')
    expect(body).toMatchObject({ created: 2 })
    expect(body.rejected).toEqual([
      expect.objectContaining({
        row: 2,
        path: '',
        message:
          'This row has more cells than the header: “b” is in no column. Put cells that hold the separator in quotation marks.',
      }),
    ])
    expect(await named('long')).toEqual([])
    const staged = await stage(file)
    const state = await run(staged.id, { mode: 'skip_bad' })
    expect(state).toMatchObject({ status: 'done', created: 2, rejected_count: 1 })
    expect(state['rejected'][0]).toMatchObject({ row: 2, path: '' })
  })
})
