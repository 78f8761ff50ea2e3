import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace
const made: Record<string, string> = {}

const make = async (model: string, values: object): Promise<string> =>
  String((await work.make(model, { ...values }))['id'])
const look = (node: string | undefined): Promise<Row> => work.result('hierarchy.node', { node })
const assign = (values: Row) => work.owner.post('/api/records/node_lines', values)
const refused = async (values: Row): Promise<string> => {
  const { status, body } = await assign(values)
  expect(status).toBe(422)
  return `${body.error.details[0].path} ${body.error.details[0].code}`
}

// A house with a floor of two rooms and a roof; an estimate of two lines, 1,000 and 100.
beforeAll(async () => {
  work = await startEstimating(['node_lines', 'hierarchy_node_types', 'progress_entries'])
  made.project = await make('projects', { code: 'P1', name: 'School' })
  const { id } = await work.result('hierarchy.create', {
    project: made.project,
    name: 'Places',
    kind: 'location',
  })
  made.tree = id
  const node = (name: string, more: object = {}) =>
    make('hierarchy_nodes', { hierarchy: made.tree, name, ...more })
  made.house = await node('House')
  made.floor = await node('Floor', { parent: made.house })
  made.kitchen = await node('Kitchen', { parent: made.floor, area: '10.1' })
  made.hall = await node('Hall', { parent: made.floor, area: '20.25' })
  made.roof = await node('Roof', { parent: made.house, area: '99' })
  made.estimate = await make('estimates', { name: 'Shell', project: made.project })
  made.version = (await work.read('estimates', made.estimate))['current_version']
  const line = { version: made.version, kind: 'line', unit: 'm2', rate_source: 'manual', unit_rate: '10' }
  made.section = await make('estimate_lines', { version: made.version, kind: 'section', title: 'Shell' })
  made.wall = await make('estimate_lines', { ...line, title: 'Wall', quantity: '100.01' })
  made.tile = await make('estimate_lines', { ...line, title: 'Tiles', quantity: '10' })
}, 60_000)

afterAll(() => work.server.stop())

