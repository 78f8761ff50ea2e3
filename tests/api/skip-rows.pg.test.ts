import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let call: Api

beforeAll(async () => {
  server = await startTestServer()
  const owner = await signUp(server)
  call = api(owner, (await makeWorkspace(owner, 'Jumps')).id)
  const fields = [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'price', label: 'Price', type: 'decimal' },
  ]
  await call.post('/api/models', {
    key: 'parts',
    label: 'Parts',
    construct_type: 'item',
    schema: { version: 1, fields },
  })
  const create = Array.from({ length: 40 }, (_, at) => ({
    name: `Part ${(at * 17) % 40}`,
    ...(at % 5 !== 0 && { price: String((at * 7) % 11) }),
  }))
  await call.post('/api/records/parts/bulk', { create })
})

afterAll(() => server.stop())

interface Answer {
  rows: { id: string; price?: string | null; count?: number }[]
  page: { after: string | null }
}

const ask = async (query: object): Promise<Answer> => {
  const { body } = await call.post('/api/query', { queries: [{ model: 'parts', ...query }] })
  return body.results[0] as Answer
}

describe('a page that passes over rows', () => {
  it.each(['asc', 'desc'] as const)(
    'holds what keyset pages hold there, sorted %s, empty values too',
    async (dir) => {
      const question = { sort: [{ field: 'price', dir }], fields: ['price'] }
      const all = (await ask({ ...question, page: { size: 100 } })).rows.map(({ id }) => id)
      expect(all).toHaveLength(40)
      const mark = (await ask({ ...question, page: { size: 6 } })).page.after
      for (const skip of [0, 1, 7, 26, 31, 33, 39]) {
        const jumped = await ask({ ...question, page: { size: 5, skip } })
        expect(jumped.rows.map(({ id }) => id)).toEqual(all.slice(skip, skip + 5))
        const further = await ask({ ...question, page: { size: 5, after: mark, skip } })
        expect(further.rows.map(({ id }) => id)).toEqual(all.slice(6 + skip, 11 + skip))
        if (jumped.page.after !== null) {
          const next = await ask({ ...question, page: { size: 5, after: jumped.page.after } })
          expect(next.rows.map(({ id }) => id)).toEqual(all.slice(skip + 5, skip + 10))
        }
      }
      expect((await ask({ ...question, page: { size: 5, skip: 40 } })).rows).toEqual([])
    },
  )

  it('groups can be passed over too; too far is refused', async () => {
    const groups = { group: ['price'], aggregate: [{ fn: 'count', as: 'count' }] }
    const all = (await ask({ ...groups, page: { size: 50 } })).rows
    expect((await ask({ ...groups, page: { size: 50, skip: 3 } })).rows).toEqual(all.slice(3))
    const { status } = await call.post('/api/query', {
      queries: [{ model: 'parts', page: { skip: 1_000_001 } }],
    })
    expect(status).toBe(422)
  })
})
