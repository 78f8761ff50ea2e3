import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person } from '../support/people.ts'
import { pdfText } from '../support/pdf-text.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let customer: Api
let project: string
let person: Person
let tenantId: string

beforeAll(async () => {
  const { tenant, ...place } = await startPlace('Hierarchies')
  ;({ server, owner, ann: person } = place)
  tenantId = tenant.id
  customer = (await placePerson(server, tenant.id, 'customer')).api
  await owner.post('/api/standard-models', {
    keys: ['hierarchies', 'hierarchy_nodes', 'hierarchy_node_types'],
  })
  project = (await owner.post('/api/records/projects', { code: 'P-1', name: 'School' })).body.id
})
afterAll(() => server.stop())

const makeTree = async (kind = 'location'): Promise<string> => {
  const { status, body } = await owner.post('/api/commands/hierarchy.create', { project, name: 'Tree', kind })
  expect([status, body.models]).toEqual([200, ['hierarchies', 'hierarchy_node_types']])
  return body.result.id
}
const eq = (field: string, value: unknown) => ({ field, op: 'eq', value })
const add = (hierarchy: string, name: string, more: object = {}) =>
  owner.post('/api/records/hierarchy_nodes', { hierarchy, name, ...more })
const node = async (id: string) => (await owner.get(`/api/records/hierarchy_nodes/${id}`)).body
const kindsOf = async (hierarchy: string): Promise<Record<string, string>> => {
  const { body } = await owner.post('/api/query', {
    queries: [{ model: 'hierarchy_node_types', where: { field: 'hierarchy', op: 'eq', value: hierarchy } }],
  })
  return Object.fromEntries(
    body.results[0].rows.map((row: { name: string; id: string }) => [row.name, row.id]),
  )
}

