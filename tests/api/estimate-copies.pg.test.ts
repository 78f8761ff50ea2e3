import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { makePriceBook, makeRecipe } from '../support/price-book.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating(['recipe_components', 'estimate_variables'])
}, 60_000)

afterAll(() => work.server.stop())

const done = (command: string, input: Record<string, unknown>): Promise<Row> =>
  work.result(`estimate.${command}`, input)
const estimate = async (name: string, more: object = {}): Promise<string> =>
  (await done('create', { name, ...more }))['version']
const insert = async (version: string, input: Record<string, unknown>): Promise<string> =>
  (await done('insert-line', { version, ...input }))['line']
const titled = async (version: string, title: string): Promise<Row> =>
  (await work.inside('estimate_lines', version)).find((row) => row['title'] === title) as Row
const change = (line: string, values: object) =>
  work.owner.patch(`/api/records/estimate_lines/${line}`, values)

/** An item of a catalogue of its own, at 12.00 a tonne. */
async function item(code: string, name: string): Promise<string> {
  const { items } = await makePriceBook(work, [[code, 'material', 't', '12', name]])
  return items[code] as string
}

/** A section with a wall of bricklaying, and an alternative for it. */
async function house(more: object = {}) {
  const version = await estimate('House', more)
  await work.make('estimate_variables', {
    version,
    key: 'length',
    label: 'Length',
    unit: 'm',
    formula: '12 * m',
  })
  const shell = await insert(version, { kind: 'section', title: 'Shell' })
  const wall = await insert(version, {
    inside: shell,
    title: 'Wall',
    values: {
      unit: 'm2',
      qty_formula: 'length * 2 * m',
      item_type: 'base',
      alt_group: 'A',
      fixed_number: '01.0010',
      internal_note: 'From the neighbour',
    },
  })
  await work.make('estimate_resources', {
    version,
    line: wall,
    name: 'Mason',
    type: 'labour',
    qty_per_unit: '0.5',
    price: '49.80',
  })
  const values = { unit: 'm2', quantity: '24', unit_rate: '31.25', item_type: 'alternative', alt_group: 'A' }
  const timber = await insert(version, { below: wall, title: 'Timber', values })
  return { version, shell, wall, timber }
}

