import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api } from '../support/people.ts'
import { randomFrom } from '../support/formula-arbitrary.ts'
import {
  keptAndWhole,
  startEstimating,
  type EstimatingPlace,
  type Row,
} from '../support/estimating-workspace.ts'
import { makePriceBook, makeRecipe } from '../support/price-book.ts'

let work: EstimatingPlace
let items: Record<string, string> = {}
let prices: Record<string, string> = {}
let wall: { recipe: string; version: string }

beforeAll(async () => {
  work = await startEstimating([
    'recipe_components',
    'estimate_variables',
    'node_lines',
    'hierarchy_node_types',
  ])
  ;({ items, prices } = await makePriceBook(work, [
    ['mason', 'labour', 'h', '54'],
    ['brick', 'material', 'pcs', '0.62'],
    ['mortar', 'material', 'm3', '145'],
    ['anchor', 'material', 'pcs', null],
  ]))
  wall = await recipe('Wall', [
    { sort: 'a', item: items['brick'], qty_expr: '50' },
    { sort: 'b', item: items['mortar'], qty_expr: 'joint * 3', waste_pct: '5' },
    { sort: 'c', key: 'mason', item: items['mason'], qty_expr: '0.8' },
    { sort: 'd', name: 'Small tools', kind: 'percent', percent_of: 'labour', qty_expr: '3' },
  ])
}, 60_000)

afterAll(() => work.server.stop())

const joint = { kind: 'number', key: 'joint', label: 'Joint', unit: 'm', default: '0.01' }
const recipe = (name: string, parts: Row[]) =>
  makeRecipe(work, { name }, parts, { params: [{ ...joint, min: '0.001', max: '0.05' }] })

const done = async (command: string, input: Record<string, unknown>): Promise<Row> => {
  const { status, body } = await work.run(`estimate.${command}`, input)
  if (status !== 200) throw new Error(`${command}: ${status} ${JSON.stringify(body)}`)
  return body.result as Row
}
const change = (model: string, id: string, values: Row) =>
  work.owner.patch(`/api/records/${model}/${id}`, values)
const refusal = ({ status, body }: { status: number; body: Row }) => [
  status,
  body['error']?.details?.[0]?.path,
  body['error']?.details?.[0]?.code,
]
async function draft(): Promise<string> {
  return (await done('create', { name: 'House' }))['version']
}
const line = async (version: string, values: Row = {}): Promise<string> =>
  (await work.make('estimate_lines', { version, title: 'Wall', unit: 'm2', quantity: '12.5', ...values }))[
    'id'
  ]
const resourcesOf = async (version: string, of: string): Promise<Row[]> =>
  (await work.inside('estimate_resources', version))
    .filter((row) => row['line'] === of)
    .toSorted((a, b) => (a['path'] < b['path'] ? -1 : 1))

