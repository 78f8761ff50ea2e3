import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating(['estimate_variables', 'line_classifications', 'cost_group_maps'])
}, 60_000)

afterAll(() => work.server.stop())

const done = (command: string, input: Record<string, unknown>): Promise<Row> =>
  work.result(`estimate.${command}`, input)

/** A set in which everything is measured by gross floor area, but for doors. */
async function groups() {
  const set = (await work.make('cost_group_sets', { key: `set-${Math.random()}`, name: 'Set' }))['id']
  const group = async (code: string, more: object = {}): Promise<string> =>
    (await work.make('cost_groups', { set, code, name: code, ...more }))['id']
  const all = await group('300', { reference_quantity: 'GFA', reference_unit: 'm2' })
  const walls = await group('330', { parent: all })
  const doors = await group('334', { parent: all, reference_quantity: 'Doors', reference_unit: 'pcs' })
  return { set, all, walls, doors }
}

/** An estimate of so many m² with walls and doors, issued or not. */
async function house(
  { walls, doors }: { walls: string; doors: string },
  { area, price, issued = false }: { area: string; price: string; issued?: boolean },
): Promise<string> {
  const { version } = await done('create', { name: `House of ${area}` })
  await work.make('estimate_variables', {
    version,
    key: 'gfa',
    label: 'Gross area',
    unit: 'm²',
    formula: `${area} * m2`,
  })
  for (const [title, cost_group, unit_rate] of [
    ['Walls', walls, price],
    ['Doors', doors, '1000'],
  ])
    await done('insert-line', {
      version,
      title,
      values: { unit: 'pcs', quantity: '1', unit_rate, cost_group },
    })
  if (issued) await work.issue(version)
  return version
}

it('[R-07] a group comes to so much for a unit of its measure, beside what it came to elsewhere', async () => {
  const set = await groups()
  const version = await house(set, { area: '200', price: '50000' })
  await house(set, { area: '100', price: '20000', issued: true })
  await house(set, { area: '400', price: '120000', issued: true })
  // A draft is no experience.
  await house(set, { area: '1', price: '1' })
  const answer = await done('benchmarks', { version, set: set.set })
  expect(answer).toMatchObject({ currency: 'EUR', looked: 2, missing: ['Doors'] })
  expect(answer['rows']).toMatchObject([
    // (50000 + 1000) / 200, beside 210.00 and 302.50.
    { code: '300', depth: 0, reference: 'Gross area', unit: 'm²', per_unit: '255.00', median: '256.25' },
    { code: '330', depth: 1, per_unit: '250.00', count: 2, min: '200.00', max: '300.00', off: '0.0' },
  ])
})

it.each([
  ['whole units', 0],
  ['tenths', 1],
  ['cents', 2],
])('[R-07] is reckoned from just what the groups of a version come to, lines of %s', async (_, lineTotal) => {
  const set = await groups()
  const { version } = await done('create', { name: 'House' })
  const { rounding } = await work.read('estimate_versions', version)
  const changed = await work.owner.patch(`/api/records/estimate_versions/${version}`, {
    rounding: { ...rounding, preset: 'CUSTOM', lineTotal },
  })
  expect(changed.body).toMatchObject({ rounding: { lineTotal } })
  await work.make('estimate_variables', { version, key: 'gfa', label: 'Area', unit: 'm²', formula: '7 * m2' })
  const line = async (title: string, cost_group: string | null, more: object): Promise<string> => {
    const values = { unit: 'pcs', quantity: '1.111', unit_rate: '33.33', cost_group, ...more }
    return (await done('insert-line', { version, title, values }))['line']
  }
  for (let at = 0; at < 4; at++) await line(`Plain ${at}`, at % 2 === 0 ? set.walls : set.doors, {})
  await line('Nowhere', null, {})
  await line('Not chosen', set.walls, { item_type: 'optional_without_total', unit_rate: '999' })
  const base = { item_type: 'base', alt_group: 'a', unit_rate: '500' }
  await line('Base', set.walls, base)
  await line('Instead', set.walls, { ...base, item_type: 'alternative', selected: true, unit_rate: '600' })
  // Groups of lines that do not count are no groups of the estimate, as those of lines at nothing are.
  const bare = async (code: string, more: object): Promise<string> => {
    const { id } = await work.make('cost_groups', { set: set.set, code, name: code, parent: set.all })
    await line(code, id, more)
    return id
  }
  await bare('340', { item_type: 'optional_without_total' })
  await bare('350', base)
  await bare('360', { item_type: 'alternative', alt_group: 'a' })
  const free = await bare('370', { unit_rate: '0' })
  const alone = await bare('380', { item_type: 'base', alt_group: 'b' })
  const chosen = await bare('390', { item_type: 'optional_without_total', selected: true })
  const shared = [await line('Shared', set.walls, {}), await line('Half', null, { unit_rate: '-10.01' })]
  for (const id of shared)
    for (const [cost_group, share] of [
      [set.doors, '33.333333'],
      [set.all, '16.67'],
    ])
      await work.make('line_classifications', { line: id, cost_group, share })
  const { rows, led } = await done('totals-by-group', { version, set: set.set })
  const amounts = new Map((rows as Row[]).map(({ id, amount }) => [id, amount]))
  const told = (await done('benchmarks', { version, set: set.set }))['rows'] as Row[]
  expect(told.map(({ id, amount }) => [id, amount])).toEqual(
    [set.all, set.walls, free, alone, chosen].map((id) => [id, amounts.get(id)]),
  )
  expect(led).toBeNull()

  // In another set nothing is, until a crosswalk leads there: walls by thirds, what is below the building with it.
  const other = await groups()
  const unassigned = await done('totals-by-group', { version, set: other.set })
  expect([(unassigned['rows'] as Row[]).map(({ id }) => id), unassigned['led']]).toEqual([[null], null])
  for (const [from_group, to_group, weight] of [
    [set.walls, other.walls, '33.333333'],
    [set.walls, other.all, '33.333333'],
    [set.all, other.walls, '100'],
  ])
    await work.make('cost_group_maps', { from_group, to_group, weight })
  const there = await done('totals-by-group', { version, set: other.set })
  const sums = new Map((there['rows'] as Row[]).map((row) => [row['id'], row]))
  expect([...sums.keys()]).toEqual([other.all, other.walls, null])
  const whole = (of: Row[]): number =>
    Math.round(of.reduce((sum, { depth, amount }) => sum + (depth === 0 ? Number(amount) * 100 : 0), 0))
  expect(whole(there['rows'] as Row[]), 'the whole is the same cent').toBe(whole(rows as Row[]))
  expect(there['led']).toBe(sums.get(other.all)?.['amount'])
  const benched = (await done('benchmarks', { version, set: other.set }))['rows'] as Row[]
  expect(benched.map(({ id, amount }) => [id, amount])).toEqual(
    [other.all, other.walls].map((id) => [id, sums.get(id)?.['amount']]),
  )
  // A line that is in a group of the set itself is led by nobody.
  const own = await line('In both', set.walls, {})
  await work.make('line_classifications', { line: own, cost_group: other.doors, share: '25' })
  const mixed = (await done('totals-by-group', { version, set: other.set }))['rows'] as Row[]
  expect(mixed.find(({ id }) => id === other.doors)?.['amount']).toBe(['9.00', '9.30', '9.26'][lineTotal])
})