describe('lines copied to another estimate', () => {
  it('[R-07] come with what is inside them and what they are made of, exactly where they are wanted', async () => {
    const from = await house()
    const to = await estimate('Garage')
    const floor = await insert(to, { title: 'Floor', values: { alt_group: 'A', item_type: 'base' } })
    await insert(to, { title: 'Roof' })
    await work.make('estimate_variables', {
      version: to,
      key: 'length',
      label: 'Length',
      unit: 'm',
      formula: '5 * m',
    })
    const lines = [from.wall, from.shell]
    const answer = await done('copy-lines', { lines, to, below: floor })
    expect(answer).toMatchObject({ copied: 3, formulas_left: 0 })
    const outline = (await work.inside('estimate_lines', to)).map((row) => `${row['number']} ${row['title']}`)
    expect(outline.toSorted()).toEqual(['1 Floor', '2 Shell', '2.1 Wall', '2.2 Timber', '3 Roof'])
    // 5 m × 2 m of this estimate, 0.5 h × 49.80 each.
    const wall = await titled(to, 'Wall')
    expect(wall).toMatchObject({
      quantity: '10.000000',
      rate: '24.900000',
      line_total: '249.00',
      alt_group: 'A 2',
      fixed_number: null,
    })
    const before = await work.inside('estimate_lines', from.version)
    expect(before.map(({ lineage }) => lineage)).not.toContain(wall['lineage'])
    expect(await work.read('estimate_versions', from.version)).toMatchObject({ direct_cost: '597.60' })
  })

  it('[R-07] keep their quantity where a formula says nothing there, and change currency only by a rate', async () => {
    const { version, wall, timber } = await house()
    const to = await estimate('Abroad', { currency: 'USD' })
    const lines = [wall, timber]
    const refused = await work.run('estimate.copy-lines', { lines, to })
    expect([refused.status, refused.body.error.details[0]]).toEqual([
      422,
      expect.objectContaining({ path: 'rate', message: expect.stringContaining('1 EUR is in USD') }),
    ])
    for (const rate of ['0', '-1', 'much'])
      expect((await work.run('estimate.copy-lines', { lines, to, rate })).status).toBe(422)
    expect(await work.inside('estimate_lines', to)).toEqual([])
    expect(await done('copy-lines', { lines, to, rate: '1.0825' })).toMatchObject({
      copied: 2,
      formulas_left: 1,
    })
    expect(await titled(to, 'Wall')).toMatchObject({
      quantity: '24.000000',
      qty_formula: null,
      // 0.5 × 53.9085
      rate: '26.950000',
    })
    expect(await titled(to, 'Timber')).toMatchObject({ unit_rate: '33.828125', parent: null })
    const mixed = await work.run('estimate.copy-lines', {
      lines: [wall, (await titled(to, 'Wall'))['id']],
      to,
    })
    expect([mixed.status, mixed.body.error.details[0].code]).toEqual([422, 'version'])
    expect(version).not.toBe(to)
  })

  it('[R-07] leave behind what was noted and filed for the customer of the first estimate, in that one they keep it', async () => {
    const { version, wall } = await house()
    const documents = [{ id: await work.upload('plan.txt', 'plan') }]
    expect((await change(wall, { documents })).status).toBe(200)
    const to = await estimate('Garage')
    await done('copy-lines', { lines: [wall], to })
    const like = await done('create', { name: 'Like it', like: version })
    for (const elsewhere of [to, like['version']])
      expect(await titled(elsewhere, 'Wall')).toMatchObject({ documents: null, internal_note: null })
    const next = await done('new-version', { version })
    const beside = await done('new-variant', { version, variant: 'timber' })
    await done('copy-lines', { lines: [wall], to: beside['version'] })
    const kept = (await work.inside('estimate_lines', beside['version'])).filter(
      ({ title }) => title === 'Wall',
    )
    expect(kept).toHaveLength(2)
    for (const row of [...kept, await titled(next['version'], 'Wall')])
      expect(row).toMatchObject({ documents: [{ name: 'plan.txt' }], internal_note: 'From the neighbour' })
  })

  it('[FP-19] go only into drafts, by whoever reads all of them', async () => {
    const { version, wall } = await house()
    const to = await estimate('Sent')
    await insert(to, { title: 'Floor', values: { unit: 'm2', quantity: '1', unit_rate: '1' } })
    const read = { verbs: ['read'] }
    const write = { verbs: ['read', 'create', 'update'] }
    const grants = {
      estimates: read,
      estimate_versions: read,
      estimate_lines: write,
      estimate_markups: read,
      estimate_variables: read,
      estimate_resources: { ...read, fields: { read: ['line', 'name', 'version'], write: [] } },
    }
    const role = await work.owner.post('/api/roles', { key: 'half', label: 'Half', grants })
    expect(role.status).toBe(201)
    const person = api(await addPerson(work.person, work.tenant, 'half'), work.tenantId)
    const input = { lines: [wall], to: version }
    const { status, body } = await person.post('/api/commands/estimate.copy-lines', input)
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
    await done('set-status', { version: to, status: 'in_review' })
    expect((await work.run('estimate.copy-lines', { lines: [wall], to })).status).toBe(422)
    expect(await work.inside('estimate_lines', to)).toHaveLength(1)
  })
})

describe('a line that becomes another kind', () => {
  it('[R-07] is chosen as that kind is at first: an alternative counts only once somebody takes it', async () => {
    const { version, wall, timber } = await house()
    expect(await work.read('estimate_lines', timber)).toMatchObject({ selected: false })
    expect(await work.read('estimate_versions', version)).toMatchObject({ direct_cost: '597.60' })
    expect((await change(timber, { selected: true })).status).toBe(200)
    // 24 × 31.25, and the wall it stands for does not count.
    expect(await work.read('estimate_versions', version)).toMatchObject({ direct_cost: '750.00' })
    await change(timber, { item_type: 'normal' })
    await change(wall, { item_type: 'optional_without_total' })
    expect(await work.read('estimate_lines', wall)).toMatchObject({ selected: false })
    await change(wall, { item_type: 'optional_with_total' })
    expect(await work.read('estimate_lines', wall)).toMatchObject({ selected: true })
    // Chosen, from when it was an alternative; as an alternative again it waits to be.
    await change(timber, { item_type: 'alternative' })
    expect(await work.read('estimate_versions', version)).toMatchObject({ direct_cost: '597.60' })
    await change(timber, { item_type: 'optional_without_total', selected: true })
    expect(await work.read('estimate_versions', version)).toMatchObject({ direct_cost: '1347.60' })
    // Chosen it was already; the same write says that it stays so.
    await change(timber, { item_type: 'alternative', selected: true })
    expect(await work.read('estimate_lines', timber)).toMatchObject({ selected: true })
  })
})

