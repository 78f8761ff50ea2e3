import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { makePriceBook } from '../support/price-book.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating(['work_plans', 'recipe_components'])
}, 60_000)

afterAll(() => work.server.stop())

const done = (command: string, input: Record<string, unknown>): Promise<Row> =>
  work.result(`estimate.${command}`, input)

/** An accepted version: a wall of wages and bricks in a section, and a roof by a subcontractor beside it. */
async function accepted() {
  const { estimate, version } = await done('create', { name: 'House' })
  const { line: shell } = await done('insert-line', { version, kind: 'section', title: 'Shell' })
  const line = async (title: string, type: string, price: string, inside?: string): Promise<string> => {
    const values = { unit: 'm2', quantity: '10' }
    const { line: id } = await done('insert-line', { version, title, values, ...(inside && { inside }) })
    await work.make('estimate_resources', { version, line: id, name: title, type, qty_per_unit: '1', price })
    return id
  }
  await line('Mason', 'labour', '61', shell)
  await line('Bricks', 'material', '30.5', shell)
  const roof = await line('Roof', 'subcontract', '100')
  await work.make('estimate_markups', {
    version,
    key: 'site',
    label: 'Site',
    category: 'site_overhead',
    value: '10',
  })
  await work.make('estimate_markups', {
    version,
    key: 'profit',
    label: 'Profit',
    category: 'profit',
    value: '5',
  })
  await work.issue(version, 'accepted')
  return { estimate, version, shell, roof }
}

const total = (rows: Row[], key: string): string =>
  (rows.reduce((sum, row) => sum + Math.round(Number(row[key]) * 100), 0) / 100).toFixed(2)

describe('cash over time', () => {
  it('[R-07] follows the planned days of sections and lines and ends at what is left', async () => {
    const { version, shell, roof } = await accepted()
    expect(await done('cash-flow', { version })).toMatchObject({ months: [], start: null, unplanned: 3 })
    await work.make('work_plans', { line: shell, start: '2026-05-01', finish: '2026-06-30' })
    await work.make('work_plans', { line: roof, start: '2026-07-01', finish: '2026-07-31' })
    const flow = await done('cash-flow', { version, customer_days: '30', supplier_days: '14' })
    expect(flow).toMatchObject({ planned: 3, unplanned: 0, start: '2026-05-01', finish: '2026-07-31' })
    expect(flow['months'].map((row: Row) => row['month'])).toEqual([
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
    ])
    const [may, , , august] = flow['months']
    // Wages of 31 of 61 days, and as much of 191.50 for the site as the work of May is of all of it.
    expect(may).toMatchObject({ received: '0.00', paid: `-${(310 + (191.5 * 465) / 1915).toFixed(2)}` })
    // The subcontractor is paid two weeks after July, as the customer pays for it.
    expect(august).toMatchObject({ paid: '-1000.00' })
    const { net } = await work.read('estimate_versions', version)
    const { left } = await done('cash', { version })
    expect([total(flow['months'], 'received'), flow['left']]).toEqual([net, left])
    expect(total(flow['months'], 'change')).toBe(left)
    expect(Number(flow['lowest'].balance)).toBe(
      Math.min(...flow['months'].map((row: Row) => Number(row['balance']))),
    )
  })

  it('[R-07] holds for another version, and takes days that are given for what has none', async () => {
    const { version, shell } = await accepted()
    await work.make('work_plans', { line: shell, start: '2026-05-01', finish: '2026-06-30' })
    const { version: second } = await done('new-version', { version })
    const days = { start: '2026-09-01', finish: '2026-09-30' }
    const flow = await done('cash-flow', { version: second, ...days, customer_days: '0', supplier_days: '0' })
    expect(flow).toMatchObject({ planned: 2, unplanned: 1, ...days })
    expect(flow['months'].map((row: Row) => [row['month'], row['work'] !== '0.00'])).toEqual([
      ['2026-05', true],
      ['2026-06', true],
      ['2026-07', false],
      ['2026-08', false],
      ['2026-09', true],
    ])
    expect(flow['left']).toBe((await done('cash', { version: second }))['left'])
    for (const wrong of [
      { start: '2026-09-02', finish: '2026-09-01' },
      { start: 'soon' },
      { customer_days: '-1' },
      { start: '1900-01-01', finish: '2026-01-01' },
    ])
      expect((await work.run('estimate.cash-flow', { version, ...wrong })).status).toBe(422)
  })

  it('[R-07] leaves no line out where the plans begin after the project has ended', async () => {
    const project = (await work.make('projects', { code: 'P9', name: 'Late', finish_on: '2026-04-30' }))['id']
    const { estimate, version, shell } = await accepted()
    expect((await work.owner.patch(`/api/records/estimates/${estimate}`, { project })).status).toBe(200)
    await work.make('work_plans', { line: shell, start: '2026-05-01', finish: '2026-06-30' })
    const flow = await done('cash-flow', { version })
    expect(flow).toMatchObject({ unplanned: 1, start: '2026-05-01', finish: '2026-06-30' })
    expect(flow['left']).toBe((await done('cash', { version }))['left'])
  })

  it('[FP-19] tells of no version and no plan to whoever may not see all of it', async () => {
    const { version, shell } = await accepted()
    await work.make('work_plans', { line: shell, start: '2026-05-01', finish: '2026-06-30' })
    const read = { verbs: ['read'] }
    const all = {
      estimates: read,
      estimate_versions: read,
      estimate_lines: read,
      estimate_markups: read,
      estimate_resources: read,
      estimate_variables: read,
    }
    const asked = async (key: string, grants: object) => {
      expect((await work.owner.post('/api/roles', { key, label: key, grants })).status).toBe(201)
      const person = api(await addPerson(work.person, work.tenant, key), work.tenantId)
      return person.post('/api/commands/estimate.cash-flow', { version })
    }
    const half = { ...all, estimate_resources: { ...read, fields: { read: ['line'], write: [] } } }
    expect((await asked('half', half)).status).toBe(403)
    const { status, body } = await asked('no_plan', all)
    expect([status, body.result]).toEqual([200, expect.objectContaining({ planned: 0, months: [] })])
  })
})

