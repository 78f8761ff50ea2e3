import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { addPerson, api, type Api } from '../support/people.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

const write = { verbs: ['read', 'create', 'update', 'delete'] }

/** Someone who may do everything with estimates, and this with quotes. */
async function estimator(key: string, quotes: object | null): Promise<Api> {
  const keys = ['estimates', 'versions', 'lines', 'markups', 'resources', 'variables'].map((part) =>
    part === 'estimates' ? part : `estimate_${part}`,
  )
  const grants = {
    ...Object.fromEntries([...keys, 'line_classifications'].map((model) => [model, write])),
    ...(quotes && { estimate_quotes: quotes }),
  }
  expect((await work.owner.post('/api/roles', { key, label: key, grants })).status).toBe(201)
  return api(await addPerson(work.person, work.tenant, key), work.tenantId)
}

/** An estimate with a section of two lines and a quote for each. */
async function estimate() {
  const { estimate: id, version } = await work.result('estimate.create', { name: 'House' })
  const node = async (values: Row): Promise<string> =>
    (await work.make('estimate_lines', { version, title: 'Wall', unit: 'm2', quantity: '1', ...values }))[
      'id'
    ]
  const section = await node({ kind: 'section' })
  const lines = [await node({ parent: section }), await node({ parent: section })]
  const quotes: string[] = []
  for (const line of lines)
    quotes.push((await work.make('estimate_quotes', { version, line, supplier: 'Adler', price: '40' }))['id'])
  const there = async (): Promise<number> => {
    const answers = await Promise.all(
      quotes.map((quote) => work.owner.get(`/api/records/estimate_quotes/${quote}`)),
    )
    return answers.filter(({ status, body }) => status === 200 && body['supplier'] === 'Adler').length
  }
  return { id: String(id), section, quotes, there }
}

const taken = async (person: Api, way: 'undo' | 'redo'): Promise<Row> => {
  const { status, body } = await person.post(`/api/${way}`, {})
  expect([status, body['refused']]).toEqual([200, []])
  return body
}

describe('what goes with a line whoever removes it', () => {
  const roles: [string, object | null][] = [
    ['no right to quotes', null],
    ['a right to see quotes', { verbs: ['read'] }],
    ['sight of other quotes', { ...write, rows: { field: 'supplier', op: 'eq', value: 'Berg' } }],
    ['all rights', write],
  ]
  it.each(roles)('comes back and goes again with it for someone with %s', async (title, quotes) => {
    const person = await estimator(title.replaceAll(' ', '_'), quotes)
    const { section, there, quotes: ids } = await estimate()
    expect(await there()).toBe(2)
    const done = await person.post('/api/commands/estimate.remove-line', { line: section })
    expect([done.status, await there()]).toEqual([200, 0])
    const step = (await person.get('/api/undo')).body['undo']
    expect(step).toMatchObject({ kind: 'deleted', count: 3 })
    const undone = await taken(person, 'undo')
    expect([undone['applied'], await there()]).toEqual([3, 2])
    const answer = await person.get(`/api/records/estimate_quotes/${ids[0]}`)
    const sees = title === 'all rights' || title === 'a right to see quotes'
    expect([answer.status === 200, undone['models'].includes('estimate_quotes')]).toEqual([sees, sees])
    expect(JSON.stringify(undone)).not.toContain('Adler')
    await taken(person, 'redo')
    expect(await there()).toBe(0)
    await taken(person, 'undo')
    expect(await there()).toBe(2)
  })

  it('comes back with a whole estimate', async () => {
    const person = await estimator('whole', null)
    const { id, there } = await estimate()
    expect((await person.post('/api/commands/estimate.remove', { estimate: id })).status).toBe(200)
    expect(await there()).toBe(0)
    await taken(person, 'undo')
    expect(await there()).toBe(2)
  })

  it('stays away where the line does', async () => {
    const person = await estimator('later', null)
    const { section, there } = await estimate()
    const removed = await person.post('/api/commands/estimate.remove-line', { line: section })
    expect(removed.status).toBe(200)
    const roles = (await work.owner.get('/api/roles')).body['rows'] as Row[]
    const role = roles.find(({ key }) => key === 'later')
    const grants = { ...role?.['grants'], estimate_lines: { verbs: ['read'] } }
    const changed = await work.owner.put(`/api/roles/${role?.['id']}`, { label: 'Later', grants })
    expect([changed.status, changed.body.error]).toEqual([200, undefined])
    expect((await person.post('/api/undo', {})).body['refused'].length).toBe(3)
    expect(await there()).toBe(0)
  })
})
