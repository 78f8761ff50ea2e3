import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
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
    expect(of(one)[0]).toMatchObject({ price: '10.350000', price_note: '(12.5 USD − 10 %) × 0.92, manual' })
    expect(of(two)[0]).toMatchObject({ price: '7.000000', price_note: 'manual' })
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
