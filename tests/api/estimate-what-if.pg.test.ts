import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  makeEstimatingWorkspace,
  startEstimating,
  type EstimatingPlace,
  type Row,
} from '../support/estimating-workspace.ts'
import { addPerson, api, type Api } from '../support/people.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

const ask = async (input: Row): Promise<Row> => {
  const { status, body } = await work.run('estimate.what-if', input)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.result
}

/** A wall of mason's hours and bricks, a slab with the same mason, a lift at a typed rate, a markup. */
async function house(): Promise<Record<'version' | 'wall' | 'slab' | 'lift' | 'mason' | 'bricks', string>> {
  const version = (await work.run('estimate.create', { name: 'House' })).body.result['version'] as string
  const line = async (title: string, values: Row): Promise<string> =>
    (await work.make('estimate_lines', { version, title, unit: 'm2', quantity: '12.5', ...values }))['id']
  const [wall, slab] = [await line('Wall', {}), await line('Slab', { quantity: '40' })]
  const lift = await line('Lift', { unit: 'pcs', quantity: '1', unit_rate: '48000' })
  const takes = async (of: string, values: Row): Promise<string> =>
    (await work.make('estimate_resources', { version, line: of, ...values }))['id']
  const hour = { name: 'Mason', type: 'labour', unit: 'h', price: '54.10' }
  const mason = await takes(wall, { ...hour, qty_per_unit: '0.8' })
  const brick = { name: 'Bricks', type: 'material', unit: 'pcs', price: '0.62', waste_pct: '4' }
  const bricks = await takes(wall, { ...brick, qty_per_unit: '48' })
  await takes(slab, { ...hour, qty_per_unit: '0.25' })
  await work.make('estimate_markups', { version, key: 'risk', label: 'Risk', value: '7.5' })
  return { version, wall, slab, lift, mason, bricks }
}

it('[R-07] a look comes to the cent that writing it would, and writes nothing', async () => {
  const { version, wall, lift, mason, bricks } = await house()
  const before = await work.read('estimate_versions', version)
  const steps: [Row, string, string, Row][] = [
    [{ leaf: wall, what: 'quantity', value: '33.333' }, 'estimate_lines', wall, { quantity: '33.333' }],
    [{ leaf: bricks, what: 'price', value: '0.715' }, 'estimate_resources', bricks, { price: '0.715' }],
    [{ leaf: bricks, what: 'quantity', value: '52' }, 'estimate_resources', bricks, { qty_per_unit: '52' }],
    // 1.6 m² an hour
    [{ leaf: mason, what: 'per_hour', value: '1.6' }, 'estimate_resources', mason, { qty_per_unit: '0.625' }],
    [{ leaf: lift, what: 'price', value: '51250.5' }, 'estimate_lines', lift, { unit_rate: '51250.5' }],
    [{ leaf: wall, what: 'price', value: '99' }, 'estimate_lines', wall, { rate_override: '99' }],
  ]
  const asked = steps.map(([one]) => one)
  const looked = await ask({ version, asked })
  expect(await work.read('estimate_versions', version)).toEqual(before)
  for (const [, model, id, values] of steps)
    expect((await work.owner.patch(`/api/records/${model}/${id}`, values)).status).toBe(200)
  const after = await work.read('estimate_versions', version)
  const keys: Record<string, string> = {
    'Direct cost': 'direct_cost',
    Markups: 'markups',
    Net: 'net',
    VAT: 'vat',
    Gross: 'gross',
  }
  expect(looked['sums'].map(({ sum }: Row) => sum)).toEqual(Object.keys(keys))
  for (const { sum, before: was, after: is } of looked['sums'])
    expect([sum, was, is]).toEqual([sum, before[keys[sum] ?? ''], after[keys[sum] ?? '']])
  expect(looked['margin']).toEqual({ before: before['margin'], after: after['margin'] })
  for (const { line, after: is } of looked['lines'])
    expect(await work.read('estimate_lines', line)).toMatchObject({ node_total: is })
  expect(looked['lines'].map(({ title }: Row) => title).toSorted()).toEqual(['Lift', 'Wall'])
})

