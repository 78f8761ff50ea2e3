import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeEstimatingWorkspace,
  startEstimating,
  type EstimatingPlace,
  type EstimatingWorkspace,
  type Row,
} from '../support/estimating-workspace.ts'

let work: EstimatingPlace
let catalogue: string

// A wall made of bricklaying, which is made of mortar; percentages of some and of all; one that nobody can reckon.
const base = `~V|SOFT|FIEBDC-3/2016\\010126|PROGRAM||ANSI|
~K|\\2\\2\\3\\2\\2\\2\\2\\EUR\\|0|
~C|OBRA##||Base|0|010126|0|
~C|FAB#||Fabrica|0||0|
~C|MUR|m2|Muro|31.22||0|
~C|ARG|m3|Mortero|82.40||0|
~C|XXX|brazas|Nada|1.00||0|
~C|YYY|m2|De nada|1.00||0|
~C|MO01|h|Peon|20.00||1|
~C|MT01|t|Cemento|120.00||3|
~C|MT02|ud|Ladrillo|0.30||3|
~C|MO%|%|Medios auxiliares|2.00||0|
~C|%CI|%|Costes indirectos|3.00||0|
~T|MUR|Muro de ladrillo
con mortero.|
~D|OBRA##|FAB#\\1\\1\\|
~D|FAB#|MUR\\1\\10\\|
~D|MUR|MO01\\1\\0.5\\MT02\\2\\28.5\\ARG\\1\\0.0375\\MO%\\1\\0.02\\%CI\\1\\0.03\\|
~D|ARG|MO01\\1\\1.12\\MT01\\1\\0.5\\|
~D|XXX|MO01\\1\\1\\|
~D|YYY|XXX\\1\\1\\|
`

beforeAll(async () => {
  work = await startEstimating(['recipe_components'])
  const own = { code: 'base', name: 'Base', currency: 'EUR', kind: 'public' }
  catalogue = (await work.make('catalogues', own))['id']
}, 60_000)

afterAll(() => work.server.stop())

const find = async (model: string, where: object, { owner }: EstimatingWorkspace = work): Promise<Row[]> => {
  const { body } = await owner.post('/api/query', { queries: [{ model, where, page: { size: 100 } }] })
  return body.results[0].rows
}

describe('a price base with recipes', () => {
  it('[R-07] says what it would bring, and brings nested recipes, percentages and items once', async () => {
    const file = await work.upload('base.bc3', base)
    const look = await work.result('recipe.preview-file', { catalogue, file })
    expect(look).toMatchObject({ recipes: 2, nested: 1, there: 0, items: 3, unpriced: 0 })
    expect(look['notes']).toEqual(['XXX: its unit “brazas” is not known.', 'YYY: XXX in it is not taken.'])
    expect(await find('recipes', { field: 'catalogue', op: 'eq', value: catalogue })).toEqual([])

    const done = await work.result('recipe.import-file', { catalogue, file, day: '2026-01-01' })
    // 10 + 17.10 + 3.09, 2 % of the 10 of labour, 3 % of it all: 31.3017, where the file rounds each part.
    expect(done).toMatchObject({
      recipes: 2,
      items: 3,
      other_rates: [{ code: 'MUR', printed: '31.22', rate: '31.301700' }],
    })
    const recipes = await find('recipes', { field: 'catalogue', op: 'eq', value: catalogue })
    const wall = recipes.find(({ code }) => code === 'MUR')
    expect(wall).toMatchObject({ name: 'Muro', output_unit: 'm2', status: 'published' })
    const version = wall?.['current_version']
    const parts = await find('recipe_components', { field: 'version', op: 'eq', value: version })
    const bySort = parts.toSorted((a, b) => (a['sort'] < b['sort'] ? -1 : 1))
    expect(bySort.map((row) => [row['kind'], row['qty_expr'], row['percent_of'], row['amount']])).toEqual([
      ['item', '0.5', null, '10.000000'],
      ['item', '57', null, '17.100000'],
      ['recipe', '0.0375', null, '3.090000'],
      ['percent', '2', 'p1', '0.200000'],
      ['percent', '3', 'p1 p2 p3 p4', '0.911700'],
    ])
    const again = await work.result('recipe.import-file', { catalogue, file })
    expect(again).toMatchObject({ recipes: 0, items: 0, there: 2 })
    expect(await find('recipes', { field: 'catalogue', op: 'eq', value: catalogue })).toHaveLength(2)
  })

  it('[R-07] leaves as a price base that brings the same recipes elsewhere, to the same rates', async () => {
    const { file, recipes } = await work.result('recipe.export-file', { catalogue })
    expect(recipes).toBe(2)
    const headers = { authorization: `Bearer ${work.person.token}`, 'x-tenant-id': work.tenantId }
    const answer = await fetch(`${work.server.url}/api/files/${file}?download=1`, { headers })
    const text = new TextDecoder('windows-1252').decode(await answer.arrayBuffer())
    expect(text).toContain('~C|MUR|m2|Muro|31.301700|')
    const elsewhere = await makeEstimatingWorkspace(work.server, ['recipe_components'])
    const own = { code: 'there', name: 'There', currency: 'EUR', kind: 'own' }
    const there = (await elsewhere.make('catalogues', own))['id']
    const upload = await elsewhere.upload('there.bc3', Buffer.from(text, 'latin1'))
    // Percentages of some components stand as what they come to.
    expect(await elsewhere.result('recipe.import-file', { catalogue: there, file: upload })).toMatchObject({
      recipes: 2,
      items: 4,
      other_rates: [],
      notes: [],
    })
    const where = { field: 'catalogue', op: 'eq', value: there }
    const copies = await find('recipes', where, elsewhere)
    expect(copies.map((row) => [row['code'], row['current_rate']]).toSorted()).toEqual([
      ['ARG', '82.400000'],
      ['MUR', '31.301700'],
    ])
  })

  it('is refused whole for a circle, another currency, and whoever may not write recipes', async () => {
    const other = (await work.make('catalogues', { code: 'usd', name: 'USD', currency: 'USD', kind: 'own' }))[
      'id'
    ]
    const file = await work.upload('base.bc3', base)
    const foreign = await work.run('recipe.preview-file', { catalogue: other, file })
    expect([foreign.status, foreign.body.error.details[0].code]).toEqual([422, 'currency'])
    const text = '~C|A|m2|a|1||0|\n~C|B|m2|b|1||0|\n~D|A|B\\1\\1\\|\n~D|B|A\\1\\1\\|\n'
    const circle = await work.run('recipe.import-file', { catalogue, file: await work.upload('c.bc3', text) })
    expect([circle.status, circle.body.error.message]).toEqual([422, expect.stringContaining('A → B → A')])
  })
})
