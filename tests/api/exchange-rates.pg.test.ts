import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { addPerson, api } from '../support/people.ts'
import { makePriceBook, makeRecipe } from '../support/price-book.ts'

let work: EstimatingPlace
let items: Record<'anchor' | 'both', string>
let wall: { recipe: string; version: string }

beforeAll(async () => {
  work = await startEstimating(['recipe_components'])
  ;({ items } = await makePriceBook(work, [
    ['anchor', 'material', 'pcs', null],
    ['both', 'material', 'pcs', '7'],
  ]))
  const dollars = { currency: 'USD', valid_from: '2020-01-01' }
  await work.make('catalogue_prices', {
    ...dollars,
    item: items.anchor,
    unit_price: '12.5',
    discount_pct: '10',
  })
  await work.make('catalogue_prices', { ...dollars, item: items.both, unit_price: '1' })
  const parts = [{ sort: 'a', item: items.anchor, qty_expr: '2' }]
  wall = await makeRecipe(work, { name: 'Wall' }, parts, { currency: 'USD' })
}, 60_000)

afterAll(() => work.server.stop())

const begun = (): Promise<Row> => work.result('estimate.create', { name: 'House' })
const setRates = (version: string, exchange_rates: unknown) =>
  work.owner.patch(`/api/records/estimate_versions/${version}`, { exchange_rates })
const dollarsAt = (rate: string) => [{ currency: 'USD', rate }]
async function line(version: string, unit = 'pcs'): Promise<string> {
  const values = { unit, quantity: '3' }
  return (await work.result('estimate.insert-line', { version, title: 'Wall', values }))['line']
}
const priced = (of: string, by: Row) => work.run('estimate.price-line', { line: of, ...by })
const resources = async (version: string): Promise<Row[]> => work.inside('estimate_resources', version)

describe('prices in other currencies', () => {
  it('are taken at the rate of the version, say so, and those in its own currency come first', async () => {
    const { version } = await begun()
    const [one, two, three] = [await line(version), await line(version), await line(version, 'm2')]
    expect((await priced(one, { item: items.anchor })).status).toBe(422)
    expect((await setRates(version, dollarsAt('0.92'))).status).toBe(200)
    for (const [id, by] of [
      [one, { item: items.anchor }],
      [two, { item: items.both }],
      [three, { recipe_version: wall.version }],
    ] as const)
      expect((await priced(id, by)).status).toBe(200)
    const taken = await resources(version)
    const of = (id: string) => taken.filter((row) => row['line'] === id)
    // 12.50 USD less 10 % at 0.92.
    expect(of(one)[0]).toMatchObject({ price: '10.350000', price_note: '(12.5 USD − 10 %) × 0.92' })
    expect(of(two)[0]).toMatchObject({ price: '7.000000', price_note: null })
    expect(of(three)[0]).toMatchObject({ price: '10.350000' })
  })

  it('are exchanged also where a recipe fixes them, and say from what', async () => {
    const fixed = { price_source: 'fixed', fixed_price: '20' }
    const parts = [{ sort: 'a', item: items.anchor, qty_expr: '2', ...fixed }]
    const { version: recipe_version } = await makeRecipe(work, { name: 'Gate' }, parts, { currency: 'USD' })
    const { version } = await begun()
    expect((await setRates(version, dollarsAt('0.92'))).status).toBe(200)
    expect((await priced(await line(version, 'm2'), { recipe_version })).status).toBe(200)
    expect((await resources(version))[0]).toMatchObject({ price: '18.400000', price_note: '20 USD × 0.92' })
  })

  it('stay as they were taken: the rate is the version’s own, goes into the next one, and is fixed with it', async () => {
    const { version } = await begun()
    await setRates(version, dollarsAt('0.92'))
    await priced(await line(version), { item: items.anchor })
    await setRates(version, dollarsAt('2'))
    expect((await resources(version))[0]).toMatchObject({ price: '10.350000' })
    await work.issue(version)
    expect((await setRates(version, dollarsAt('3'))).status).toBe(422)
    const made = await work.result('estimate.new-version', { version })
    expect((await work.read('estimate_versions', made['version']))['exchange_rates']).toEqual(dollarsAt('2'))
  })

  it('are looked at only when they or the currency change: what was taken once hinders no other write', async () => {
    const { version } = await begun()
    // A list that was sound once, under an earlier rule.
    await work.server.sql(
      `update app.objects set attributes = attributes || '{"exchange_rates": "0.92"}' where id = $1`,
      [version],
    )
    const write = (values: object) => work.owner.patch(`/api/records/estimate_versions/${version}`, values)
    expect((await write({ label: 'Second thoughts' })).status).toBe(200)
    expect((await write({ currency: 'CHF' })).status).toBe(422)
    expect((await setRates(version, dollarsAt('0.92'))).status).toBe(200)
    expect((await write({ currency: 'USD' })).status).toBe(422)
  })

  it.each([
    ['each currency once', [...dollarsAt('1'), ...dollarsAt('2')]],
    ['above zero', dollarsAt('0')],
    ['other currencies only', [{ currency: 'EUR', rate: '1' }]],
    ['codes of three letters', [{ currency: 'Dollar', rate: '1' }]],
  ])('have rates: %s', async (_what, rates) => {
    const { version } = await begun()
    const { status, body } = await setRates(version, rates)
    expect([status, body.error?.details?.[0]?.path]).toEqual([422, 'exchange_rates'])
  })
})

