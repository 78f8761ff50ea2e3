import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

it('[R-07] groups of a select come in the order of its options, as the trade names types, page by page', async () => {
  const { version } = await work.result('estimate.create', { name: 'House' })
  const { line } = await work.result('estimate.insert-line', { version, title: 'Wall' })
  for (const type of ['subcontract', 'other', 'equipment', 'labour', 'material', 'labour'])
    await work.make('estimate_resources', { version, line, name: type, type, qty_per_unit: '1', price: '1' })
  const ask = async (query: Row): Promise<Row> =>
    (
      await work.owner.post('/api/query', {
        queries: [
          {
            model: 'estimate_resources',
            where: { field: 'version', op: 'eq', value: version },
            group: ['type'],
            aggregate: [{ fn: 'count', as: 'count' }],
            ...query,
          },
        ],
      })
    ).body['results'][0]
  const types = ({ rows }: Row): string[] => (rows as Row[]).map(({ type }) => type)
  const sort = (dir: string) => [{ field: 'type', dir }]
  const inOrder = ['labour', 'material', 'equipment', 'subcontract', 'other']
  expect(types(await ask({}))).toEqual(inOrder)
  expect(types(await ask({ sort: sort('desc') }))).toEqual(inOrder.toReversed())
  const first = await ask({ sort: sort('asc'), page: { size: 3 } })
  const rest = await ask({ sort: sort('asc'), page: { size: 3, after: first['page'].after } })
  expect([types(first), types(rest)]).toEqual([inOrder.slice(0, 3), inOrder.slice(3)])
})