it('[R-07] the money of a version goes from what the customer pays to what is left, to the cent', async () => {
  const { version } = await house()
  const markups = [
    ['site', 'site_overhead', '8'],
    ['risk', 'risk', '2'],
    ['profit', 'profit', '5'],
  ]
  for (const [key, category, value] of markups)
    await work.make('estimate_markups', { version, key, label: key, category, value })
  await work.owner.patch(`/api/records/estimate_versions/${version}`, { discount_pct: '1' })
  const { gross, vat } = await work.read('estimate_versions', version)
  const answer = await done('cash', { version })
  // 597.60 of labour; 47.81 of the site, 11.95 of risk, 29.88 of profit; 1 % of 687.24 off.
  expect(answer).toMatchObject({
    rows: [
      { what: 'Customer pays', amount: gross },
      { what: 'VAT', amount: `-${vat}` },
      { what: 'Labour', amount: '-597.60' },
      { what: 'Site overhead', amount: '-47.81' },
    ],
    left: '34.96',
    share: '5.14',
    parts: [
      { what: 'Risk', amount: '11.95' },
      { what: 'Profit', amount: '29.88' },
      { what: 'Discount', amount: '-6.87' },
    ],
  })
})

describe('what somebody keeps at hand', () => {
  it('[R-07] are their favourites and what they took last, and nobody else’s', async () => {
    const brick = await item('B1', 'Brick')
    const mortar = await item('B2', 'Mortar')
    const sand = await item('B3', 'Sand')
    const version = await estimate('Wall')
    const line = await insert(version, { title: 'Wall', values: { unit: 't', quantity: '1' } })
    await done('price-line', { line, item: brick })
    // Also where it is chosen in a cell.
    await change(line, { item: mortar })
    await work.result('record.favourite', { model: 'catalogue_items', id: sand })
    const names = async (): Promise<unknown[]> =>
      (await done('at-hand', {}))['items'].map((one: Row) => [one['label'], one['detail'], one['favourite']])
    expect(await names()).toEqual([
      ['Sand', 'B3 · t', true],
      ['Mortar', 'B2 · t', false],
      ['Brick', 'B1 · t', false],
    ])
    await work.result('record.favourite', { model: 'catalogue_items', id: sand, on: false })
    await work.result('record.favourite', { model: 'catalogue_items', id: brick })
    await work.owner.delete(`/api/records/catalogue_items/${sand}`)
    expect(await names()).toEqual([
      ['Brick', 'B1 · t', true],
      ['Mortar', 'B2 · t', false],
    ])
    const other = api(await addPerson(work.person, work.tenant, 'admin'), work.tenantId)
    const { body } = await other.post('/api/commands/estimate.at-hand', {})
    expect(body.result).toEqual({ items: [], recipes: [] })
    const unknown = { model: 'catalogue_items', id: '019ac0de-0000-7000-8000-000000000000' }
    expect((await work.run('record.favourite', unknown)).status).toBe(404)
  })

  it('[R-07] recipes among them, by the version that is in force', async () => {
    const part = { item: await item('G1', 'Gravel'), qty_expr: '2' }
    const { recipe, version } = await makeRecipe(work, { code: 'W1', name: 'Wall' }, [part])
    const to = await estimate('Recipe')
    const line = await insert(to, { title: 'Wall', values: { unit: 'm2', quantity: '1' } })
    await done('price-line', { line, recipe_version: version })
    expect((await done('at-hand', {}))['recipes']).toMatchObject([
      { value: version, record: recipe, label: 'Wall', detail: 'W1 · m2', icon: 'history' },
    ])
  })
})
