import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseChecksum } from '../support/database-checksum.ts'
import { addPerson, api, makeWorkspace, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Anker Bau'))
  const crane = await owner.post('/api/archetypes', {
    name: 'Lifting gear',
    schema: {
      version: 1,
      assemblies: [
        { key: 'main', label: 'Main', fields: [{ key: 'reach', label: 'Reach', type: 'number' }] },
      ],
    },
  })
  const model = await owner.post('/api/models', {
    key: 'crane',
    label: 'Cranes',
    default_archetype_id: crane.body.id,
    schema: {
      version: 1,
      fields: [
        { key: 'name', label: 'Name', type: 'text', required: true },
        { key: 'cost', label: 'Cost', type: 'money' },
      ],
    },
  })
  await owner.post('/api/roles', { key: 'finance', label: 'Finance' })
  await owner.post('/api/permissions/fields/bulk', [
    { model_id: model.body.id, field_key: 'cost', read_roles: ['owner', 'finance'], write_roles: ['owner'] },
  ])
})
afterAll(() => server.stop())

const path = { out: '/api/workspace/export', into: '/api/workspace/import' }
const elsewhere = async (name: string): Promise<Api> => api(ann, (await makeWorkspace(ann, name)).id)
const exported = async (from = owner) => (await from.get(path.out)).body
const plain = ({ definitions }: { definitions: { kind: string; key: string }[] }) =>
  definitions.map(({ kind, key }) => `${kind} ${key}`).sort()