it('[FP-19] is told to nobody who does not see all of it, and names no set of others', async () => {
  const set = await groups()
  const version = await house(set, { area: '200', price: '50000' })
  const read = { verbs: ['read'] }
  const grants = {
    estimates: read,
    estimate_versions: read,
    estimate_lines: { ...read, fields: { read: ['title', 'version'], write: [] } },
    estimate_markups: read,
    estimate_resources: read,
    estimate_variables: read,
    cost_groups: read,
    cost_group_sets: read,
  }
  expect((await work.owner.post('/api/roles', { key: 'half', label: 'Half', grants })).status).toBe(201)
  const person = api(await addPerson(work.person, work.tenant, 'half'), work.tenantId)
  expect((await person.post('/api/commands/estimate.benchmarks', { version, set: set.set })).status).toBe(403)
  const unknown = '019ac0de-0000-7000-8000-000000000000'
  expect((await work.run('estimate.benchmarks', { version, set: unknown })).status).toBe(404)
})

it('[FP-19] is led to another set for nobody who may not read the crosswalks', async () => {
  const [set, other] = [await groups(), await groups()]
  const version = await house(set, { area: '200', price: '50000' })
  await work.make('cost_group_maps', { from_group: set.all, to_group: other.walls, weight: '100' })
  const read = { verbs: ['read'] }
  const models = [
    'estimates',
    'estimate_versions',
    'estimate_lines',
    'estimate_markups',
    'estimate_resources',
    'estimate_variables',
    'line_classifications',
    'cost_groups',
    'cost_group_sets',
  ]
  const grants = Object.fromEntries(models.map((model) => [model, read]))
  const askedBy = async (key: string, cost_group_maps: object | null): Promise<[Row[], unknown, Row[]]> => {
    const more = cost_group_maps && { cost_group_maps }
    const role = await work.owner.post('/api/roles', { key, label: key, grants: { ...grants, ...more } })
    expect(role.status).toBe(201)
    const person = api(await addPerson(work.person, work.tenant, key), work.tenantId)
    const answer = async (command: string): Promise<Row> =>
      (await person.post(`/api/commands/estimate.${command}`, { version, set: other.set })).body['result']
    const { rows, led } = await answer('totals-by-group')
    return [rows, led, (await answer('benchmarks'))['rows']]
  }
  const unassigned = [[{ id: null, amount: '51000.00' }], null, []]
  expect(await askedBy('unled', null)).toMatchObject(unassigned)
  const unweighed = { ...read, fields: { read: ['from_group', 'to_group'], write: [] } }
  expect(await askedBy('unweighed', unweighed)).toMatchObject(unassigned)
  const mine = { ...read, rows: { field: 'weight', op: 'lt', value: '50' } }
  expect(await askedBy('mine', mine)).toMatchObject(unassigned)
  expect(await askedBy('led', read)).toMatchObject([
    [
      { id: other.all, amount: '51000.00' },
      { id: other.walls, amount: '51000.00' },
    ],
    '51000.00',
    [{ id: other.all }, { id: other.walls, amount: '51000.00' }],
  ])
})
