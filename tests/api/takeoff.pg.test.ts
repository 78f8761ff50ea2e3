import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { groupBy } from '#base/group-by.ts'
import { addPerson, api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace
const made: Record<string, string> = {}

const make = async (model: string, values: object): Promise<string> =>
  String((await work.make(model, { ...values }))['id'])
const result: EstimatingPlace['result'] = (...given) => work.result(...given)
const problem = async (command: string, input: Record<string, unknown>): Promise<Row> => {
  const { status, body } = await work.run(command, input)
  expect(status).toBe(422)
  return body.error.details[0]
}

/** Uploads a house of the fixtures as the next version of the model and waits until it is read. */
async function readHouse(name: string, model = made.model): Promise<string> {
  const file = await work.upload(`${name}.ifc`, new Uint8Array(readFileSync(`fixtures/ifc/${name}.ifc`)))
  const id = await make('bim_model_versions', { bim_model: model, file: [{ id: file }] })
  await work.run('bim.read', { version: id })
  await vi.waitFor(async () => expect((await work.read('bim_model_versions', id))['status']).toBe('ready'), {
    timeout: 25_000,
    interval: 100,
  })
  return id
}

beforeAll(async () => {
  work = await startEstimating([
    'recipe_components',
    'takeoff_rule_sets',
    'takeoff_rules',
    'takeoff_runs',
    'takeoff_items',
    'line_links',
    'progress_entries',
    'actual_costs',
    'work_plans',
  ])
  made.project = await make('bim_projects', { name: 'Birkenhof' })
  made.model = await make('bim_models', { bim_project: made.project, name: 'Architecture' })
  made.first = await readHouse('birkenhof')
  made.set = await make('takeoff_rule_sets', { name: 'Shell', bim_project: made.project })
  const catalogue = await make('catalogues', { code: 'own', name: 'Own', currency: 'EUR', kind: 'own' })
  made.item = await make('catalogue_items', {
    catalogue,
    code: 'B1',
    name: 'Concrete slab',
    type: 'material',
    unit: 'm3',
  })
  await make('catalogue_prices', {
    item: made.item,
    currency: 'EUR',
    unit_price: '210',
    valid_from: '2020-01-01',
  })
  made.estimate = await make('estimates', { name: 'Shell' })
  made.version = (await work.read('estimates', made.estimate))['current_version']
  made.own = await make('estimate_lines', {
    version: made.version,
    kind: 'line',
    title: 'Doors',
    unit: 'pcs',
    unit_rate: '800',
    quantity: '3',
  })
}, 90_000)

afterAll(() => work.server.stop())

const rule = (values: Row) =>
  work.owner.post('/api/records/takeoff_rules', {
    rule_set: made.set,
    when_missing: 'skip_and_flag',
    ...values,
  })

describe('a take-off rule', () => {
  it('is refused when it is saved: wrong dimension, unknown name, condition or title', async () => {
    const refused = async (values: Row): Promise<string> => {
      const { status, body } = await rule({ name: 'X', qty_expr: 'net_volume', unit: 'm3', ...values })
      expect(status).toBe(422)
      const [{ path, code }] = body.error.details
      return `${path} ${code}`
    }
    expect(await refused({ unit: 'm2' })).toBe('attributes.qty_expr dimension')
    expect(await refused({ qty_expr: 'net_wolume' })).toBe('attributes.qty_expr formula')
    expect(await refused({ unit: null })).toBe('attributes.unit required')
    expect(await refused({ item: made.item, qty_expr: 'net_side_area' })).toBe(
      'attributes.qty_expr dimension',
    )
    expect(await refused({ target_line: made.own })).toBe('attributes.qty_expr dimension')
    expect(await refused({ item: made.item, target_line: made.own, qty_expr: 'count' })).toContain('targets')
    expect(await refused({ filter: { where: { field: 'colour', op: 'eq', value: 'red' } } })).toBe(
      'attributes.filter unknown_field',
    )
    expect(await refused({ filter: { where: 'walls' } })).toContain('attributes.filter')
    expect(await refused({ filter: { properties: [{ name: 'FireRating', op: 'empty' }] } })).toContain(
      'attributes.filter.properties.0.value',
    )
    expect(await refused({ title: 'Wall {storey}' })).toBe('attributes.title template')
    for (const name of [
      'colour',
      'pset.',
      'pset.Pset_WallCommon',
      'pset..FireRating',
      'pset.Pset_WallCommon.',
    ])
      expect([name, await refused({ split_by: ['storey', name] })]).toEqual([
        name,
        'attributes.split_by split',
      ])
    expect(await refused({ title: 'Wall {pset.A.B}', split_by: ['pset.A.C'] })).toBe(
      'attributes.title template',
    )
    expect(await refused({ variables: [{ key: 'x', name: 'Thickness', unit: 'ells' }] })).toBe(
      'attributes.variables unknown_unit',
    )
  })

  it('can be looked at before it is run', async () => {
    const { body } = await rule({
      name: 'Slabs',
      ifc_class: 'IfcSlab',
      qty_expr: 'net_volume',
      item: made.item,
      section: 'Shell/{storey}',
      title: 'Slab {storey}',
      split_by: ['storey'],
      waste_pct: '2',
    })
    made.slabs = body.id
    const seen = await result('takeoff.preview', { rule: made.slabs })
    expect(seen).toMatchObject({ name: 'Slabs', unit: 'm3' })
    const slabs = await elementsOf(made.first, 'IfcSlab')
    expect(seen['found']).toBe(slabs.length)
    expect(seen['versions']).toEqual([made.first])
    expect(seen['marked'].toSorted()).toEqual(slabs.map(({ id }: Row) => id).toSorted())
    const ground = slabs.filter(({ storey }: Row) => storey === 'Ground floor')
    const volume = ground.reduce((sum: number, { volume: v }: Row) => sum + Number(v), 0) * 1.02
    const line = seen['lines'].find(({ title }: Row) => title === 'Slab Ground floor')
    expect(Number(line.quantity)).toBeCloseTo(volume, 4)
    expect(line).toMatchObject({ section: 'Shell/Ground floor', unit: 'm3', elements: ground.length })
  })
})

describe('a rule for elements that were chosen by hand', () => {
  it('begins with what they have, and counts them alone, in the next version of the model too', async () => {
    const project = await make('bim_projects', { name: 'Ahorn' })
    const model = await make('bim_models', { bim_project: project, name: 'Architecture' })
    const first = await readHouse('haus-ahorn', model)
    const chosen = (await elementsOf(first, 'IfcDoor')).slice(0, 3)
    const begun = await result('takeoff.of-elements', { elements: chosen.map(({ id }: Row) => id) })
    expect(begun).toMatchObject({ count: 3, name: 'IfcDoor' })
    const area = begun['quantities'].find(({ key }: Row) => key === 'area')
    expect(area).toMatchObject({ unit: 'm2', elements: 3 })

    const rule_set = await make('takeoff_rule_sets', { name: 'By hand', bim_project: project })
    const values = { rule_set, name: 'Doors', qty_expr: 'area', unit: 'm2', filter: begun['filter'] }
    const made = (await rule(values)).body.id
    const look = () => result('takeoff.preview', { rule: made })
    const seen = await look()
    expect([seen['found'], seen['lines'].map(({ quantity }: Row) => Number(quantity))]).toEqual([
      3,
      [Number(area.sum)],
    ])
    const nothing = await rule({ ...values, filter: { elements: [] } })
    expect(nothing.body.error.details[0].path).toBe('attributes.filter.elements')

    const next = await readHouse('haus-ahorn-rev-b', model)
    const again = await look()
    expect(again['versions']).toEqual([next])
    const there = (await elementsOf(next, 'IfcDoor')).filter(({ identity }: Row) =>
      chosen.some(({ id }: Row) => id === identity),
    )
    expect(again['marked'].toSorted()).toEqual(there.map(({ id }: Row) => id).toSorted())
    expect(again['found']).toBe(3)
    const then = await result('takeoff.of-elements', { elements: again['marked'] })
    expect(then['filter'].elements.toSorted()).toEqual(begun['filter'].elements.toSorted())
  })
})

async function elementsOf(version: string | undefined, ifc_class: string): Promise<Row[]> {
  const where = {
    and: [
      { field: 'version', op: 'eq', value: version },
      { field: 'ifc_class', op: 'eq', value: ifc_class },
    ],
  }
  const { body } = await work.owner.post('/api/query', {
    queries: [{ model: 'bim_elements', where, page: { size: 500 } }],
  })
  return body.results[0].rows
}

const content = async (): Promise<string> =>
  JSON.stringify([
    await work.inside('estimate_lines', made.version ?? ''),
    await work.inside('estimate_resources', made.version ?? ''),
    await work.read('estimate_versions', made.version ?? ''),
  ])

describe('a rule by property and classification', () => {
  const rating = 'pset.Pset_WallCommon.FireRating'
  const area = (rows: Row[]) => rows.reduce((sum, { quantities }) => sum + netSideArea(quantities), 0)
  const netSideArea = (quantities: Row[]): number =>
    Number(quantities.find(({ canonical }) => canonical === 'net_side_area')?.['si'] ?? 0)
  const own = (more: Row) => ({
    rule_set: made.byProperty,
    qty_expr: 'net_side_area',
    unit: 'm2',
    when_missing: 'skip_and_flag',
    ...more,
  })
  const groupsOf = async (run: string): Promise<[string, string, number][]> => {
    const { body } = await work.owner.post('/api/query', {
      queries: [
        {
          model: 'takeoff_items',
          fields: ['line_title', 'group_key', 'quantity'],
          where: { field: 'run', op: 'eq', value: run },
          page: { size: 500 },
        },
      ],
    })
    const groups = groupBy(body.results[0].rows as Row[], (row) => String(row['group_key']))
    return [...groups]
      .map(([key, rows]): [string, string, number] => [
        String(rows[0]?.['line_title']),
        key,
        rows.reduce((sum, { quantity }) => sum + Number(quantity), 0),
      ])
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  it('has a line for each value of a property, and one for elements without it; the same at every run', async () => {
    made.byProperty = await make('takeoff_rule_sets', { name: 'By property' })
    const walls = await elementsOf(made.first, 'IfcWallStandardCase')
    const ratingOf = ({ property_sets: sets }: Row) => sets.Pset_WallCommon?.FireRating
    const rule = await make(
      'takeoff_rules',
      own({
        name: 'Walls',
        ifc_class: 'IfcWall, IfcDoor',
        split_by: [rating, 'ifc_class'],
        qty_expr: 'count',
        unit: 'pcs',
      }),
    )
    const models = { rule_set: made.byProperty, model_versions: [made.first] }
    const { run } = await result('takeoff.run', models)
    const doors = await elementsOf(made.first, 'IfcDoor')
    const [f30, f90] = ['F30-A', 'F90-A'].map((value) => walls.filter((wall) => ratingOf(wall) === value))
    expect(await groupsOf(run)).toEqual([
      ['Walls, IfcDoor, FireRating: –', JSON.stringify([rule, 'IfcDoor', '']), doors.length],
      [
        'Walls, IfcWallStandardCase, FireRating: F30-A',
        JSON.stringify([rule, 'IfcWallStandardCase', 'F30-A']),
        f30?.length,
      ],
      [
        'Walls, IfcWallStandardCase, FireRating: F90-A',
        JSON.stringify([rule, 'IfcWallStandardCase', 'F90-A']),
        f90?.length,
      ],
    ])
    expect((f30?.length ?? 0) + (f90?.length ?? 0)).toBe(walls.length)

    // Accepted once, the same rules say that nothing changes, whatever order the parts were chosen in.
    const estimate = await make('estimates', { name: 'By property' })
    const { current_version: version } = await work.read('estimates', estimate)
    const { hash } = await result('takeoff.propose', { run, version })
    await result('takeoff.accept', { run, version, hash })
    await work.owner.patch(`/api/records/takeoff_rules/${rule}`, { split_by: ['ifc_class', rating] })
    const again = await result('takeoff.run', models)
    const nothing = { added: 0, changed: 0, removed: 0, lines: [] }
    expect(await result('takeoff.propose', { run: again['run'], version })).toMatchObject(nothing)

    await work.owner.patch(`/api/records/takeoff_rules/${rule}`, {
      title: `Walls {${rating}}`,
      section: `Fire/{${rating}}`,
    })
    const { lines } = await result('takeoff.preview', { rule, model_versions: [made.first] })
    expect(lines.map(({ title, section }: Row) => [title, section]).toSorted()).toEqual([
      ['Walls F30-A', 'Fire/F30-A'],
      ['Walls F90-A', 'Fire/F90-A'],
      ['Walls –', 'Fire/–'],
    ])
    await work.owner.patch(`/api/records/takeoff_rules/${rule}`, { active: false })
  })

  it('finds elements by their classification and has a line for each code', async () => {
    const walls = await elementsOf(made.first, 'IfcWallStandardCase')
    expect(new Set(walls.map(({ classification }: Row) => String(classification).slice(0, 12)))).toEqual(
      new Set(['DIN 276: 331', 'DIN 276: 341', 'DIN 276: 342']),
    )
    const split = { ifc_class: 'IfcWall', split_by: ['classification'], title: '{classification}' }
    await make('takeoff_rules', own({ name: 'Plain', ...split, classification_contains: 'din 276: 34' }))
    const where = { field: 'classification', op: 'contains', value: 'external' }
    const property = { set: 'Classification', name: 'DIN 276', op: 'eq', value: '331' }
    await make(
      'takeoff_rules',
      own({
        name: 'Further',
        ...split,
        filter: { where, properties: [property] },
      }),
    )
    await make(
      'takeoff_rules',
      own({
        name: 'Others',
        ifc_class: 'IfcDoor, IfcSlab',
        qty_expr: 'count',
        unit: 'pcs',
        split_by: ['pset.Classification.DIN 276'],
      }),
    )
    const { run } = await result('takeoff.run', { rule_set: made.byProperty, model_versions: [made.first] })
    const found = await groupsOf(run)
    expect(found.map(([title]) => title)).toEqual([
      'DIN 276: 331 Load-bearing external walls',
      'DIN 276: 341 Load-bearing internal walls',
      'DIN 276: 342 Non-load-bearing internal walls',
      'Others, DIN 276: 322',
      'Others, DIN 276: 351',
      'Others, DIN 276: 361',
      'Others, DIN 276: –',
    ])
    for (const [title, , quantity] of found.slice(0, 3))
      expect(quantity).toBeCloseTo(area(walls.filter((wall: Row) => wall['classification'] === title)), 4)
  })

  it('is told which properties the elements of a class have', async () => {
    const asked = { rule_set: made.byProperty }
    const named = async (more: object) =>
      (await result('takeoff.properties', { ...asked, ...more }))['options'].map(({ value }: Row) => value)
    const walls = await named({ ifc_class: 'IfcWall' })
    expect(walls).toEqual(expect.arrayContaining(['pset.Classification.DIN 276', rating]))
    expect(walls).not.toContain('pset.Pset_SlabCommon.FireRating')
    expect(await named({})).toEqual(expect.arrayContaining([rating, 'pset.Pset_SlabCommon.FireRating']))
    expect(await named({ ifc_class: 'IfcPile' })).toEqual([])
    // What conditions and formulas can be written with, of all elements and of those of the class.
    const offered = await result('takeoff.properties', { ...asked, ifc_class: 'IfcWall' })
    expect(offered['ifc_class']).toEqual(expect.arrayContaining(['IfcDoor', 'IfcSlab', 'IfcWindow']))
    expect(offered['sets']).toContain('Pset_WallCommon')
    expect(offered['sets']).not.toContain('Pset_SlabCommon')
    expect(offered['properties']).toEqual(expect.arrayContaining(['FireRating', 'DIN 276']))
    expect(offered['quantities']).toEqual(expect.arrayContaining(['count', 'net_side_area', 'net_volume']))
    for (const key of ['storey', 'type_name', 'materials', 'classification'])
      expect([key, offered[key].length > 0]).toEqual([key, true])
    const grants = { takeoff_rule_sets: { verbs: ['read'] }, bim_model_versions: { verbs: ['read'] } }
    await work.owner.post('/api/roles', { key: 'no_elements', label: 'No elements', grants })
    const person = api(await addPerson(work.person, work.tenant, 'no_elements'), work.tenantId)
    expect((await person.post('/api/commands/takeoff.properties', asked)).status).toBe(404)
  })
})

describe('a run', () => {
  it('twice gives the same, tells what is counted and what is not, and changes no estimate', async () => {
    await rule({ name: 'Doors', ifc_class: 'IfcDoor', qty_expr: 'count', target_line: made.own })
    await rule({
      name: 'Walls',
      ifc_class: 'IfcWall',
      qty_expr: 'net_side_area',
      unit: 'm2',
      split_by: ['type_name'],
      when_missing: 'computed',
    })
    const before = await content()
    const first = await result('takeoff.run', { rule_set: made.set })
    const second = await result('takeoff.run', { rule_set: made.set })
    expect([second['input_hash'], second['result_hash']]).toEqual([first['input_hash'], first['result_hash']])
    expect(await content()).toBe(before)
    made.run = first['run']
    // The moment of a run stands in its own field: as text it would be on one clock for all readers.
    expect((await work.read('takeoff_runs', made.run ?? ''))['title']).toBe(
      (await work.read('takeoff_rule_sets', made.set ?? ''))['name'],
    )
    expect(first['covered'] + first['uncovered']).toBe(first['elements'])
    expect(first['multi_covered']).toBe(0)
    const { elements } = await result('takeoff.uncovered', { run: made.run })
    expect(elements).toHaveLength(first['uncovered'])
    expect(elements.map(({ ifc_class }: Row) => ifc_class)).not.toContain('IfcSlab')
    const { body } = await work.owner.post('/api/query', {
      queries: [
        {
          model: 'takeoff_items',
          where: {
            and: [
              { field: 'run', op: 'eq', value: made.run },
              { field: 'rule', op: 'eq', value: made.slabs },
            ],
          },
          page: { size: 1 },
        },
      ],
    })
    // Every number says from which element, rule and formula it is.
    expect(body.results[0].rows[0]).toMatchObject({ source: 'qto', unit: 'm3', flags: null })
    expect(body.results[0].rows[0].trace).toMatch(/^\d+(\.\d+)? m3 \+ 2 %$/)
  })

  it('is proposed to a draft in money, accepted once, and then says nothing changes', async () => {
    const doors = (await elementsOf(made.first, 'IfcDoor')).length
    const offer = await result('takeoff.propose', { run: made.run, version: made.version })
    expect(offer).toMatchObject({ open: true, changed: 1, removed: 0, currency: 'EUR' })
    expect(offer['lines'].find(({ title }: Row) => title === 'Doors')).toMatchObject({
      what: 'Changed',
      before: '3',
      after: String(doors),
      money: `${(doors - 3) * 800}.00`,
    })
    const wall = offer['lines'].find(({ title }: Row) => title.startsWith('Walls'))
    expect(wall).toMatchObject({ what: 'Added', money: '0.00' })
    expect(wall.lacks).toContain('no item')
    const sum = offer['lines'].reduce((total: number, { money }: Row) => total + Number(money), 0)
    expect(sum).toBeCloseTo(Number(offer['net'].difference), 2)

    const note = await work.owner.patch(`/api/records/estimate_lines/${made.own}`, { quantity: '4' })
    expect(note.status).toBe(200)
    const accept = { run: made.run, version: made.version, hash: offer['hash'] }
    expect(await problem('takeoff.accept', accept)).toMatchObject({ code: 'changed' })
    const again = await result('takeoff.propose', { run: made.run, version: made.version })
    const done = await result('takeoff.accept', { ...accept, hash: again['hash'] })
    expect(done).toMatchObject({ added: again['added'], net: again['net'].after })
    expect(await work.read('estimate_versions', made.version ?? '')).toMatchObject({
      net: again['net'].after,
    })

    const rows = await work.inside('estimate_lines', made.version ?? '')
    const slab = rows.find(({ title }) => title === 'Slab Ground floor')
    expect(slab).toMatchObject({ unit: 'm3', rate_source: 'item', rate: '210.000000', item: made.item })
    const storey = rows.find(({ id }) => id === slab?.['parent'])
    expect(storey).toMatchObject({ kind: 'section', title: 'Ground floor' })
    expect(rows.find(({ id }) => id === storey?.['parent'])).toMatchObject({ title: 'Shell', parent: null })
    // What a line holds is the sum of its items.
    const { body } = await work.owner.post('/api/query', {
      queries: [
        {
          model: 'takeoff_items',
          where: {
            and: [
              { field: 'run', op: 'eq', value: made.run },
              { field: 'line_title', op: 'eq', value: 'Slab Ground floor' },
            ],
          },
          aggregate: [{ fn: 'sum', field: 'quantity', as: 'sum' }],
        },
      ],
    })
    expect(Number(body.results[0].aggregates.sum)).toBe(Number(slab?.['quantity']))
    const nothing = await result('takeoff.propose', { run: made.run, version: made.version })
    expect(nothing).toMatchObject({
      added: 0,
      changed: 0,
      removed: 0,
      lines: [],
      net: { difference: '0.00' },
    })
  })

  it('[FP-19] is shown only to whoever reads all that the version is made of', async () => {
    const read = { verbs: ['read'] }
    const seen = [
      'estimates',
      'estimate_versions',
      'estimate_lines',
      'estimate_markups',
      'takeoff_runs',
      'line_links',
    ]
    const grants = {
      ...Object.fromEntries(
        [...seen, 'takeoff_rule_sets', 'takeoff_rules', 'takeoff_items'].map((key) => [key, read]),
      ),
      estimate_resources: { ...read, fields: { read: ['line', 'name', 'version'], write: [] } },
    }
    const role = await work.owner.post('/api/roles', { key: 'no_prices', label: 'No prices', grants })
    expect(role.status).toBe(201)
    const person = api(await addPerson(work.person, work.tenant, 'no_prices'), work.tenantId)
    const asked = { run: made.run, version: made.version }
    for (const [name, input] of [
      ['propose', asked],
      ['accept', { ...asked, hash: '0'.repeat(64) }],
    ] as const) {
      const { status, body } = await person.post(`/api/commands/takeoff.${name}`, input)
      expect([name, status, body.error.code]).toEqual([name, 403, 'forbidden'])
    }
  })

  it('of a later model gives the priced list of what changed, in a version made from the first', async () => {
    const { version } = await result('estimate.new-version', { version: made.version })
    made.later = await readHouse('haus-ahorn')
    const { run } = await result('takeoff.run', { rule_set: made.set })
    const offer = await result('takeoff.propose', { run, version })
    const kinds = new Set(offer['lines'].map(({ what }: Row) => what))
    expect([...kinds].toSorted()).toEqual(['Added', 'Changed', 'Removed'])
    const done = await result('takeoff.accept', { run, version, hash: offer['hash'] })
    expect(await work.read('estimate_versions', version)).toMatchObject({ net: done['net'] })
    // The first version holds what it held.
    const old = await work.inside('estimate_lines', made.version ?? '')
    expect(old.some(({ title }) => title === 'Slab Ground floor')).toBe(true)
    made.second = run
  })

  it('is not accepted into what is no draft, nor once its rules say something else', async () => {
    for (const status of ['in_review'])
      await work.owner.patch(`/api/records/estimate_versions/${made.version}`, { status })
    const accept = { run: made.second, version: made.version, hash: '0'.repeat(64) }
    expect(await problem('takeoff.accept', accept)).toMatchObject({ code: 'locked' })
    await work.owner.patch(`/api/records/takeoff_rules/${made.slabs}`, { waste_pct: '3' })
    expect(await problem('takeoff.propose', { run: made.second, version: made.version })).toMatchObject({
      code: 'rules_changed',
    })
  })

  it('tells a recipe what each element is like, and prices it for that', async () => {
    const groups = await make('cost_group_sets', { key: 'floors', name: 'Floors' })
    const cost_group = await make('cost_groups', { set: groups, code: '351', name: 'Floors' })
    const recipe = await make('recipes', { code: 'R1', name: 'Floor', output_unit: 'm2', cost_group })
    const thickness = { kind: 'number', key: 'thickness', label: 'Thickness', unit: 'mm', default: '100' }
    const version = await make('recipe_versions', { recipe, valid_from: '2020-01-01', params: [thickness] })
    await make('recipe_components', { version, name: 'Slab', item: made.item, qty_expr: 'thickness' })
    await result('recipe.publish', { version })
    const set = await make('takeoff_rule_sets', { name: 'Floors' })
    const values = {
      rule_set: set,
      name: 'Floor',
      filter: { where: { field: 'name', op: 'eq', value: 'Slab Ground floor' } },
      qty_expr: 'gross_area',
      recipe_version: version,
      when_missing: 'skip_and_flag',
    }
    const wrong = await work.owner.post('/api/records/takeoff_rules', {
      ...values,
      param_map: { width: 'length' },
    })
    expect(wrong.body.error.details[0]).toMatchObject({ path: 'attributes.param_map', code: 'param' })
    const mixed = await work.owner.post('/api/records/takeoff_rules', {
      ...values,
      param_map: { thickness: 'net_volume' },
    })
    expect(mixed.body.error.details[0]).toMatchObject({ path: 'attributes.param_map', code: 'dimension' })
    await make('takeoff_rules', { ...values, param_map: { thickness: 'net_volume / gross_area' } })
    const { run } = await result('takeoff.run', { rule_set: set, model_versions: [made.later] })
    const estimate = await make('estimates', { name: 'Floors' })
    const { current_version: draft } = await work.read('estimates', estimate)
    const { hash, net } = await result('takeoff.propose', { run, version: draft })
    await result('takeoff.accept', { run, version: draft, hash })
    // 23.328 m³ on 77.76 m² are 300 mm, at 210 a cubic metre 63 a square metre.
    expect(await work.inside('estimate_lines', draft)).toMatchObject([
      {
        title: 'Floor',
        quantity: '77.760000',
        unit: 'm2',
        rate: '63.000000',
        recipe_params: { thickness: '300' },
        cost_group,
        line_total: '4898.88',
        material: '4898.88',
      },
    ])
    expect(net).toMatchObject({ after: '4898.88' })
    Object.assign(made, { floors: estimate, floorsDraft: draft, floorsRun: run })
  })

  it('tells of an element which agreed lines it was counted for, and how much of them it is', async () => {
    const run = { field: 'run', op: 'eq', value: made.floorsRun }
    const { body } = await work.owner.post('/api/query', {
      queries: [{ model: 'takeoff_items', fields: ['element', 'quantity'], where: run }],
    })
    const [item] = body.results[0].rows
    const told = () => result('progress.of-element', { element: item.element })
    expect(await told()).toMatchObject({ project: null, lines: [] })
    const project = await make('projects', { code: 'B-1', name: 'Birkenhof' })
    await work.owner.patch(`/api/records/bim_projects/${made.project}`, { project })
    await work.owner.patch(`/api/records/estimates/${made.floors}`, { project })
    expect(await told()).toMatchObject({ project, lines: [] })
    for (const status of ['approved', 'issued', 'accepted'])
      await result('estimate.set-status', { version: made.floorsDraft, status })
    const { lines } = await told()
    expect(lines).toMatchObject([{ title: 'Floor', unit: 'm2', quantity: '77.76', done: '0' }])
    expect(Number(lines[0].element)).toBe(Number(item.quantity))
    await make('progress_entries', {
      line: lines[0].id,
      quantity: '5',
      method: 'quantity',
      day: '2026-11-20',
    })
    expect((await told())['lines'][0].done).toBe('5')
  })

  it('[FP-04] tells what elements cost: to the cent, in every version of the model, to those who read all of it', async () => {
    const costs = (version: string | undefined) => result('bim.costs', { versions: [version] })
    const now = await costs(made.later)
    expect(now).toMatchObject({ currency: 'EUR', agreed: true, left_out: 0, total: '4898.88' })
    const slabs = (await elementsOf(made.later, 'IfcSlab')).map(({ id }: Row) => String(id))
    expect(slabs).toEqual(expect.arrayContaining(Object.keys(now['elements'])))
    const cents = (amounts: object): number =>
      Object.values(amounts).reduce((sum: number, text: string) => sum + Number(text.replace('.', '')), 0)
    expect(cents(now['elements'])).toBe(489_888)
    // A revision knows the same slab under another id; the house before shares nothing with this one.
    const revised = await readHouse('haus-ahorn-rev-b')
    const after = await costs(revised)
    const newer = (await elementsOf(revised, 'IfcSlab')).map(({ id }: Row) => String(id))
    expect(after).toMatchObject({ currency: 'EUR', total: '4898.88' })
    expect(newer).toEqual(expect.arrayContaining(Object.keys(after['elements'])))
    const [element] = Object.keys(after['elements'])
    expect(await result('progress.of-element', { element })).toMatchObject({ lines: [{ title: 'Floor' }] })
    expect(await costs(made.first)).toMatchObject({ total: '0.00', elements: {} })
    const read = { verbs: ['read'] }
    const seen = ['bim_projects', 'bim_models', 'bim_model_versions', 'bim_elements', 'estimates']
    const counted = [
      'estimate_versions',
      'estimate_lines',
      'estimate_markups',
      'takeoff_runs',
      'takeoff_items',
    ]
    const grants = {
      ...Object.fromEntries([...seen, ...counted, 'line_links'].map((key) => [key, read])),
      estimate_resources: { ...read, fields: { read: ['line', 'name', 'version'], write: [] } },
    }
    const added = await work.owner.post('/api/roles', { key: 'no_costs', label: 'No costs', grants })
    expect(added.status).toBe(201)
    for (const role of ['customer', 'no_costs']) {
      const person = api(await addPerson(work.person, work.tenant, role), work.tenantId)
      const { status } = await person.post('/api/commands/bim.costs', { versions: [made.later] })
      expect([role, [403, 404].includes(status)]).toEqual([role, true])
    }
  })

  it('tells how far elements are, in every version of the model, to those who read all that was noted', async () => {
    const told = (version: string | undefined, more: object = {}) =>
      result('bim.progress', { versions: [version], ...more })
    // 5 of the 77.76 m² of the one line that was accepted were noted by hand.
    const { elements: costs } = await result('bim.costs', { versions: [made.later] })
    const floors = Object.keys(costs).toSorted()
    const now = await told(made.later, { day: '2026-11-20' })
    expect(now).toMatchObject({ day: '2026-11-20', done: '6.43' })
    expect(Object.keys(now['elements']).toSorted()).toEqual(floors)
    expect(new Set(Object.values(now['elements']))).toEqual(new Set(['6.43']))
    const before = await told(made.later, { day: '2026-11-19' })
    expect([before['done'], new Set(Object.values(before['elements']))]).toEqual(['0.00', new Set(['0.00'])])
    expect(await told(made.first)).toMatchObject({ done: null, elements: {} })
    const read = { verbs: ['read'] }
    const grants = {
      '*': read,
      progress_entries: {
        ...read,
        fields: { read: ['line', 'day', 'elements', 'estimate', 'lineage'], write: [] },
      },
    }
    const added = await work.owner.post('/api/roles', { key: 'no_notes', label: 'No notes', grants })
    expect(added.status).toBe(201)
    for (const role of ['customer', 'no_costs', 'no_notes']) {
      const person = api(await addPerson(work.person, work.tenant, role), work.tenantId)
      const { status } = await person.post('/api/commands/bim.progress', { versions: [made.later] })
      expect([role, [403, 404].includes(status)]).toEqual([role, true])
    }
  })

  it('notes the work on several elements at once, by line and place, and nothing twice', async () => {
    const elements = (await elementsOf(made.later, 'IfcSlab')).map(({ id }: Row) => String(id))
    const others = (await elementsOf(made.later, 'IfcDoor')).map(({ id }: Row) => String(id))
    const day = '2026-11-21'
    const show = (more: object = {}) => result('progress.of-elements', { elements, day, ...more })
    const enter = (more: object) =>
      work.owner.post('/api/commands/progress.enter-elements', { elements, day, ...more })
    const codeOf = (answer: { status: number; body: Row }) => [
      answer.status,
      answer.body.error?.details?.[0].code ?? answer.body.error?.code,
    ]
    const sum = (rows: Row[]) =>
      rows.reduce((all, { quantity }) => all + Math.round(Number(quantity) * 1e6), 0)

    const set = await make('takeoff_rule_sets', { name: 'Concrete', bim_project: made.project })
    await make('takeoff_rules', {
      rule_set: set,
      name: 'Concrete',
      filter: { where: { field: 'ifc_class', op: 'eq', value: 'IfcSlab' } },
      qty_expr: 'net_volume',
      item: made.item,
      when_missing: 'computed',
    })
    const { run } = await result('takeoff.run', { rule_set: set, model_versions: [made.later] })
    const { project } = await work.read('bim_projects', String(made.project))
    const estimate = await make('estimates', { name: 'Concrete', project })
    const { current_version: version } = await work.read('estimates', estimate)
    const { hash } = await result('takeoff.propose', { run, version })
    await result('takeoff.accept', { run, version, hash })
    for (const status of ['approved', 'issued', 'accepted'])
      await result('estimate.set-status', { version, status })
    const [{ quantity }] = (await work.inside('estimate_lines', version)) as [Row]

    // Without places there is a row for each line; 5 of the 77.76 m² of one were noted by hand.
    const plain = await show()
    const floor = { title: 'Floor', unit: 'm2', quantity: '77.76', place: null, done: '5', beyond: '5' }
    expect(plain).toMatchObject({
      chosen: elements.length,
      uncounted: 0,
      noted: 0,
      rows: [floor, { title: 'Concrete', unit: 'm3', place: null, done: '0', beyond: null }],
    })
    const of = (rows: Row[], title: string) => sum(rows.filter((row) => row['title'] === title))
    const whole = Math.round(Number(quantity) * 1e6)
    const mixed = await show({ elements: [...elements, ...others] })
    expect([mixed.uncounted, of(mixed.rows, 'Concrete')]).toEqual([others.length, whole])
    expect((await show({ elements: others })).rows).toEqual([])

    await result('hierarchy.from-model', { version: made.later })
    const shown = await show()
    expect(shown.rows.length).toBeGreaterThan(2)
    expect([of(shown.rows, 'Floor'), of(shown.rows, 'Concrete')]).toEqual([77_760_000, whole])
    for (const { place, place_name: name } of shown.rows) {
      expect(place).toMatch(/^[0-9a-f-]{36}$/)
      expect(name).toContain(' / ')
    }
    expect(codeOf(await enter({ hash: plain.hash }))).toEqual([422, 'changed'])
    const count = async () => (await work.owner.get('/api/records/progress_entries')).body.rows.length
    const before = await count()
    const both = await Promise.all([enter({ hash: shown.hash }), enter({ hash: shown.hash })])
    expect(both.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [422, 'changed'],
    ])
    expect(await count()).toBe(before + shown.rows.length)
    const [first = ''] = elements
    const shares = async () => (await result('bim.progress', { versions: [made.later] }))['elements']
    expect(await shares()).toEqual(Object.fromEntries(elements.map((id) => [id, '100.00'])))
    const { lines } = await result('progress.of-element', { element: first })
    expect(lines.at(-1)).toMatchObject({ title: 'Concrete', share: '100.00' })
    const after = await show()
    expect(after).toMatchObject({ rows: [], noted: elements.length, uncounted: 0 })
    expect(codeOf(await enter({ hash: after.hash }))).toEqual([422, 'nothing'])

    // What was noted is taken back by more entries, here of one element alone; then that one is open again.
    const back = { elements: [first], back: true }
    const taken = await show(back)
    expect(Number(taken.rows[0].quantity)).toBeLessThan(0)
    expect((await enter({ ...back, hash: taken.hash })).status).toBe(200)
    expect(await show()).toMatchObject({ noted: elements.length - 1 })
    expect((await show()).rows.every((row: Row) => row['elements'] === 1)).toBe(true)

    // Only that one is not done any longer; noted by hand where it stands it is, as all else there is done.
    const { [first]: own, ...done } = await shares()
    expect([Number(own) < 100, new Set(Object.values(done))]).toEqual([true, new Set(['100.00'])])
    for (const { id: line, place, quantity: less } of taken.rows as Row[])
      await make('progress_entries', {
        line,
        place,
        day,
        method: 'quantity',
        quantity: String(less).replace('-', ''),
      })
    expect((await shares())[first]).toBe('100.00')

    expect(codeOf(await enter({ elements: [made.project], hash: shown.hash }))).toEqual([404, 'not_found'])
    const grants = { '*': { verbs: ['read'] } }
    await work.owner.post('/api/roles', { key: 'looker', label: 'Looker', grants })
    const looker = api(await addPerson(work.person, work.tenant, 'looker'), work.tenantId)
    const body = { elements, day }
    expect((await looker.post('/api/commands/progress.of-elements', body)).body.result.chosen).toBe(
      elements.length,
    )
    const refused = await looker.post('/api/commands/progress.enter-elements', { ...body, hash: shown.hash })
    expect(refused.status).toBe(403)
  })

  it('is proof: nobody writes one by hand', async () => {
    for (const model of ['takeoff_runs', 'takeoff_items', 'line_links']) {
      const { status, body } = await work.owner.post(`/api/records/${model}`, {})
      expect([model, status, body.error?.details[0].code]).toEqual([model, 422, 'kept'])
    }
  })

  it('stops where a rule says so', async () => {
    const set = await make('takeoff_rule_sets', { name: 'Strict' })
    await make('takeoff_rules', {
      rule_set: set,
      name: 'Weights',
      qty_expr: 'net_weight',
      unit: 'kg',
      when_missing: 'fail',
    })
    expect(await problem('takeoff.run', { rule_set: set })).toMatchObject({ code: 'missing' })
  })
})

describe('a rule and an item that no line can take any more', () => {
  it('is refused where it names one, and where one is blocked later its run and proposal say so', async () => {
    const text = '“{{name}}” is blocked: no line can take it any more. Choose another item.'
    const catalogue = String((await work.read('catalogue_items', made.item ?? ''))['catalogue'])
    const values = { type: 'material', unit: 'm3' }
    const item = await make('catalogue_items', { catalogue, code: 'B2', name: 'Old concrete', ...values })
    const block = (status: string) => work.owner.patch(`/api/records/catalogue_items/${item}`, { status })
    expect((await block('blocked')).status).toBe(200)
    const set = await make('takeoff_rule_sets', { name: 'Blocked', bim_project: made.project })
    const slabs = { rule_set: set, name: 'Old slabs', ifc_class: 'IfcSlab', qty_expr: 'net_volume', item }
    const refused = await rule(slabs)
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [
        expect.objectContaining({
          path: 'attributes.item',
          code: 'item_status',
          text,
          values: { name: 'Old concrete' },
        }),
      ],
    ])
    expect((await block('active')).status).toBe(200)
    const { body: saved } = await rule(slabs)
    expect((await block('blocked')).status).toBe(200)
    // What it names already may stay while something else of it is changed.
    const renamed = await work.owner.patch(`/api/records/takeoff_rules/${saved.id}`, {
      notes: 'Ask the yard',
    })
    expect([renamed.status, renamed.body.error]).toEqual([200, undefined])

    const run = await result('takeoff.run', { rule_set: set })
    expect(run['blocked']).toEqual([{ rule: 'Old slabs', item: 'Old concrete' }])
    const estimate = await make('estimates', { name: 'Blocked' })
    const version = (await work.read('estimates', estimate))['current_version']
    const offer = await result('takeoff.propose', { run: run['run'], version })
    expect(offer['lines'].length).toBeGreaterThan(0)
    for (const line of offer['lines'])
      expect(line).toMatchObject({
        what: 'Added',
        money: '0.00',
        lacks: expect.stringContaining('is blocked'),
      })
    expect(offer['lines'][0].lacks).toContain('Old concrete')
  })
})