describe('the configuration of a workspace, carried to another', () => {
  it('comes whole: models with their archetypes, roles, rules of fields', async () => {
    const theirs = await elsewhere('Elsewhere')
    const document = await exported()
    const answer = await theirs.post(path.into, document)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body).toMatchObject({ current: true })
    const arrived = await exported(theirs)
    expect(plain(arrived)).toEqual(plain(document))
    const [model] = (await theirs.get('/api/models')).body.rows
    expect(model).toMatchObject({ key: 'crane', label: 'Cranes' })
    const made = await theirs.post('/api/objects', {
      model_id: model.id,
      attributes: { name: 'A', reach: 3 },
    })
    expect(made.body).toMatchObject({
      effective_archetype_name: 'Lifting gear',
      effective_archetype_source: 'default',
    })
    expect((await theirs.get(`/api/permissions/fields?model_id=${model.id}`)).body.rows).toMatchObject([
      { field_key: 'cost', read_roles: ['owner', 'finance'], write_roles: ['owner'] },
    ])
  })

  it('brings the standard models with what their workspace added to them; they are the product’s there too', async () => {
    const ours = await elsewhere('Estimators')
    const keys = (await ours.get('/api/standard-models')).body.rows.map(({ key }: { key: string }) => key)
    expect((await ours.post('/api/standard-models', { keys })).status).toBe(201)
    const document = await exported(ours)
    const theirs = await elsewhere('Estimators too')
    const answer = await theirs.post(path.into, document)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await exported(theirs)).toEqual(document)
    const { rows } = (await theirs.get('/api/standard-models')).body
    expect(rows.every(({ present }: { present: boolean }) => present)).toBe(true)
  })

  it('goes in once: what is the same already makes no release, what the document does not name stays', async () => {
    const before = (await owner.get('/api/releases?size=1')).body.rows[0]
    const document = await exported()
    expect((await owner.post(path.into, document)).body).toEqual(before)
    const one = document.definitions.filter(({ kind }: { kind: string }) => kind === 'role')
    expect((await owner.post(path.into, { schema: 1, definitions: one })).body.id).toBe(before.id)
    expect(plain(await exported())).toEqual(plain(document))
  })

  it('meets what has the same key under another id: it is changed, and everything names the one that is here', async () => {
    const theirs = await elsewhere('Has cranes')
    const own = await theirs.post('/api/models', { key: 'crane', label: 'Old', schema: { fields: [] } })
    expect((await theirs.post(path.into, await exported())).status).toBe(200)
    expect((await theirs.get('/api/models')).body.rows).toMatchObject([{ id: own.body.id, label: 'Cranes' }])
    expect((await theirs.get(`/api/permissions/fields?model_id=${own.body.id}`)).body.rows).toHaveLength(1)
  })

  it('opens no field and drops none that the other workspace has beyond the document', async () => {
    const theirs = await elsewhere('Has more')
    const fields = ['name', 'cost', 'margin'].map((key) => ({ key, label: key, type: 'text' }))
    const own = (await theirs.post('/api/models', { key: 'crane', label: 'Old', schema: { fields } })).body
    const rule = { model_id: own.id, field_key: 'margin', read_roles: ['owner'], write_roles: ['owner'] }
    expect((await theirs.post('/api/permissions/fields/bulk', [rule])).status).toBe(200)
    const answer = await theirs.post(path.into, await exported())
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const [model] = (await theirs.get('/api/models')).body.rows
    expect(model.schema.fields.map(({ key, type }: { key: string; type: string }) => [key, type])).toEqual([
      ['name', 'text'],
      ['cost', 'money'],
      ['margin', 'text'],
    ])
    const rules = (await theirs.get(`/api/permissions/fields?model_id=${own.id}`)).body.rows
    expect(rules).toHaveLength(2)
    expect(rules).toContainEqual(rule)
    expect((await theirs.post(path.into, await exported())).body.id).toBe(answer.body.id)
  })

  it('gives a standard model the product’s fields of today, whatever it had when it left', async () => {
    const ours = await elsewhere('Long ago')
    await ours.post('/api/standard-models', { keys: ['cost_groups'] })
    const document = await exported(ours)
    const old = structuredClone(document)
    const model = old.definitions.find(({ key }: { key: string }) => key === 'cost_groups')
    const [gone] = model.body.schema.fields.splice(1, 1)
    const theirs = await elsewhere('Today')
    const answer = await theirs.post(path.into, old)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const rows = (await theirs.get('/api/models')).body.rows
    const arrived = rows.find(({ key }: { key: string }) => key === 'cost_groups')
    expect(arrived.schema.fields.map(({ key }: { key: string }) => key)).toContain(gone.key)
    expect((await theirs.post(path.into, old)).body.id).toBe(answer.body.id)
    expect((await ours.post(path.into, old)).status).toBe(200)
    expect(new Set((await exported(ours)).definitions.map((one: object) => JSON.stringify(one))).size).toBe(
      document.definitions.length,
    )
  })

  it('leaves out what is left of a model that is gone', async () => {
    const ours = await elsewhere('Gave up ships')
    const made = await ours.post('/api/models', {
      key: 'ship',
      label: 'Ships',
      schema: { fields: [{ key: 'name', label: 'Name', type: 'text' }] },
    })
    const rule = { model_id: made.body.id, field_key: 'name', read_roles: ['owner'], write_roles: ['owner'] }
    await ours.post('/api/permissions/fields/bulk', [rule])
    const view = { title: 'All', list: 'ships', model: 'ship', shared: true, settings: {} }
    expect((await ours.post('/api/records/sys_view', view)).status).toBe(201)
    expect((await ours.put('/api/drafts/model/ship', { body: null })).status).toBe(200)
    expect((await ours.post('/api/releases', {})).status).toBe(201)
    const document = await exported(ours)
    const answer = await (await elsewhere('Never had ships')).post(path.into, document)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(document.definitions).toEqual([])
  })

  it('tells of every definition that is not of its shape', async () => {
    const theirs = await elsewhere('Two faults')
    const role = (await exported()).definitions.find(({ kind }: { kind: string }) => kind === 'role')
    const wrong = { ...role, body: { label: 5 } }
    const twice = { fields: { cost: { read_roles: ['owner', 'owner'], write_roles: [] } } }
    const rules = { kind: 'field_permissions', id: crypto.randomUUID(), key: 'x', body: twice }
    const { status, body } = await theirs.post(path.into, { schema: 1, definitions: [wrong, rules] })
    expect(status).toBe(422)
    expect(body.error.details.map((detail: { path: string }) => detail.path)).toEqual(
      expect.arrayContaining(['definitions.0.body.label', 'definitions.1.body.fields.cost.read_roles']),
    )
  })

  it('lets nobody release a workflow that acts as a role they could not give', async () => {
    const admin = api(await addPerson(ann, tenant, 'admin'), tenant.id)
    const body = {
      key: 'as_owner',
      title: 'As owner',
      trigger: { on: 'button' },
      runs_as: 'owner',
      steps: [],
    }
    const one = { kind: 'workflow', id: crypto.randomUUID(), key: body.key, body }
    expect((await admin.post(path.into, { schema: 1, definitions: [one] })).status).toBe(403)
    expect((await admin.put(`/api/drafts/workflow/${body.key}`, { body })).status).toBe(200)
    expect((await admin.post('/api/releases', {})).status).toBe(403)
    expect((await admin.delete(`/api/drafts/workflow/${body.key}`)).status).toBe(204)
  })

  it('is refused whole, with every place that is wrong, and changes nothing', async () => {
    const theirs = await elsewhere('Careful')
    const document = await exported()
    const role = document.definitions.find(({ kind }: { kind: string }) => kind === 'role')
    const rules = document.definitions.find(({ kind }: { kind: string }) => kind === 'field_permissions')
    const before = await databaseChecksum(server)
    for (const [definitions, at] of [
      [[{ ...role, body: { label: 5 } }], 'definitions.0.body.label'],
      [[role, role], 'definitions.1.key'],
      [[{ ...rules, body: {} }], 'definitions.0.body.fields'],
      [[rules], `field_permissions.${rules.key}.model_id`],
      [[{ ...role, kind: 'settings' }], 'definitions.0.kind'],
      [[{ ...role, id: 'x' }], 'definitions.0.id'],
    ] as const) {
      const { status, body } = await theirs.post(path.into, { schema: 1, definitions })
      expect([status, body.error?.code], at).toEqual([422, 'invalid'])
      expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(at)
    }
    expect((await theirs.post(path.into, { schema: 2, definitions: [] })).status).toBe(422)
    expect(await databaseChecksum(server)).toEqual(before)
  })

  it('names no role that is gone, and a role that routes, views and workflows name cannot go', async () => {
    const here = await elsewhere('Roles come and go')
    for (const key of ['crew', 'stays'])
      expect((await here.post('/api/roles', { key, label: key })).status).toBe(201)
    const { id } = (await here.get('/api/roles')).body.rows.find(({ key }: { key: string }) => key === 'crew')
    const to = [{ role: 'crew' }]
    const step = { id: 'tell', kind: 'notify', to, subject: 'Look' }
    const workflow = { key: 'tell', title: 'Tell the crew', trigger: { on: 'button' } }
    const made = [
      await here.post('/api/routes', {
        path: '/yard',
        layout: 'dashboard',
        title: 'Yard',
        access: { roles: ['crew', 'stays'] },
        by_role: [
          { role: 'crew', layout: 'progress' },
          { role: 'stays', layout: 'bim-list' },
        ],
      }),
      await here.post('/api/records/sys_view', {
        title: 'Ours',
        list: 'models',
        model: 'sys_model',
        shared: true,
        default_for: ['crew', 'stays'],
        settings: {},
      }),
      await here.post('/api/workflows', { ...workflow, steps: [step] }),
      await here.post('/api/workflows', { ...workflow, key: 'other', title: 'Other' }),
    ]
    expect(made.map(({ status, body }) => [status, body.error])).toEqual(made.map(() => [201, undefined]))
    const refused = await here.delete(`/api/roles/${id}`)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'in_use'])
    expect(refused.body.error.message).toBe(
      'This is in use: the route /yard, the view “Ours”, the workflow “Tell the crew”.',
    )
    // As it was left behind before such a role was kept.
    await server.sql("delete from app.release_entries where kind = 'role' and key = 'crew'")
    const document = await exported(here)
    expect(JSON.stringify(document)).not.toContain('crew')
    const theirs = await elsewhere('Takes it')
    const answer = await theirs.post(path.into, document)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const bodies = new Map(
      (await exported(theirs)).definitions.map((one: { kind: string; key: string; body: object }) => [
        one.kind === 'view' ? 'view' : one.key,
        one.body,
      ]),
    )
    expect(bodies.get('/yard')).toMatchObject({
      access: { roles: ['stays'] },
      by_role: [{ role: 'stays', layout: 'bim-list' }],
    })
    expect(bodies.get('view')).toMatchObject({ default_for: ['stays'] })
    expect([bodies.has('tell'), bodies.has('other')]).toEqual([false, true])
  })

  it('is for those who manage all of it', async () => {
    const member = api(await addPerson(ann, tenant, 'member'), tenant.id)
    expect((await member.get(path.out)).status).toBe(403)
    expect((await member.post(path.into, { schema: 1, definitions: [] })).status).toBe(403)
    expect((await api(null, tenant.id, server).get(path.out)).status).toBe(401)
  })
})