describe('lines priced by a recipe', () => {
  it('keep a copy of what one unit takes, with price, day and source, and come to the rate of the recipe', async () => {
    const version = await draft()
    const id = await line(version)
    expect((await change('estimate_lines', id, { recipe_version: wall.version })).status).toBe(200)
    // 50 × 0.62 + 0.03 × 1.05 × 145 + 0.8 × 54 + 3 % of 43.20 = 31 + 4.5675 + 43.2 + 1.296
    expect(await work.read('estimate_lines', id)).toMatchObject({
      rate_source: 'recipe',
      rate: '80.060000',
      line_total: '1000.75',
      issue: expect.not.arrayContaining(['price']),
    })
    const resources = await resourcesOf(version, id)
    expect(
      resources.map(({ name, type, qty_per_unit, waste_pct, price, price_from }) => [
        name,
        type,
        Number(qty_per_unit),
        waste_pct === null ? null : Number(waste_pct),
        Number(price),
        price_from,
      ]),
    ).toEqual([
      ['The brick', 'material', 50, null, 0.62, 'lookup'],
      ['The mortar', 'material', 0.03, 5, 145, 'lookup'],
      ['The mason', 'labour', 0.8, null, 54, 'lookup'],
      ['Small tools', 'labour', 3, null, 43.2, 'percent'],
    ])
    expect(resources[0]).toMatchObject({
      price_row: prices['brick'],
      price_note: null,
      price_valid_from: '2020-01-01',
    })
    // The parts add up to the line, hours and order quantities stand beside them.
    const cents = resources.reduce((sum, { amount }) => sum + BigInt(String(amount).replace('.', '')), 0n)
    expect(cents).toBe(100075n)
    expect(resources[2]).toMatchObject({ quantity: '10.000000' })
    expect(await work.read('estimate_versions', version)).toMatchObject({ direct_cost: '1000.75' })
    // What the catalogue says later changes nothing.
    await change('catalogue_prices', prices['brick'] ?? '', { unit_price: '0.72' })
    expect(await work.read('estimate_lines', id)).toMatchObject({ rate: '80.060000' })
    const explained = await done('explain-line', { line: id })
    expect(
      (explained['rows'] as Row[]).map(({ label, because, amount }) => [label, because, amount]),
    ).toEqual([
      ['Wall', '12.5 m² × 80.06 EUR', '1000.75'],
      ['Rate', 'the sum of what is below', '80.06'],
      ['The brick', '50 pcs, at 0.62 EUR per pcs (from 1 January 2020, typed by hand)', '31.00'],
      [
        'The mortar',
        expect.stringContaining(
          '0.03 m³, plus 5 % waste, at 145.00 EUR per m³ (from 1 January 2020, typed by hand)',
        ),
        '4.5675',
      ],
      ['The mason', '0.8 h, at 54.00 EUR per h (from 1 January 2020, typed by hand)', '43.20'],
      ['Small tools', '3 % of labour (43.20 EUR)', '1.296'],
    ])
    await change('catalogue_prices', prices['brick'] ?? '', { unit_price: '0.62' })
  })

  it('are priced anew by other parameters, and refused what does not fit', async () => {
    const version = await draft()
    const id = await line(version, { recipe_version: wall.version, recipe_params: { joint: '0.02' } })
    expect(await work.read('estimate_lines', id)).toMatchObject({ rate: '84.630000' })
    const wrong = await change('estimate_lines', id, { recipe_params: { joint: '0.5' } })
    expect(refusal(wrong)).toEqual([422, 'recipe_params', 'param'])
    const unit = await change('estimate_lines', id, { unit: 'h', recipe_version: null })
    expect(unit.status).toBe(200)
    expect(await resourcesOf(version, id)).toEqual([])
    // The rate stays as it was until another is typed.
    expect(await work.read('estimate_lines', id)).toMatchObject({ rate: '84.630000', unit_rate: '84.630000' })
    expect(refusal(await change('estimate_lines', id, { recipe_version: wall.version }))).toEqual([
      422,
      'unit',
      'unit',
    ])
  })

  it('have no rate while a price is missing, and say so; it is never 0', async () => {
    const { version: anchored } = await recipe('Anchored', [
      { sort: 'a', item: items['brick'], qty_expr: '50', price_source: 'lookup' },
      { sort: 'b', item: items['mason'], qty_expr: '1' },
    ])
    const version = await draft()
    await change('estimate_versions', version, { price_date: '2019-06-01' })
    const id = await line(version, { recipe_version: anchored })
    expect(await work.read('estimate_lines', id)).toMatchObject({
      rate: null,
      issue: expect.arrayContaining(['price']),
    })
    expect((await resourcesOf(version, id)).map(({ price }) => price)).toEqual([null, null])
    expect(await work.read('estimate_versions', version)).toMatchObject({ issues: { price: 1 } })
    for (const resource of await resourcesOf(version, id))
      await change('estimate_resources', resource['id'], { price: '1' })
    expect(await work.read('estimate_lines', id)).toMatchObject({ rate: '51.000000', line_total: '637.50' })
    // An item without a price is refused with the reason.
    expect(refusal(await change('estimate_lines', id, { item: items['anchor'], unit: 'pcs' }))).toEqual([
      422,
      'item',
      'no_price',
    ])
  })

  it('go back with one undo, and are the same lines in a new version', async () => {
    const version = await draft()
    const id = await line(version, { unit_rate: '70' })
    await change('estimate_lines', id, { recipe_version: wall.version })
    const undone = await work.owner.post('/api/undo', {})
    expect([undone.status, undone.body.refused]).toEqual([200, []])
    expect(await work.read('estimate_lines', id)).toMatchObject({
      rate: '70.000000',
      rate_source: 'manual',
      recipe_version: null,
    })
    expect(await resourcesOf(version, id)).toEqual([])
    const redone = await work.owner.post('/api/redo', {})
    expect([redone.status, redone.body.refused]).toEqual([200, []])
    expect(await work.read('estimate_lines', id)).toMatchObject({ rate: '80.060000', rate_source: 'recipe' })
    expect(await resourcesOf(version, id)).toHaveLength(4)
    await change('catalogue_prices', prices['mason'] ?? '', { unit_price: '60' })
    const { version: second } = await done('new-version', { version })
    expect(await work.read('estimate_versions', second)).toMatchObject({ direct_cost: '1000.75' })
    // Looked at first, then taken: what was shown is what it comes to.
    const today = new Date().toISOString().slice(0, 10)
    const preview = await done('reprice-preview', { version: second, date: today })
    expect(preview['lines']).toMatchObject([{ rate_before: '80.06', rate_after: '85.01', price: '61.88' }])
    expect(await work.read('estimate_versions', second)).toMatchObject({ direct_cost: '1000.75' })
    expect(await done('reprice', { version: second, date: today })).toEqual({ priced: 1, missing: [] })
    expect(await work.read('estimate_versions', second)).toMatchObject({ gross: preview['gross'].after })
    await change('catalogue_prices', prices['mason'] ?? '', { unit_price: '54' })
  })
})