describe('[R-12] a node with all its parts', () => {
  it('sums up what its parts say of themselves', async () => {
    const house = await look(made.house)
    expect(house).toMatchObject({ nodes: 4, area: '129.35', volume: null, documents: 0 })
    expect(house['parts']).toMatchObject([
      { name: 'Floor', nodes: 2, area: '30.35', lines: 0, money: '0.00' },
      { name: 'Roof', nodes: 0, area: '99' },
    ])
  })

  it('has the lines that belong to it: of its own project, each once, and never more than all of it', async () => {
    const elsewhere = await make('projects', { code: 'P2', name: 'Gym' })
    const { id: tree } = await work.result('hierarchy.create', {
      project: elsewhere,
      name: 'Places',
      kind: 'own',
    })
    const foreign = await make('hierarchy_nodes', { hierarchy: tree, name: 'Gym' })
    expect(await refused({ node: foreign, line: made.wall })).toBe('attributes.line project')
    expect(await refused({ node: made.hall, line: made.section })).toBe('attributes.line kind')
    expect(await refused({ node: made.hall })).toBe('attributes.line required')
    const third = { line: made.wall, share: '33.333333' }
    for (const node of [made.kitchen, made.hall, made.roof])
      expect((await assign({ node, ...third })).status).toBe(201)
    expect(await refused({ node: made.hall, ...third })).toBe('attributes.line twice')
    expect(await refused({ node: made.floor, line: made.wall, share: '1' })).toBe('attributes.share too_much')
    const open = await work.result('hierarchy.open-lines', { node: made.house })
    expect(open['lines']).toMatchObject([
      { title: 'Wall', left: '0.000001' },
      { title: 'Tiles', left: '100' },
    ])
    const found = await work.result('hierarchy.open-lines', { node: made.house, search: 'TILE' })
    expect(found['lines']).toMatchObject([{ title: 'Tiles', total: '100.00' }])
    expect((await assign({ node: made.floor, line: made.tile })).status).toBe(201)
  })

  it('splits their money to the cent along the tree', async () => {
    const house = await look(made.house)
    expect(house['money']).toMatchObject({ currency: 'EUR', agreed: false, lines: 4, total: '1100.10' })
    const [floor, roof] = house['parts']
    expect([floor.lines, floor.money, roof.money]).toEqual([3, '766.74', '333.36'])
    expect(house['quantities']).toEqual([{ unit: 'm2', quantity: '110.0099989999' }])
    const inside = await look(made.floor)
    expect(inside['parts']).toMatchObject([
      { name: 'Hall', money: '333.37' },
      { name: 'Kitchen', money: '333.37' },
    ])
    expect(
      inside['lines'].map(({ title, node_name: at, amount }: Row) => [title, at, amount]),
    ).toContainEqual(['Tiles', 'Floor', '100.00'])
  })

  it('follows the line into later versions, and what was accepted goes before what was not', async () => {
    const { version } = await work.result('estimate.new-version', { version: made.version })
    const lines = await work.inside('estimate_lines', version)
    const tile = lines.find(({ title }) => title === 'Tiles')
    await work.owner.patch(`/api/records/estimate_lines/${tile?.['id']}`, { quantity: '20' })
    expect((await look(made.floor))['money']).toMatchObject({ agreed: false, total: '866.74' })
    await work.issue(version, 'accepted')
    expect((await look(made.floor))['money']).toMatchObject({ agreed: true, total: '866.74' })
    const { version: draft } = await work.result('estimate.new-version', { version })
    const newer = (await work.inside('estimate_lines', draft)).find(({ title }) => title === 'Tiles')
    await work.owner.patch(`/api/records/estimate_lines/${newer?.['id']}`, { quantity: '30' })
    expect((await look(made.floor))['money']).toMatchObject({ agreed: true, total: '866.74' })
  })

  it('lets go of a line that is taken out of a draft', async () => {
    const line = { version: made.version, kind: 'line', unit: 'm2', rate_source: 'manual', unit_rate: '10' }
    const gone = await make('estimate_lines', { ...line, title: 'Gone', quantity: '1' })
    expect((await assign({ node: made.roof, line: gone })).status).toBe(201)
    await work.result('estimate.remove-line', { line: gone })
    const { body } = await work.owner.get('/api/records/node_lines')
    expect(body.rows.some(({ title }: Row) => title === 'Gone')).toBe(false)
  })

  it('keeps a line that is in another version of its estimate, and lets go of it with the last', async () => {
    const line = { version: made.version, kind: 'line', unit: 'm2', rate_source: 'manual', unit_rate: '10' }
    const old = await make('estimate_lines', { ...line, title: 'Twice', quantity: '1' })
    expect((await assign({ node: made.roof, line: old })).status).toBe(201)
    const { version } = await work.result('estimate.new-version', { version: made.version })
    const lines = await work.inside('estimate_lines', version)
    const later = String(lines.find(({ title }) => title === 'Twice')?.['id'])
    const named = async () =>
      (await work.owner.get('/api/records/node_lines')).body.rows.flatMap((row: Row) =>
        row['title'] === 'Twice' ? [row['line']] : [],
      )
    await work.result('estimate.remove-line', { line: old })
    expect(await named()).toEqual([later])
    await work.result('estimate.remove-line', { line: later })
    expect(await named()).toEqual([])
  })

  it('tells its money in the currency of what was issued last', async () => {
    const project = await make('projects', { code: 'P3', name: 'Bridge' })
    const { id: hierarchy } = await work.result('hierarchy.create', { project, name: 'Places', kind: 'own' })
    const node = await make('hierarchy_nodes', { hierarchy, name: 'Bridge' })
    const version = async (currency: string) => {
      const estimate = await make('estimates', { name: currency, project })
      const { current_version: id } = await work.read('estimates', estimate)
      const changed = await work.owner.patch(`/api/records/estimate_versions/${id}`, { currency })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      return id
    }
    const accept = (id: unknown) => work.issue(String(id), 'accepted')
    const [euros, francs] = [await version('EUR'), await version('CHF')]
    await accept(euros)
    expect((await look(node))['money']).toMatchObject({ currency: 'EUR', left_out: 0 })
    await accept(francs)
    expect((await look(node))['money']).toMatchObject({ currency: 'CHF', left_out: 1 })
  })

  it('[FP-04] names parts to nobody who may not read what they are called', async () => {
    const read = { verbs: ['read'] }
    const grants = { hierarchy_nodes: { ...read, fields: { read: ['hierarchy', 'area'], write: [] } } }
    expect((await work.owner.post('/api/roles', { key: 'areas', label: 'Areas', grants })).status).toBe(201)
    const person = api(await addPerson(work.person, work.tenant, 'areas'), work.tenantId)
    const { status, body } = await person.post('/api/commands/hierarchy.node', { node: made.house })
    expect([status, body.result]).toMatchObject([200, { whole: false, parts: [], parts_in_all: 0 }])
  })

  it('[FP-04] tells no sums over what somebody may not read', async () => {
    const read = { verbs: ['read'] }
    const some = { verbs: ['read'], rows: { field: 'name', op: 'ne', value: 'Hall' } }
    const keys = ['projects', 'hierarchies', 'hierarchy_node_types', 'estimates', 'node_lines']
    const all = Object.fromEntries([...keys, 'estimate_versions'].map((key) => [key, read]))
    const parts = { estimate_lines: read, estimate_resources: read, estimate_markups: read }
    const roles = {
      no_lines: { ...all, hierarchy_nodes: read },
      no_variables: { ...all, ...parts, hierarchy_nodes: read },
      some_nodes: { ...all, hierarchy_nodes: some },
    }
    for (const [key, grants] of Object.entries(roles)) {
      const { status, body } = await work.owner.post('/api/roles', { key, label: key, grants })
      expect([status, body.error]).toEqual([201, undefined])
    }
    const as = async (role: string, command: string) => {
      const person = api(await addPerson(work.person, work.tenant, role), work.tenantId)
      const { status, body } = await person.post(`/api/commands/${command}`, { node: made.house })
      return [status, body.result] as const
    }
    const [status, told] = await as('no_lines', 'hierarchy.node')
    expect([status, told.money, told.lines, told.parts[0].money]).toEqual([200, null, [], null])
    expect(told.area).toBe('129.35')
    const [known, none] = await as('no_variables', 'hierarchy.node')
    expect([known, none.money]).toEqual([200, null])
    expect((await as('no_lines', 'hierarchy.open-lines'))[0]).toBe(403)
    const [, part] = await as('some_nodes', 'hierarchy.node')
    expect(part).toMatchObject({ whole: false, nodes: null, area: null, money: null, lines: [] })
    expect(part.parts.map(({ name }: Row) => name)).toEqual(['Floor', 'Roof'])
    expect([403, 404]).toContain((await as('customer', 'hierarchy.node'))[0])
  })
})