describe('hierarchies of a project', () => {
  it('begin with the kinds of nodes that are usual for them', async () => {
    expect(Object.keys(await kindsOf(await makeTree())).toSorted()).toEqual([
      'Building',
      'Room',
      'Site',
      'Storey',
      'Zone',
    ])
    expect(await kindsOf(await makeTree('own'))).toEqual({})
  })

  it('know level, path and how many nodes there are, also below what moves or is called otherwise', async () => {
    const tree = await makeTree('own')
    const house = (await add(tree, 'House')).body.id
    const floor = (await add(tree, 'Floor 1', { parent: house })).body.id
    const room = (await add(tree, 'Room 101', { parent: floor })).body.id
    expect(await node(room)).toMatchObject({ level: 3, path: 'House / Floor 1 / Room 101' })
    await owner.patch(`/api/records/hierarchy_nodes/${house}`, { name: 'Main house' })
    expect((await node(room)).path).toBe('Main house / Floor 1 / Room 101')
    await owner.patch(`/api/records/hierarchy_nodes/${floor}`, { parent: null })
    expect(await node(room)).toMatchObject({ level: 2, path: 'Floor 1 / Room 101' })
    expect((await owner.get(`/api/records/hierarchies/${tree}`)).body.node_count).toBe(3)
    await owner.delete(`/api/records/hierarchy_nodes/${room}`)
    expect((await owner.get(`/api/records/hierarchies/${tree}`)).body.node_count).toBe(2)
  })

  it('refuse circles with the way named, and parts of another hierarchy', async () => {
    const tree = await makeTree('own')
    const a = (await add(tree, 'A')).body.id
    const b = (await add(tree, 'B', { parent: a })).body.id
    const circle = await owner.patch(`/api/records/hierarchy_nodes/${a}`, { parent: b })
    expect([circle.status, circle.body.error.details[0].code]).toEqual([422, 'circle'])
    expect(circle.body.error.details[0].message).toContain('A is part of B is part of A')
    const other = (await add(await makeTree('own'), 'C')).body.id
    const foreign = await add(tree, 'D', { parent: other })
    expect([foreign.status, foreign.body.error.details[0].code]).toEqual([422, 'other_hierarchy'])
    expect((await node(a)).parent).toBeNull()
  })

  it('take the rows of a list: what each is part of by code, name or outline number, all of them or none', async () => {
    const tree = await makeTree()
    const site = (await add(tree, 'North', { code: 'N' })).body.id
    const put = (rows: object[], inside: string | null = null) =>
      owner.post('/api/commands/hierarchy.add-nodes', { hierarchy: tree, inside, rows })
    const pathsOf = async (): Promise<string[]> => {
      const queries = [
        { model: 'hierarchy_nodes', where: eq('hierarchy', tree), sort: [{ field: 'path', dir: 'asc' }] },
      ]
      return (await owner.post('/api/query', { queries })).body.results[0].rows.map(
        ({ path }: { path: string }) => path,
      )
    }
    const wrong = await put([
      { name: 'House', kind: 'Building' },
      { name: 'Attic', parent: 'Tower', kind: 'Cave' },
    ])
    expect(wrong.status).toBe(422)
    expect(wrong.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'rows.1.parent',
      'rows.1.kind',
    ])
    expect(await pathsOf()).toEqual(['North'])

    const made = await put([
      { name: 'Kitchen', code: '1.1.1', area: '12.5' },
      { name: 'Ground floor', code: '1.1', kind: 'storey' },
      { name: 'House', code: '1', parent: 'N', kind: 'Building' },
    ])
    expect([made.status, made.body.result]).toEqual([200, { added: 3 }])
    expect((await put([{ name: 'Cellar', parent: 'House' }, { name: 'Garden' }], site)).body.result).toEqual({
      added: 2,
    })
    expect(await pathsOf()).toEqual([
      'North',
      'North / Garden',
      'North / House',
      'North / House / Cellar',
      'North / House / Ground floor',
      'North / House / Ground floor / Kitchen',
    ])
    const refused = await put([{ name: 'Storey at the top', kind: 'Storey' }])
    expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'node_type'])
    expect(
      (await customer.post('/api/commands/hierarchy.add-nodes', { hierarchy: tree, rows: [{ name: 'X' }] }))
        .status,
    ).toBe(404)
  })

  it('keep codes of a list inside the node it is put in, after what stands there, and name the rows that are wrong', async () => {
    const tree = await makeTree('own')
    const house = (await add(tree, 'House', { code: '1' })).body.id
    await add(tree, 'Floor', { code: '1.1', parent: house, sort: '000007' })
    await add(tree, 'Yard', { parent: house })
    const annex = (await add(tree, 'Annex')).body.id
    const put = (rows: object[], inside: string | null) =>
      owner.post('/api/commands/hierarchy.add-nodes', { hierarchy: tree, inside, rows })
    const numbered = [
      { name: 'Wing', code: '1' },
      { name: 'Flat', code: '1.1' },
    ]
    expect((await put(numbered, annex)).status).toBe(200)
    expect((await put([{ name: 'Attic' }, { name: 'Cellar' }], house)).status).toBe(200)
    const queries = [
      { model: 'hierarchy_nodes', where: eq('hierarchy', tree), sort: [{ field: 'path', dir: 'asc' }] },
    ]
    const { rows } = (await owner.post('/api/query', { queries })).body.results[0]
    expect(rows.map(({ path, sort }: { path: string; sort: string | null }) => [path, sort])).toEqual([
      ['Annex', null],
      ['Annex / Wing', '000001'],
      ['Annex / Wing / Flat', '000001'],
      ['House', null],
      ['House / Attic', '000009'],
      ['House / Cellar', '000010'],
      ['House / Floor', '000007'],
      ['House / Yard', '000008'],
    ])
    const wrong = await put(
      [{ name: 'A' }, { name: 'B', code: 'x'.repeat(61), area: '-1' }, { code: '7' }],
      null,
    )
    expect(wrong.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      expect.stringContaining('rows.1.code'),
      expect.stringContaining('rows.1.area'),
      expect.stringContaining('rows.2.name'),
    ])
  })

  it('name the rows of a list that the model itself refuses', async () => {
    const tree = await makeTree()
    const { rows: models } = (await owner.get('/api/models')).body
    const { id, schema } = models.find(({ key }: { key: string }) => key === 'hierarchy_nodes')
    // A field that is the workspace's own, and asks for something no list brings.
    const fields = [...schema.fields, { key: 'keeper', label: 'Keeper', type: 'text', required: true }]
    const put = (rows: object[]) =>
      owner.post('/api/commands/hierarchy.add-nodes', { hierarchy: tree, inside: null, rows })
    const paths = async (rows: object[]) => {
      const { status, body } = await put(rows)
      expect([status, body.error.code]).toEqual([422, 'invalid'])
      return body.error.details.map(({ path }: { path: string }) => path)
    }
    expect(
      await paths([
        { name: 'Site', kind: 'Site' },
        { name: 'Storey', kind: 'Storey' },
      ]),
    ).toEqual(['rows.1.kind'])
    expect((await owner.put(`/api/models/${id}`, { schema: { ...schema, fields } })).status).toBe(200)
    try {
      expect(await paths([{ name: 'A' }, { name: 'B', parent: 'A' }])).toEqual([
        'rows.0.keeper',
        'rows.1.keeper',
      ])
    } finally {
      await owner.put(`/api/models/${id}`, { schema })
    }
    expect((await owner.get(`/api/records/hierarchies/${tree}`)).body.node_count ?? 0).toBe(0)
  })

  it('keep kinds where they may stand', async () => {
    const tree = await makeTree()
    const kinds = await kindsOf(tree)
    const building = (await add(tree, 'Building 1', { node_type: kinds['Building'] })).body.id
    const top = await add(tree, 'Room 1', { node_type: kinds['Room'] })
    expect(top.body.error.details[0].message).toBe('“Room 1” is a Room, which may not stand at the top.')
    expect(top.body.error.details[0]).toMatchObject({ values: { name: 'Room 1', kind: 'Room' } })
    const wrong = await add(tree, 'Room 1', { node_type: kinds['Room'], parent: building })
    expect(wrong.body.error.details[0].message).toBe('“Room 1” is a Room, which may not stand in a Building.')
    const storey = await add(tree, 'Storey 1', { node_type: kinds['Storey'], parent: building })
    expect(storey.status).toBe(201)
    // Its parts would stand where they may not.
    const turned = await owner.patch(`/api/records/hierarchy_nodes/${building}`, { node_type: kinds['Site'] })
    expect([turned.status, turned.body.error.details[0].code]).toEqual([422, 'node_type'])
    const foreign = await add(await makeTree(), 'X', { node_type: kinds['Site'] })
    expect(foreign.status).toBe(422)
  })

  it('nest nodes of a kind as deep as the kind says, also below what moves', async () => {
    const tree = await makeTree()
    const { Building, Zone } = await kindsOf(tree)
    const limit = await owner.patch(`/api/records/hierarchy_node_types/${Zone}`, { max_depth: 2 })
    expect(limit.status).toBe(200)
    const zone = async (name: string, parent: string) => add(tree, name, { node_type: Zone, parent })
    const building = (await add(tree, 'House', { node_type: Building })).body.id
    const west = (await zone('West', building)).body.id
    const quiet = (await zone('Quiet', west)).body.id
    const deep = await zone('Deep', quiet)
    expect(deep.status).toBe(422)
    expect(deep.body.error.details[0]).toMatchObject({
      code: 'node_type',
      message: '“Deep” is a Zone, of which at most 2 may stand in one another.',
    })
    const east = (await zone('East', building)).body.id
    const moved = await owner.patch(`/api/records/hierarchy_nodes/${west}`, { parent: east })
    expect([moved.status, moved.body.error.details[0].values.name]).toEqual([422, 'Quiet'])
    expect((await owner.patch(`/api/records/hierarchy_nodes/${quiet}`, { parent: east })).status).toBe(200)
    expect((await owner.patch(`/api/records/hierarchy_nodes/${west}`, { parent: quiet })).status).toBe(422)
    const endless = await owner.patch(`/api/records/hierarchy_node_types/${Zone}`, {
      max_depth: 9_000_000_000,
    })
    expect(endless.status).toBe(200)
    expect((await zone('Deep', quiet)).status).toBe(201)
  })

  it('[FP-19] names no node or kind to whoever sees only some nodes', async () => {
    const tree = await makeTree()
    const { Building, Storey, Zone } = await kindsOf(tree)
    await owner.patch(`/api/records/hierarchy_node_types/${Zone}`, { max_depth: 1 })
    const own = { field: 'name', op: 'contains', value: 'mine' }
    const verbs = ['read', 'create', 'update']
    const { body: role } = await owner.post('/api/roles', { key: 'walker', label: 'Walker' })
    await owner.put(`/api/roles/${role.id}`, {
      grants: {
        hierarchies: { verbs: ['read', 'update'] },
        hierarchy_nodes: { verbs, rows: own },
        hierarchy_node_types: { verbs: ['read'] },
      },
    })
    const walker = (await placePerson(server, tenantId, 'walker')).api
    const house = (await add(tree, 'mine: house', { node_type: Building })).body.id
    await add(tree, 'Secret storey', { node_type: Storey, parent: house })
    const zone = (await add(tree, 'mine: zone', { node_type: Zone, parent: house })).body.id
    const hall = (await add(tree, 'mine: hall', { parent: zone })).body.id
    const move = (id: string, values: object) => walker.patch(`/api/records/hierarchy_nodes/${id}`, values)
    for (const refused of [
      await move(house, { node_type: null, parent: hall }),
      await move(house, { node_type: Zone }),
      await move(hall, { node_type: Zone }),
    ]) {
      expect(refused.status).toBe(422)
      expect(JSON.stringify(refused.body)).not.toMatch(/Secret|mine|Zone|Storey/)
    }
  })

  it('[RC-08] two moves at once make no circle', async () => {
    const tree = await makeTree('own')
    for (let round = 0; round < 3; round++) {
      const [a, b] = [(await add(tree, 'A')).body.id, (await add(tree, 'B')).body.id]
      const answers = await Promise.all([
        owner.patch(`/api/records/hierarchy_nodes/${a}`, { parent: b }),
        owner.patch(`/api/records/hierarchy_nodes/${b}`, { parent: a }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    }
  })

  it('move several at once or not at all, and one step takes all of it back', async () => {
    const tree = await makeTree('own')
    const ids: string[] = []
    for (const name of ['Old wing', 'Room 1', 'Room 2', 'New wing']) ids.push((await add(tree, name)).body.id)
    const [old, one, two, other] = ids
    const move = (changes: [string | undefined, string | undefined][]) =>
      owner.post('/api/records/hierarchy_nodes/bulk', {
        update: changes.map(([id, parent]) => ({ id, values: { parent }, base: { parent: null } })),
      })
    const circle = await move([
      [one, other],
      [other, one],
    ])
    expect([circle.status, (await node(one ?? '')).parent]).toEqual([422, null])
    const moved = await move([
      [one, old],
      [two, old],
    ])
    expect(moved.status).toBe(200)
    expect((await node(two ?? '')).path).toBe('Old wing / Room 2')
    const step = moved.headers.get('x-request-id')
    expect((await owner.post('/api/undo', { step })).body).toMatchObject({ applied: 2, refused: [] })
    expect((await node(one ?? '')).parent).toBeNull()
    expect((await node(two ?? '')).path).toBe('Room 2')
  })

  it('have labels to print: name, code and where a phone is led, of what the question finds', async () => {
    const tree = await makeTree('own')
    await add(tree, 'Plant room', { code: 'PR-01' })
    await add(tree, 'Roof', { code: 'RF-01' })
    const labels = (who: Api, query: unknown) =>
      who.get(`/api/records/hierarchy_nodes/labels?query=${encodeURIComponent(JSON.stringify(query))}`)
    const where = { and: [eq('hierarchy', tree), eq('name', 'Roof')] }
    const answer = await fetch(
      `${server.url}/api/records/hierarchy_nodes/labels?query=${encodeURIComponent(JSON.stringify({ where }))}`,
      { headers: { authorization: `Bearer ${person.token}`, 'x-tenant-id': tenantId } },
    )
    const text = pdfText(new Uint8Array(await answer.arrayBuffer()))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(text).toContain('Roof')
    expect(text).toContain('RF-01')
    expect(text).not.toContain('Plant room')
    expect((await labels(owner, { where: eq('nothing', 1) })).body.error.code).toBe('unknown_field')
    expect((await labels(customer, {})).status).toBe(404)
  })

  it('are nothing to a customer', async () => {
    const made = await customer.post('/api/commands/hierarchy.create', { project, name: 'Mine', kind: 'own' })
    expect(made.status).toBe(404)
  })
})

it('[R-11] [R-12] the navigation lists projects once there are hierarchies', async () => {
  const somebody = await signUp(server)
  const tenant = await makeWorkspace(somebody, 'Without')
  const other = api(somebody, tenant.id)
  const listed = async () =>
    (await other.get('/api/routes')).body.rows.find((row: { path: string }) => row.path === '/project').nav
  expect(await listed()).toBe(false)
  await other.post('/api/standard-models', { keys: ['hierarchies'] })
  expect(await listed()).toBe(true)
})