describe('quantities by formula', () => {
  it('follow their formula and the variables it reads, in the unit of the line', async () => {
    const version = await draft()
    const height = await work.make('estimate_variables', {
      version,
      key: 'height',
      label: 'Height',
      unit: 'm',
      formula: '2.75',
    })
    const area = await work.make('estimate_variables', {
      version,
      key: 'area',
      label: 'Area',
      unit: 'm2',
      formula: 'height * 400 * cm',
    })
    expect([height['value'], area['value']]).toEqual(['2.750000', '11.000000'])
    const id = await line(version, { qty_formula: 'area - 2 * 0.5 * m2', unit_rate: '10' })
    expect(await work.read('estimate_lines', id)).toMatchObject({
      quantity: '10.000000',
      line_total: '100.00',
    })
    await change('estimate_variables', height['id'], { formula: '3.5 * m' })
    expect(await work.read('estimate_lines', id)).toMatchObject({
      quantity: '13.000000',
      line_total: '130.00',
    })
    expect(await work.read('estimate_versions', version)).toMatchObject({ direct_cost: '130.00' })
    // A wrong unit is refused with the reason, at the line and at the variable.
    const wrong = await change('estimate_lines', id, { qty_formula: 'area * height' })
    expect(refusal(wrong)).toEqual([422, 'qty_formula', 'formula'])
    expect(wrong.body.error.details[0].message).toBe('The formula gives m³, but the unit is m².')
    expect(refusal(await change('estimate_variables', height['id'], { formula: '3 * kg' }))).toEqual([
      422,
      'formula',
      'formula',
    ])
    expect(
      refusal(
        await work.owner.post('/api/records/estimate_variables', {
          version,
          key: 'h',
          label: 'x',
          formula: '1',
        }),
      ),
    ).toEqual([422, 'key', 'formula'])
    expect((await change('estimate_variables', area['id'], { formula: 'area + 1' })).status).toBe(422)
    // What is typed takes the formula's place, and what is worked out goes back with it.
    await change('estimate_lines', id, { quantity: '7' })
    expect(await work.read('estimate_lines', id)).toMatchObject({ qty_formula: null, line_total: '70.00' })
    await work.owner.post('/api/undo', {})
    expect(await work.read('estimate_lines', id)).toMatchObject({
      qty_formula: 'area - 2 * 0.5 * m2',
      line_total: '130.00',
    })
    const { version: second } = await done('new-version', { version })
    const [copy] = await work.inside('estimate_lines', second)
    await change('estimate_lines', copy?.['id'], { qty_formula: 'area' })
    expect(await work.read('estimate_lines', copy?.['id'])).toMatchObject({ quantity: '14.000000' })
  })
})

