import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, api } from '../support/people.ts'
import {
  makeEstimatingWorkspace,
  startEstimating,
  type EstimatingPlace,
  type Row,
} from '../support/estimating-workspace.ts'
import { makePriceBook, makeRecipe } from '../support/price-book.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating(['recipe_components'])
}, 60_000)

afterAll(() => work.server.stop())

const done = (command: string, input: Record<string, unknown>): Promise<Row> => work.result(command, input)
const day = '2026-03-01'

/** A catalogue with a brick at 10.00 and mortar at 100.00, and a recipe of a wall that holds both. */
async function priceBook() {
  const { catalogue, items } = await makePriceBook(work, [
    ['brick', 'material', 'pcs', '10'],
    ['mortar', 'material', 'm3', '100'],
  ])
  const { recipe } = await makeRecipe(work, { catalogue, name: 'Wall' }, [
    { item: items.brick, qty_expr: '16' },
    { item: items.mortar, qty_expr: '0.02' },
  ])
  return { catalogue, ...items, recipe }
}

/** A draft with a line for each thing it is priced by. */
async function draft(name: string, by: readonly Record<string, unknown>[]): Promise<[string, string[]]> {
  const { version } = await done('estimate.create', { name })
  await work.owner.patch(`/api/records/estimate_versions/${version}`, { price_date: '2026-02-01' })
  await work.make('estimate_markups', { version, key: 'profit', label: 'Profit', value: '7.5' })
  const lines: string[] = []
  for (const [at, what] of by.entries()) {
    const values = { quantity: `${at * 3 + 2}.5`, vat_code: 'standard' }
    const { line } = await done('estimate.insert-line', { version, title: `Line ${at}`, values })
    await done('estimate.price-line', { line, ...what })
    lines.push(line)
  }
  return [version, lines]
}

const grossOf = async (version: string): Promise<string> =>
  (await work.read('estimate_versions', version))['gross']

const priceOf = async (item: string): Promise<string> => {
  const { body } = await work.owner.post('/api/query', {
    queries: [{ model: 'catalogue_prices', where: { field: 'item', op: 'eq', value: item } }],
  })
  return body.results[0].rows[0].id
}

const asFile = (rows: readonly string[]): string => ['code,name,unit,price', ...rows].join('\n')

it('[R-07] a price update names each draft it changes, by just so much as it then changes', async () => {
  const { catalogue, brick, mortar, recipe } = await priceBook()
  const [walls, lines] = await draft('Walls', [{ recipe }, { item: brick }, { item: mortar }])
  const [typed, typedLines] = await draft('Typed', [{ recipe }, { item: brick }])
  const [plaster] = await draft('Plaster', [{ item: mortar }])
  const [issued] = await draft('Issued', [{ item: brick }])
  const elsewhere = await priceBook()
  await draft('Elsewhere', [{ item: elsewhere.brick }])
  // A rate that somebody typed instead is no price of the catalogue.
  await work.owner.patch(`/api/records/estimate_lines/${typedLines[1]}`, { rate_override: '33.33' })
  await work.issue(issued)
  const asked = { catalogue, date: day }
  expect(await done('catalogue.affected-drafts', asked)).toMatchObject({
    drafts: [],
    unchanged: 3,
    left_out: 0,
  })
  const staged = await work.owner.post('/api/imports?name=book.csv', undefined, {
    bytes: asFile(['brick,Brick,pcs,11.37', 'mortar,Mortar,m3,100']),
  })
  await done('catalogue.import', { catalogue, import: staged.body.id, valid_from: day })

  const answer = await done('catalogue.affected-drafts', asked)
  const byVersion = new Map((answer['drafts'] as Row[]).map((row) => [row['version'], row]))
  expect([...byVersion.keys()].toSorted()).toEqual([walls, typed].toSorted())
  expect(answer).toMatchObject({ unchanged: 1, left_out: 0 })
  expect(byVersion.get(walls)).toMatchObject({ name: 'Walls', used: 3, lines: 2, missing: 0 })
  expect(byVersion.get(typed)).toMatchObject({ used: 2, lines: 1 })
  for (const [version, told] of byVersion) {
    const preview = await done('estimate.reprice-preview', { version, date: day })
    expect(preview).toMatchObject({
      gross: told['gross'],
      net: { before: told['net_before'], after: told['net_after'] },
    })
    expect(await grossOf(version)).toBe(told['gross'].before)
    await done('estimate.reprice', { version, date: day })
    expect(await grossOf(version)).toBe(told['gross'].after)
    expect(told['gross'].after).not.toBe(told['gross'].before)
  }
  expect(await work.read('estimate_lines', typedLines[1] ?? '')).toMatchObject({ rate: '33.330000' })
  expect(await work.read('estimate_lines', lines[0] ?? '')).toMatchObject({ rate: '183.920000' })
  expect(await done('catalogue.affected-drafts', asked)).toMatchObject({ drafts: [], unchanged: 3 })
  expect(await grossOf(plaster)).not.toBe('0.00')
})