describe('records at hand', () => {
  it('[R-07] [R-08] are asked for by a list: favourites and what was used last, of whoever asks', async () => {
    const { items } = await makePriceBook(work, [
      ['brick', 'material', 't', '12'],
      ['sand', 'material', 't', null],
      ['gone', 'material', 't', null],
    ])
    const { brick, sand, gone } = items
    const hand = async (): Promise<Row> => work.result('record.at-hand', { model: 'catalogue_items' })
    expect(await hand()).toEqual({ favourites: [], recent: [] })
    const { version } = await done('create', { name: 'Wall' })
    const { line } = await done('insert-line', {
      version,
      title: 'Wall',
      values: { unit: 't', quantity: '1' },
    })
    await done('price-line', { line, item: brick })
    for (const id of [sand, gone]) await work.result('record.favourite', { model: 'catalogue_items', id })
    expect((await work.owner.delete(`/api/records/catalogue_items/${gone}`)).status).toBe(204)
    expect(await hand()).toEqual({ favourites: [sand], recent: [brick] })
    // No record is no reason for an error, and not one for all records either.
    const list = async (value: string[]): Promise<Row> => {
      const query = { model: 'catalogue_items', where: { field: 'id', op: 'in', value } }
      return (await work.owner.post('/api/query', { queries: [query] })).body.results[0]
    }
    expect((await list([]))['rows']).toEqual([])
    expect((await list([sand]))['rows']).toHaveLength(1)
    const other = api(await addPerson(work.person, work.tenant, 'admin'), work.tenantId)
    const { body } = await other.post('/api/commands/record.at-hand', { model: 'catalogue_items' })
    expect(body.result).toEqual({ favourites: [], recent: [] })
    expect((await work.run('record.at-hand', { model: 'nothing' })).status).toBe(404)
  })
})

describe('prices of another day', () => {
  it('[R-07] are shown line by line with what the whole comes to, and are taken for the chosen lines alone', async () => {
    const catalogue = (await work.make('catalogues', { code: 'P', name: 'P', currency: 'EUR', kind: 'own' }))[
      'id'
    ]
    const { id: item } = await work.make('catalogue_items', {
      catalogue,
      code: 'brick',
      name: 'Brick',
      type: 'material',
      unit: 't',
    })
    const price = { item, currency: 'EUR' }
    await work.make('catalogue_prices', {
      ...price,
      unit_price: '10',
      valid_from: '2020-01-01',
      valid_to: '2024-12-31',
    })
    await work.make('catalogue_prices', { ...price, unit_price: '12.5', valid_from: '2025-01-01' })
    const { version } = await done('create', { name: 'Walls' })
    const lines: string[] = []
    for (const [title, quantity] of [
      ['Long wall', '100'],
      ['Short wall', '8'],
    ]) {
      const { line } = await done('insert-line', { version, title, values: { unit: 't', quantity } })
      await done('price-line', { line, item })
      lines.push(line)
    }
    const before = await work.read('estimate_versions', version)
    const preview = await done('reprice-preview', { version, date: '2022-03-01' })
    expect(preview['lines']).toMatchObject([
      { number: '1', title: 'Long wall', unit: 't', quantity: '100', rate_before: '12.5', rate_after: '10' },
      { title: 'Short wall', total_before: '100.00', total_after: '80.00', price: '-20.00' },
    ])
    expect(preview['sums'].map((row: Row) => [row['sum'], row['before'], row['change']])).toEqual([
      ['Lines at these prices', '1350.00', '-270.00'],
      ['Net', before['net'], '-270.00'],
      ['Gross', before['gross'], preview['sums'][2]['change']],
    ])
    expect(await work.read('estimate_versions', version)).toMatchObject({ gross: before['gross'] })
    await done('reprice', { version, date: '2022-03-01', lines: [lines[1]] })
    const after = await work.read('estimate_versions', version)
    expect([after['direct_cost'], after['price_date']]).toEqual(['1330.00', before['price_date']])
    await done('reprice', { version, date: '2022-03-01' })
    expect(await work.read('estimate_versions', version)).toMatchObject({
      gross: preview['gross'].after,
      price_date: '2022-03-01',
    })
  })
})