describe('rows of a spreadsheet', () => {
  it('become sections and lines exactly where they are wanted', async () => {
    const version = await draft()
    const [first, last] = [await line(version, { title: 'First' }), await line(version, { title: 'Last' })]
    const rows = [
      { number: '1', title: 'Shell' },
      { number: '1.1', title: 'Concrete', quantity: '10', unit: 'm3', unit_rate: '150.5' },
      { number: '1.2', title: 'Steel', quantity: '1.25', unit: 't', unit_rate: '1200' },
      { number: '2', title: 'Clean', quantity: '1', unit: 'ls' },
    ]
    expect(await done('insert-lines', { version, below: first, rows })).toMatchObject({ inserted: 4 })
    const outline = (await work.inside('estimate_lines', version))
      .toSorted((a, b) => (a['place'] < b['place'] ? -1 : 1))
      .map(({ number, kind, title, node_total }) => [number, kind, title, node_total])
    expect(outline).toEqual([
      ['1', 'line', 'First', '0.00'],
      ['2', 'section', 'Shell', '3005.00'],
      ['2.1', 'line', 'Concrete', '1505.00'],
      ['2.2', 'line', 'Steel', '1500.00'],
      ['3', 'line', 'Clean', '0.00'],
      ['4', 'line', 'Last', '0.00'],
    ])
    const wrong = await work.run('estimate.insert-lines', {
      version,
      below: last,
      rows: [{ title: 'x', quantity: 'many' }],
    })
    expect(wrong.status).toBe(422)
    // One undo takes all of them back.
    expect((await work.owner.post('/api/undo', {})).body.refused).toEqual([])
    expect(await work.inside('estimate_lines', version)).toHaveLength(2)
  })
})

describe('one edit', () => {
  it('works out only what it changes, and comes to what the whole comes to', async () => {
    const version = await draft()
    await work.make('estimate_markups', {
      version,
      key: 'site',
      label: 'Site',
      value: '7.5',
      basis_types: ['labour'],
    })
    await work.make('estimate_markups', {
      version,
      key: 'profit',
      label: 'Profit',
      value: '4',
      basis_keys: 'site',
    })
    const sections = [(await work.make('estimate_lines', { version, kind: 'section', title: 'A' }))['id']]
    sections.push(
      (await work.make('estimate_lines', { version, kind: 'section', title: 'B', parent: sections[0] }))[
        'id'
      ],
    )
    const random = randomFrom(7)
    const number = (most: number): string => (random() * most).toFixed(3)
    const lines: string[] = []
    for (let at = 0; at < 6; at++)
      lines.push(
        await line(version, {
          parent: at % 3 === 0 ? null : sections[(at % 3) - 1],
          quantity: number(50),
          unit_rate: number(90),
          ...(at === 4 ? { recipe_version: wall.version } : {}),
          ...(at === 5 ? { item_type: 'optional_without_total', selected: false } : {}),
        }),
      )
    for (let step = 0; step < 12; step++) {
      const id = lines[Math.floor(random() * lines.length)] ?? ''
      const edits: Row[] = [
        { quantity: number(80) },
        { quantity: null },
        { unit_rate: number(120) },
        { discount_pct: number(20) },
        { vat_code: random() < 0.5 ? 'reduced' : 'standard' },
        { rate_override: random() < 0.5 ? number(70) : null },
      ]
      const edit = edits[Math.floor(random() * edits.length)] ?? {}
      expect((await change('estimate_lines', id, edit)).status).toBe(200)
    }
    const [mason] = await resourcesOf(version, lines[4] ?? '')
    await change('estimate_resources', mason?.['id'], { price: '61.37' })
    const { kept, whole } = await keptAndWhole(work, version)
    expect(kept).toEqual(whole)
  })
})

describe('by the groups of a set', () => {
  it('shares of lines go to their groups to the cent, what belongs to none comes last', async () => {
    const version = await draft()
    const { id: set } = await work.make('cost_group_sets', { key: 'OWN', name: 'Own' })
    const group = async (code: string, parent: string | null = null): Promise<string> =>
      (await work.make('cost_groups', { set, code, name: `Group ${code}`, parent }))['id']
    const [top, other] = [await group('100'), await group('200')]
    const inner = await group('110', top)
    const first = await line(version, { quantity: '1', unit_rate: '100', cost_group: other })
    await line(version, { quantity: '1', unit_rate: '0.05' })
    await work.make('line_classifications', { line: first, cost_group: inner, share: '33.333333' })
    await work.make('line_classifications', { line: first, cost_group: top, share: '33.333333' })
    const { rows } = await done('totals-by-group', { version, set })
    expect((rows as Row[]).map(({ code, depth, amount }) => [code, depth, amount])).toEqual([
      ['100', 0, '66.66'],
      ['110', 1, '33.33'],
      ['200', 0, '33.34'],
      ['', 0, '0.05'],
    ])
  })
})