describe('the exchange rates of the workspace', () => {
  const ratesOf = async (version: string) => (await work.read('estimate_versions', version))['exchange_rates']
  const rate = (values: Row) => work.make('exchange_rates', { currency: 'USD', worth_in: 'EUR', ...values })
  const daysFromNow = (days: number): string =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  beforeAll(async () => {
    await rate({ rate: '0.8', valid_from: '2020-01-01' })
    await rate({ rate: '0.9', valid_from: '2026-01-01' })
    await rate({ rate: '3', valid_from: daysFromNow(30) })
    await rate({ currency: 'GBP', rate: '1.15', valid_from: '2024-06-01' })
    await rate({ worth_in: 'CHF', rate: '0.7', valid_from: '2020-01-01' })
  })

  it('are what a new version begins with, as they hold on its day in its currency, and stay its own', async () => {
    const today = [
      { currency: 'GBP', rate: '1.150000000' },
      { currency: 'USD', rate: '0.900000000' },
    ]
    const { estimate, version } = await begun()
    expect(await ratesOf(version)).toEqual(today)
    const francs = await work.result('estimate.create', { name: 'In francs', currency: 'CHF' })
    expect(await ratesOf(francs['version'])).toEqual([{ currency: 'USD', rate: '0.700000000' }])
    const earlier = await work.make('estimate_versions', { estimate, price_date: '2021-05-01' })
    expect(await ratesOf(earlier['id'])).toEqual([{ currency: 'USD', rate: '0.800000000' }])
    const own = await work.make('estimate_versions', { estimate, exchange_rates: dollarsAt('0.5') })
    expect(await ratesOf(own['id'])).toEqual(dollarsAt('0.5'))
    // A rate that comes later is for later versions; one made from another has the rates of that.
    await rate({ rate: '0.95', valid_from: '2026-02-01' })
    expect(await ratesOf(version)).toEqual(today)
    const made = await work.result('estimate.new-version', { version })
    expect(await ratesOf(made['version'])).toEqual(today)
    await priced(await line(version), { item: items.anchor })
    expect((await resources(version))[0]).toMatchObject({ price: '10.125000' })
  })

  it('of an estimate that begins like another are those of the other, also for who may not write them', async () => {
    const { version: like } = await begun()
    await setRates(like, dollarsAt('0.92'))
    await priced(await line(like), { item: items.anchor })
    const write = { verbs: ['read', 'create', 'update'] }
    const { body: described } = await work.owner.get('/api/models/estimate_versions/description')
    const all = (described.fields as Row[]).flatMap(({ system, key }) => (system ? [] : [String(key)]))
    const writable = all.filter((key) => key !== 'exchange_rates')
    const grants = {
      estimates: write,
      estimate_versions: { ...write, fields: { read: all, write: writable } },
      estimate_lines: write,
      estimate_markups: write,
      estimate_variables: write,
      estimate_resources: write,
      line_classifications: write,
    }
    const made = await work.owner.post('/api/roles', { key: 'estimator', label: 'Estimator', grants })
    expect(made.status).toBe(201)
    const person = api(await addPerson(work.person, work.tenant, 'estimator'), work.tenantId)
    const { version } = await begun()
    const typed = await person.patch(`/api/records/estimate_versions/${version}`, { exchange_rates: [] })
    expect(typed.status).not.toBe(200)
    const { status, body } = await person.post('/api/commands/estimate.create', { name: 'Like it', like })
    expect([status, body.error]).toEqual([200, undefined])
    expect(await ratesOf(body.result.version)).toEqual(dollarsAt('0.92'))
    expect(await resources(body.result.version)).toMatchObject([{ price: '10.350000' }])
  })

  it.each([
    ['above zero', { rate: '0', currency: 'SEK' }, 'rate'],
    ['for other currencies', { rate: '1', currency: 'EUR' }, 'currency'],
  ])('are %s', async (_what, values, path) => {
    const { status, body } = await work.owner.post('/api/records/exchange_rates', {
      worth_in: 'EUR',
      valid_from: '2026-01-01',
      ...values,
    })
    expect([status, body.error.details[0].path]).toEqual([422, path])
  })
})