it('[R-07] the price of a thing may be asked wherever it is used, and what weighs most stands first', async () => {
  const { version, wall, mason } = await house()
  const whole = await ask({ version })
  expect(whole['lines']).toEqual([])
  expect(whole['leaves'].map(({ name, amount }: Row) => `${name} ${amount}`)).toEqual([
    'Lift 48000',
    // 12.5 × 43.28 and 40 × 13.53 (13.525 rounded, as the version says)
    expect.stringMatching(/^Mason 108[12]/),
    expect.stringMatching(/^Bricks 38/),
  ])
  const one = { leaf: mason, what: 'price', value: '60' }
  const titles = async (asked: Row): Promise<string[]> =>
    (await ask({ version, asked: [asked] }))['lines'].map(({ title }: Row) => title)
  expect(await titles(one)).toEqual(['Wall'])
  expect(await titles({ ...one, everywhere: true })).toEqual(['Wall', 'Slab'])
  const { leaves } = await ask({ version, line: wall, asked: [one] })
  expect(leaves.map(({ name, of, before, after }: Row) => [name, of, before, after])).toEqual([
    ['Wall', 'Quantity', '12.5', '12.5'],
    // 0.8 × 54.10 and 60, and 49.92 × 0.62
    ['Wall', 'Rate', '74.23', '78.95'],
    ['Mason', 'Price', '54.1', '60'],
    ['Mason', 'Units per hour', '1.25', '1.25'],
    ['Bricks', 'Price', '0.62', '0.62'],
    ['Bricks', 'Quantity per unit', '48', '48'],
  ])
})

/** Somebody who reads estimates, but of what lines are made of only the names. */
async function withoutPrices(): Promise<Api> {
  const read = { verbs: ['read'] }
  const grants = {
    estimates: read,
    estimate_versions: read,
    estimate_lines: read,
    estimate_markups: read,
    estimate_resources: { ...read, fields: { read: ['line', 'name', 'version'], write: [] } },
    catalogue_items: read,
    cost_groups: read,
    cost_group_sets: read,
  }
  const role = await work.owner.post('/api/roles', { key: 'no_prices', label: 'No prices', grants })
  expect(role.status).toBe(201)
  return api(await addPerson(work.person, work.tenant, 'no_prices'), work.tenantId)
}

it('[R-07] [FP-19] what tells of all that an estimate is made of is for whoever reads all of it', async () => {
  const { version, wall } = await house()
  const { estimate } = await work.read('estimate_versions', version)
  const set = (await work.make('cost_group_sets', { key: 'own', name: 'Own' }))['id']
  const person = await withoutPrices()
  const asked: [string, Row][] = [
    ['estimate.what-if', { version }],
    ['estimate.compare', { from: version, to: version }],
    ['estimate.steps', { estimate }],
    ['estimate.needed', { version }],
    ['estimate.explain-line', { line: wall }],
    ['estimate.totals-by-group', { version, set }],
    ['estimate.reprice-preview', { version, date: '2026-05-01' }],
  ]
  for (const [name, input] of asked) {
    expect([name, (await work.run(name, input)).status]).toEqual([name, 200])
    const { status, body } = await person.post(`/api/commands/${name}`, input)
    expect([name, status, body.error.code]).toEqual([name, 403, 'forbidden'])
  }
})

it('[R-07] [FP-19] a line is explained, and begun like, also by whoever does not read what is in no sum', async () => {
  const { version, wall } = await house()
  const read = { verbs: ['read'] }
  const write = { verbs: ['read', 'create', 'update'] }
  const without = async (model: string, left: readonly string[]) => {
    const { body } = await work.owner.get(`/api/models/${model}/description`)
    const own = (body.fields as Row[]).filter((field) => !field['system'] && !left.includes(field['key']))
    const seen = own.map(({ key }) => String(key))
    return { ...write, fields: { read: seen, write: seen } }
  }
  const grants = {
    estimates: write,
    estimate_versions: await without('estimate_versions', ['exchange_rates', 'internal_note']),
    estimate_lines: await without('estimate_lines', ['documents', 'internal_note']),
    estimate_markups: write,
    estimate_resources: write,
    estimate_variables: write,
    line_classifications: write,
    catalogue_items: read,
  }
  const role = await work.owner.post('/api/roles', { key: 'no_papers', label: 'No papers', grants })
  expect(role.status).toBe(201)
  const person = api(await addPerson(work.person, work.tenant, 'no_papers'), work.tenantId)
  const asked: [string, Row][] = [
    ['explain-line', { line: wall }],
    ['create', { name: 'Like it', like: version }],
  ]
  for (const [name, input] of asked)
    expect([name, (await person.post(`/api/commands/estimate.${name}`, input)).status]).toEqual([name, 200])
})

it('[R-07] a look is refused what it cannot reckon', async () => {
  const { version, wall, bricks } = await house()
  const other = await house()
  for (const one of [
    { leaf: other.wall, what: 'quantity', value: '1' },
    { leaf: wall, what: 'per_hour', value: '1' },
    { leaf: bricks, what: 'per_hour', value: '1' },
    { leaf: bricks, what: 'price', value: '-1' },
    { leaf: bricks, what: 'price', value: 'much' },
    { leaf: wall, what: 'title', value: '1' },
  ])
    expect((await work.run('estimate.what-if', { version, asked: [one] })).status).toBe(422)
  const stranger = await makeEstimatingWorkspace(work.server)
  expect((await stranger.run('estimate.what-if', { version })).status).toBe(404)
})