describe('templates', () => {
  it('are versions that a new estimate begins like, with lines of their own', async () => {
    const version = await draft()
    await work.make('estimate_markups', { version, key: 'profit', label: 'Profit', value: '4' })
    const id = await line(version, { recipe_version: wall.version })
    const made = await done('create', { name: 'Like it', like: version })
    const [copy] = await work.inside('estimate_lines', made['version'])
    const old = await work.read('estimate_versions', version)
    expect(await work.read('estimate_versions', made['version'])).toMatchObject({
      gross: old['gross'],
      version_no: 1,
    })
    expect(copy?.['lineage']).not.toBe((await work.read('estimate_lines', id))['lineage'])
    expect(await resourcesOf(made['version'], copy?.['id'])).toHaveLength(4)
  })

  it('are taken with their currency, terms and markups, in the one call that makes the estimate', async () => {
    const { version: like } = await done('create', { name: 'In francs', currency: 'CHF' })
    await work.make('estimate_markups', { version: like, key: 'profit', label: 'Profit', value: '4' })
    await line(like, { unit_rate: '10', quantity: '3' })
    const old = await work.read('estimate_versions', like)
    const { estimate, version } = await done('create', { name: 'Like it', like })
    expect(await work.read('estimates', estimate)).toMatchObject({ currency: 'CHF', gross: old['gross'] })
    expect(await work.read('estimate_versions', version)).toMatchObject({
      currency: 'CHF',
      gross: old['gross'],
      rounding: old['rounding'],
      vat_rates: old['vat_rates'],
    })
    expect(await work.inside('estimate_markups', version)).toHaveLength(1)
  })

  it('that fail leave nothing: no estimate, no version, no line, and say beside which field', async () => {
    const { version: like } = await done('create', { name: 'In francs', currency: 'CHF' })
    await line(like, { unit_rate: '10', quantity: '3' })
    const gone = await done('create', { name: 'Goes' })
    expect((await work.run('estimate.remove', { estimate: gone['estimate'] })).status).toBe(200)
    const count = async (): Promise<number[]> => {
      const queries = ['estimates', 'estimate_versions', 'estimate_lines'].map((model) => ({
        model,
        total: 'exact',
      }))
      const { body } = await work.owner.post('/api/query', { queries })
      return (body.results as Row[]).map(({ total }) => total as number)
    }
    const before = await count()
    const euros = await work.run('estimate.create', { name: 'In euros', like, currency: 'EUR' })
    expect(refusal(euros)).toEqual([422, 'currency', 'currency'])
    expect(JSON.stringify(euros.body.error)).toContain('is in CHF, this one is in EUR')
    const lost = await work.run('estimate.create', { name: 'Like what is gone', like: gone['version'] })
    expect(refusal(lost)).toEqual([422, 'like', 'reference'])
    // Refused after the estimate was written: its maker may make no lines.
    const write = { verbs: ['read', 'create', 'update'] }
    const role = {
      key: 'halfway',
      label: 'Halfway',
      grants: {
        estimates: write,
        estimate_versions: write,
        estimate_lines: { verbs: ['read'] },
        estimate_resources: write,
        estimate_markups: write,
        estimate_variables: write,
        line_classifications: write,
      },
    }
    expect((await work.owner.post('/api/roles', role)).status).toBe(201)
    const halfway = api(await addPerson(work.person, work.tenant, 'halfway'), work.tenantId)
    expect((await halfway.post('/api/commands/estimate.create', { name: 'Half', like })).status).toBe(403)
    expect(await count()).toEqual(before)
  })

  it('are begun with by a form as by the record call: with fields of the workspace and under one key', async () => {
    const { version: like } = await done('create', { name: 'With a field' })
    const { body: listed } = await work.owner.get('/api/models')
    const { id, schema } = (listed.rows as Row[]).find(({ key }) => key === 'estimates') as Row
    const field = { key: 'region_code', label: 'Region', type: 'text' }
    const changed = await work.owner.put(`/api/models/${id}`, {
      schema: { ...schema, fields: [...schema['fields'], field] },
    })
    expect([changed.status, changed.body.error?.details]).toEqual([200, undefined])
    const body = { name: 'Once', region_code: 'N7', like }
    const headers = { 'idempotency-key': 'begun-once' }
    const twice = [1, 2].map(() => work.owner.post('/api/commands/estimate.create', body, { headers }))
    const [first, second] = await Promise.all(twice)
    const made = [first, second].filter((answer) => answer?.status === 200)
    expect(new Set(made.map((answer) => answer?.body.result.estimate)).size).toBe(1)
    expect(await work.read('estimates', made[0]?.body.result.estimate)).toMatchObject({ region_code: 'N7' })
    const unknown = await work.run('estimate.create', { name: 'No such field', nothing: 1 })
    expect(refusal(unknown)).toEqual([422, 'nothing', 'unknown_field'])
  })

  it('are marked as such: neither offered nor counted, and what was offered becomes none', async () => {
    const { id: project } = await work.make('projects', { code: 'T', name: 'Of a template' })
    const { estimate, version } = await done('create', { name: 'House', project, currency: 'CHF' })
    await line(version, { unit_rate: '10', quantity: '3' })
    const mark = (id: string, template: boolean) => change('estimates', id, { template })
    expect(await work.read('estimates', estimate)).toMatchObject({ template: false })
    expect((await mark(estimate, true)).status).toBe(200)
    await work.issue(version, 'approved')
    const issue = () => work.run('estimate.set-status', { version, status: 'issued' })
    expect(refusal(await issue())).toEqual([422, 'status', 'template'])
    // Nothing else is estimated for this project: what it costs is not what the template says.
    const tree = await work.result('hierarchy.create', { project, name: 'Places', kind: 'location' })
    const { id: node } = await work.make('hierarchy_nodes', { hierarchy: tree['id'], name: 'House' })
    const open = () => work.result('hierarchy.open-lines', { node })
    expect(await open()).toMatchObject({ currency: null, lines: [] })
    // What begins like it is no template.
    const made = await done('create', { name: 'Like it', like: version })
    expect(await work.read('estimates', made['estimate'])).toMatchObject({ template: false })
    expect((await mark(estimate, false)).status).toBe(200)
    expect(await open()).toMatchObject({ currency: 'CHF', lines: [{ title: 'Wall' }] })
    expect((await issue()).status).toBe(200)
    expect(refusal(await mark(estimate, true))).toEqual([422, 'template', 'offered'])
  })

  it('are marked or issued, never both, when two do it at once', async () => {
    for (let round = 0; round < 12; round++) {
      const { estimate, version } = await done('create', { name: `Round ${round}` })
      await work.issue(version, 'approved')
      await Promise.all([
        change('estimates', estimate, { template: true }),
        work.run('estimate.set-status', { version, status: 'issued' }),
      ])
      const after = [await work.read('estimates', estimate), await work.read('estimate_versions', version)]
      expect([after[0]?.['template'], after[1]?.['status']]).not.toEqual([true, 'issued'])
    }
  })

  it('[FP-19] are copied by nobody who does not see all of them, or may not make what they hold', async () => {
    const like = await draft()
    await line(like, { unit_rate: '10', quantity: '3' })
    await work.make('estimate_markups', { version: like, key: 'profit', label: 'Profit', value: '4' })
    const write = { verbs: ['read', 'create', 'update'] }
    // Who makes an estimate need not change any.
    const all = {
      estimates: { verbs: ['read', 'create'] },
      estimate_versions: write,
      estimate_lines: write,
      estimate_resources: write,
      estimate_markups: write,
      estimate_variables: write,
      line_classifications: write,
    }
    const create = async (key: string, grants: object): Promise<number> => {
      const made = await work.owner.post('/api/roles', { key, label: key, grants: { ...all, ...grants } })
      expect(made.status).toBe(201)
      const person = api(await addPerson(work.person, work.tenant, key), work.tenantId)
      return (await person.post('/api/commands/estimate.create', { name: 'Copy', like })).status
    }
    expect(await create('whole', {})).toBe(200)
    const half = { ...write, fields: { read: ['title', 'version', 'kind'], write: ['title', 'version'] } }
    expect(await create('half', { estimate_lines: half })).toBe(403)
    expect(await create('plain', { estimate_markups: { verbs: ['read'] } })).toBe(403)
  })
})

describe('versions', () => {
  it('that are issued supersede those of their variant, not the offers beside them; their hash says its form', async () => {
    const version = await draft()
    await line(version, { unit_rate: '10', vat_code: 'standard' })
    const { version: timber } = await done('new-variant', { version, variant: 'timber' })
    const { version: second } = await done('new-version', { version })
    for (const id of [version, timber, second]) await work.issue(id)
    const statuses = await Promise.all(
      [version, timber, second].map((id) => work.read('estimate_versions', id)),
    )
    expect(statuses.map(({ status, hash_form }) => [status, hash_form])).toEqual([
      ['superseded', 2],
      ['issued', 2],
      ['issued', 2],
    ])
    await done('set-status', { version: timber, status: 'accepted' })
    expect(await work.read('estimate_versions', second)).toMatchObject({ status: 'superseded' })
  })
})