it('[R-07] a price that is edited names the drafts of its item alone', async () => {
  const { brick, mortar } = await priceBook()
  const [bricks] = await draft('Bricks', [{ item: brick }])
  const [mortars] = await draft('Mortar', [{ item: mortar }])
  await work.owner.patch(`/api/records/catalogue_prices/${await priceOf(mortar)}`, { unit_price: '80' })
  const of = async (item: string) =>
    ((await done('catalogue.affected-drafts', { item }))['drafts'] as Row[]).map((row) => [
      row['version'],
      row['change'],
    ])
  // 2.5 m³ cost 20.00 less each, and 7.5 % of that.
  expect(await of(mortar)).toEqual([[mortars, '-53.75']])
  expect(await of(brick)).toEqual([])
  expect(await grossOf(bricks)).not.toBe('0.00')
})

it('[R-07] a price that is in the bin names the drafts that were priced by it', async () => {
  const { catalogue, brick } = await priceBook()
  const elsewhere = await priceBook()
  const [bricks] = await draft('Bricks', [{ item: brick }])
  await draft('Elsewhere', [{ item: elsewhere.brick }])
  for (const of of [brick, elsewhere.brick])
    await work.owner.delete(`/api/records/catalogue_prices/${await priceOf(of)}`)
  for (const of of [brick, elsewhere.brick])
    await work.make('catalogue_prices', { item: of, currency: 'EUR', unit_price: '12', valid_from: day })
  // 2.5 bricks cost 30.00 instead of 25.00, and 7.5 % of them 2.25 instead of 1.88.
  for (const asked of [{ catalogue }, { item: brick }])
    expect((await done('catalogue.affected-drafts', asked))['drafts']).toMatchObject([
      { version: bricks, used: 1, lines: 1, missing: 0, change: '5.37' },
    ])
})

it('[R-07] a draft that merely lacks a price is told apart from those that change', async () => {
  const { catalogue, brick, mortar } = await priceBook()
  const [mixed] = await draft('Mixed', [{ item: brick }, { item: mortar }])
  const [bricks] = await draft('Bricks', [{ item: brick }])
  await work.owner.delete(`/api/records/catalogue_prices/${await priceOf(mortar)}`)
  expect(await done('catalogue.affected-drafts', { catalogue })).toMatchObject({
    drafts: [],
    unchanged: 1,
    unpriced: 1,
  })
  await work.owner.patch(`/api/records/catalogue_prices/${await priceOf(brick)}`, { unit_price: '20' })
  const answer = await done('catalogue.affected-drafts', { catalogue })
  const told = (answer['drafts'] as Row[]).map(({ version, missing }) => [version, missing])
  expect(Object.fromEntries(told)).toEqual({ [mixed]: 1, [bricks]: 0 })
  expect(answer).toMatchObject({ unchanged: 0, unpriced: 0 })
})

it('[R-07] drafts that are so many that the oldest are not asked are counted as left out', async () => {
  const many = await makeEstimatingWorkspace(work.server)
  const { id: catalogue } = await many.make('catalogues', { code: 'C', name: 'C', currency: 'EUR' })
  const create = Array.from({ length: 503 }, (_, at) => ({ name: `Draft ${at}` }))
  expect((await many.owner.post('/api/records/estimates/bulk', { create })).status).toBe(200)
  expect(await many.result('catalogue.affected-drafts', { catalogue })).toMatchObject({
    drafts: [],
    left_out: 3,
  })
}, 60_000)

it('[FP-19] drafts are told to nobody who does not see all of them, nor of a catalogue of others', async () => {
  const { catalogue, brick } = await priceBook()
  const read = { verbs: ['read'] }
  const grants = {
    catalogues: read,
    catalogue_items: read,
    catalogue_prices: read,
    estimates: read,
    estimate_versions: read,
    estimate_lines: { ...read, fields: { read: ['title', 'version'], write: [] } },
    estimate_markups: read,
    estimate_resources: read,
  }
  const nothing = { whole: false, drafts: [], unchanged: 0, unpriced: 0, left_out: 0 }
  const told = async (key: string, given: object): Promise<unknown> => {
    expect((await work.owner.post('/api/roles', { key, label: key, grants: given })).status).toBe(201)
    const person = api(await addPerson(work.person, work.tenant, key), work.tenantId)
    const { status, body } = await person.post('/api/commands/catalogue.affected-drafts', { catalogue })
    expect(status).toBe(200)
    return body.result
  }
  expect(await told('half', grants)).toMatchObject(nothing)
  // Nor is it an error where estimates, or the prices, are none of theirs.
  const { catalogues, catalogue_items } = grants
  expect(await told('books', { catalogues, catalogue_items })).toMatchObject(nothing)
  const stranger = await makeEstimatingWorkspace(work.server)
  for (const ours of [{ catalogue }, { item: brick }])
    expect((await stranger.run('catalogue.affected-drafts', ours)).status).toBe(404)
  expect((await work.run('catalogue.affected-drafts', {})).status).toBe(422)
})
