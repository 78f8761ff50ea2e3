import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDefinitions } from '../support/install-definitions.ts'
import {
  addPerson,
  api,
  makeWorkspace,
  signUp,
  type Api,
  type Person,
  type TestTenant,
} from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let tenant: TestTenant
let ownerPerson: Person
let member: Api

beforeAll(async () => {
  server = await startTestServer()
  const ann = await signUp(server)
  ownerPerson = ann
  tenant = await makeWorkspace(ann, 'Anker Bau')
  owner = api(ann, tenant.id)
  member = api(await addPerson(ann, tenant, 'member'), tenant.id)
})
afterAll(() => server.stop())

describe('models', () => {
  it('[C-06] [E-04] [E-05] makes, lists, changes and deletes a model', async () => {
    const made = await owner.post('/api/models', {
      key: 'crane',
      label: 'Cranes',
      schema: { version: 1, fields: [{ key: 'name', label: 'Name', type: 'text', required: true }] },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body).toMatchObject({ key: 'crane', construct_type: 'item', description: null })
    const list = await member.get('/api/models')
    expect(list.body.rows.map((model: { key: string }) => model.key)).toEqual(['crane'])
    const changed = await owner.put(`/api/models/${made.body.id}`, { label: 'Tower cranes' })
    expect(changed.body).toMatchObject({
      id: made.body.id,
      label: 'Tower cranes',
      created_at: made.body.created_at,
    })
    expect((await member.put(`/api/models/${made.body.id}`, { label: 'x' })).status).toBe(403)
    expect((await owner.delete(`/api/models/${made.body.id}`)).status).toBe(204)
    expect((await owner.get('/api/models')).body.rows).toEqual([])
  })

  it('of the system say which names are the product’s, unless something of the workspace is called so, too', async () => {
    const titles = async (key: string, field: string): Promise<string[]> => {
      const { body } = await owner.get(`/api/models/${key}/description`)
      const { options } = body.fields.find((one: { key: string }) => one.key === field)
      return options.map(({ label }: { label: string }) => label)
    }
    expect(await titles('sys_layout', 'title')).toContain('Catalogues')
    expect(await titles('sys_route', 'title')).toContain('Catalogues')
    const route = { path: '/our-catalogues', layout: 'catalogues', title: 'Catalogues', nav: true }
    const made = await owner.post('/api/routes', route)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(await titles('sys_route', 'title')).not.toContain('Catalogues')
    expect(await titles('sys_layout', 'title')).toContain('Catalogues')
    const { body } = await owner.get('/api/models/sys_route/description')
    const parent = body.fields.find(({ key }: { key: string }) => key === 'parent')
    expect(parent.own_words).toEqual(['Catalogues'])
    const under = parent.options.map(({ label }: { label: string }) => label)
    expect(under).toEqual(expect.arrayContaining(['Settings', 'Catalogues (/our-catalogues)']))
    expect(await titles('sys_model', 'label')).toEqual([])
    expect((await owner.delete(`/api/routes/${made.body.id}`)).status).toBe(204)
  })

  it('what two people designed at once is kept of both; what both changed is 412 and names it', async () => {
    const text = (key: string, label = key) => ({ key, label, type: 'text' })
    const schemaOf = (...fields: ReturnType<typeof text>[]) => ({ version: 1, fields })
    const base = schemaOf(text('name'), text('colour'))
    const { body: made } = await owner.post('/api/models', { key: 'ladder', label: 'Ladders', schema: base })
    const put = (schema: unknown) => owner.put(`/api/models/${made.id}`, { base, schema })
    await put(schemaOf(text('name', 'Called'), text('place'), text('colour')))
    const second = await put(schemaOf(text('height'), text('name')))
    expect([second.status, second.body.schema.fields]).toEqual([
      200,
      [text('height'), text('name', 'Called'), text('place')],
    ])
    const clash = await put(schemaOf(text('name', 'Its name'), text('colour')))
    expect([clash.status, clash.body.error.code, clash.body.error.message]).toEqual([
      412,
      'edit_conflict',
      'Somebody else changed “Its name” in the meantime.',
    ])
    const whole = await owner.put(`/api/models/${made.id}`, { schema: base })
    expect(whole.body.schema).toEqual(base)
    await owner.delete(`/api/models/${made.id}`)
  })

  it('a field that a screen or view names goes only when that is said, and what names it is told', async () => {
    const text = (key: string, label: string) => ({ key, label, type: 'text' })
    const name = text('name', 'Name')
    const schema = { version: 1, fields: [name, text('bay', 'Bay'), text('note', 'Note')] }
    const { body: made } = await owner.post('/api/models', { key: 'scaffold', label: 'Scaffolds', schema })
    const grid = { component: 'data-grid', props: { model: 'scaffold', columns: [{ field: 'bay' }] } }
    const screen = { schema: 1, key: 'scaffolds', title: 'Scaffolds', nodes: { root: grid }, root: 'root' }
    await owner.put('/api/drafts/layout/scaffolds', { body: screen })
    expect((await owner.post('/api/releases', {})).status).toBe(201)
    const view = { title: 'By bay', list: 'scaffold', model: 'scaffold', shared: true }
    await owner.post('/api/records/sys_view', { ...view, settings: { group: ['bay'], order: ['note'] } })
    const put = (change: object) => owner.put(`/api/models/${made.id}`, change)
    const refused = await put({ schema: { version: 2, fields: [name, text('note', 'Note')] } })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'in_use'])
    expect(refused.body.error.details.map(({ message }: { message: string }) => message)).toEqual([
      'The screen “Scaffolds” names Bay.',
      'The view “By bay” names Bay.',
    ])
    expect((await put({ schema: { version: 2, fields: [name, text('bay', 'Bay')] } })).status).toBe(200)
    const dropped = await put({ schema: { version: 3, fields: [name] }, drop: ['bay'] })
    expect([dropped.status, dropped.body.schema.fields]).toEqual([200, [name]])
  })

  it('[K-03] refuses a taken key, an unknown relation and a system key, all problems at once', async () => {
    expect((await owner.post('/api/models', { key: 'crew', label: 'Crews' })).body.construct_type).toBe(
      'item',
    )
    const taken = await owner.post('/api/models', { key: 'crew', label: 'Crews' })
    expect([taken.status, taken.body.error.code]).toEqual([422, 'not_unique'])
    const wrong = await owner.post('/api/models', {
      key: 'sys_mine',
      label: 'Mine',
      schema: {
        fields: [
          { key: 'a', label: 'A', type: 'relation', target: 'nowhere' },
          { key: 'b', label: 'B', type: 'number', default: 'x' },
        ],
      },
    })
    expect(wrong.status).toBe(422)
    expect(wrong.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'key',
      'schema.fields.0.target',
      'schema.fields.1.default',
    ])
  })

  it('[MA-02] refuses what is not the caller’s to set', async () => {
    const { body } = await owner.post('/api/models', { key: 'van', label: 'Vans' })
    const refused = await owner.put(`/api/models/${body.id}`, { tenant_id: body.id, created_at: 'now' })
    expect(refused.status).toBe(422)
    expect(refused.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'tenant_id',
      'created_at',
    ])
  })

  it('one that was stored with a colour that is none now is read and saved without it', async () => {
    const options = [{ value: 'a', label: 'A', color: 'blue-500' }]
    const schema = { version: 1, fields: [{ key: 'state', label: 'State', type: 'select', options }] }
    const [id] = await installDefinitions(server, tenant.id, ownerPerson.userId, [
      { kind: 'model', key: 'old_model', body: { label: 'Old', construct_type: 'item', schema } },
    ])
    const read = (await owner.get(`/api/models/${id}`)).body
    expect(read.schema.fields[0].options).toEqual([{ value: 'a', label: 'A' }])
    const saved = await owner.put(`/api/models/${id}`, { label: 'Older' })
    expect([saved.status, saved.body.schema], JSON.stringify(saved.body)).toEqual([200, read.schema])
    expect((await owner.put(`/api/models/${id}`, { schema })).status).toBe(422)
    expect((await owner.delete(`/api/models/${id}`)).status).toBe(204)
  })

  it('deleting what is in use is 422 in_use', async () => {
    const crew = (await owner.get('/api/models')).body.rows.find(({ key }: { key: string }) => key === 'crew')
    await owner.post('/api/models', {
      key: 'job',
      label: 'Jobs',
      schema: { fields: [{ key: 'crew', label: 'Crew', type: 'relation', target: 'crew' }] },
    })
    const refused = await owner.delete(`/api/models/${crew.id}`)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'in_use'])
  })
})

describe('archetypes', () => {
  it('[C-03] [E-01] [E-02] [E-03] [V-05] makes, changes and deletes', async () => {
    const made = await owner.post('/api/archetypes', {
      name: 'Warranty',
      schema: {
        version: 1,
        assemblies: [
          { key: 'w', label: 'Warranty', attributes: [{ key: 'until', label: 'Until', type: 'date' }] },
        ],
      },
    })
    expect(made.status).toBe(201)
    expect((await member.get('/api/archetypes')).body.rows).toMatchObject([
      { id: made.body.id, name: 'Warranty' },
    ])
    expect((await owner.put(`/api/archetypes/${made.body.id}`, { name: '' })).status).toBe(422)
    const renamed = await owner.put(`/api/archetypes/${made.body.id}`, { name: 'Guarantee' })
    expect(renamed.body).toMatchObject({ name: 'Guarantee', schema: made.body.schema })
    expect((await owner.delete(`/api/archetypes/${made.body.id}`)).status).toBe(204)
  })

  it('what two people designed at once in its groups is kept of both', async () => {
    const text = (key: string) => ({ key, label: key, type: 'text' })
    const groups = (...keys: string[]) => ({
      version: 1,
      assemblies: [{ key: 'main', label: 'Main', attributes: keys.map(text) }],
    })
    const base = groups('a', 'b')
    const { body: made } = await owner.post('/api/archetypes', { name: 'At once', schema: base })
    await owner.put(`/api/archetypes/${made.id}`, { base, schema: groups('a', 'b', 'c') })
    const second = await owner.put(`/api/archetypes/${made.id}`, { base, schema: groups('b') })
    expect([second.status, second.body.schema.assemblies]).toEqual([200, groups('b', 'c').assemblies])
    await owner.delete(`/api/archetypes/${made.id}`)
  })

  it('[V-01] [V-02] [V-03] [V-04] refuses a schema that is not whole', async () => {
    const wrong = await owner.post('/api/archetypes', {
      name: 'Bad',
      schema: {
        version: 0,
        assemblies: [
          { key: '', label: '' },
          { key: 'a', label: 'A', fields: [{ key: '', label: '', type: '' }] },
        ],
      },
    })
    expect(wrong.status).toBe(422)
    const details: { path: string; message: string }[] = wrong.body.error.details
    expect(details.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'schema.version',
        'schema.assemblies.0.key',
        'schema.assemblies.0.label',
        'schema.assemblies.1.fields.0.key',
        'schema.assemblies.1.fields.0.label',
        'schema.assemblies.1.fields.0.type',
      ]),
    )
    const neither = await owner.post('/api/archetypes', {
      name: 'Bad',
      schema: { version: 1, assemblies: [{ key: 'a', label: 'A' }] },
    })
    expect(neither.body.error.details[0].message).toBe("Provide either 'attributes' or 'fields'")
  })
})

describe('roles and field permissions', () => {
  it('[C-10] [E-11] [MA-04] makes roles, but no second owner', async () => {
    const made = await owner.post('/api/roles', {
      key: 'finance',
      label: 'Finance',
      description: 'Sees cost',
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      key: 'finance',
      label: 'Finance',
      description: 'Sees cost',
      built_in: false,
    })
    for (const key of ['owner', ' Owner', 'ＯＷＮＥＲ', 'admin', 'Admin'])
      expect((await owner.post('/api/roles', { key, label: key })).status, key).toBe(422)
    const listed = await member.get('/api/roles')
    expect(listed.body.rows.map(({ key }: { key: string }) => key)).toEqual([
      'owner',
      'admin',
      'member',
      'customer',
      'public',
      'finance',
    ])
    expect((await member.post('/api/roles', { key: 'boss', label: 'Boss' })).status).toBe(403)
  })

  it('[P-03] [C-10] takes permissions as a bare array or wrapped, and refuses unknown roles', async () => {
    const model = (await owner.post('/api/models', { key: 'pump', label: 'Pumps' })).body
    const rule = { model_id: model.id, field_key: 'cost', read_roles: ['owner', 'finance'], write_roles: [] }
    const bare = await owner.post('/api/permissions/fields/bulk', [rule])
    expect(bare.status, JSON.stringify(bare.body)).toBe(200)
    expect(bare.body.rows).toEqual([rule])
    const wrapped = await owner.post('/api/permissions/fields/bulk', {
      permissions: [{ ...rule, field_key: 'serial' }],
    })
    expect(wrapped.status).toBe(200)
    expect((await owner.get(`/api/permissions/fields?model_id=${model.id}`)).body.rows).toHaveLength(2)
    const unknown = await owner.post('/api/permissions/fields/bulk', [{ ...rule, read_roles: ['ghost'] }])
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([422, '0.read_roles.0'])
    expect((await member.post('/api/permissions/fields/bulk', [rule])).status).toBe(403)
  })
})

describe('layouts, routes and releases', () => {
  const layout = (title: string) => ({
    schema: 1,
    key: 'pumps',
    title,
    nodes: { root: { component: 'text', props: { text: { '=': 'params.name' } } } },
    root: 'root',
  })

  it('[C-04] lists the shipped routes, and answers their layouts by key with expressions parsed', async () => {
    const { body } = await owner.get('/api/routes')
    expect(body.rows.length).toBeGreaterThan(5)
    for (const route of body.rows.slice(0, 8)) {
      const answer = await member.get(`/api/layouts/${route.layout}`)
      expect(answer.status, route.layout).toBe(200)
      expect(answer.body).toMatchObject({ id: `stock:${route.layout}`, origin: 'stock', draft: false })
      const components = await member.get(`/api/layouts/${answer.body.id}/components`)
      expect(components.body.length).toBeGreaterThan(0)
    }
  })

  it('[C-04] drafts, checks and releases a layout; a rollback is a pointer flip', async () => {
    const saved = await owner.put('/api/drafts/layout/pumps', { body: layout('Pumps') })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(saved.body).toMatchObject({
      kind: 'layout',
      key: 'pumps',
      problems: [],
      outdated: false,
      origin: 'own',
    })
    expect((await member.get('/api/layouts/pumps')).status).toBe(404)
    expect((await member.get('/api/layouts/pumps?draft=1')).status).toBe(403)
    expect((await owner.get('/api/layouts/pumps?draft=1')).body.draft).toBe(true)
    const first = await owner.post('/api/releases', { note: 'Pumps' })
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    const seen = await member.get('/api/layouts/pumps')
    expect(seen.body.expressions).toEqual({ 'params.name': expect.anything() })
    expect(await owner.get(`/api/layouts/${seen.body.id}`).then(({ body }) => body.layout.title)).toBe(
      'Pumps',
    )

    await owner.put('/api/drafts/layout/pumps', {
      body: layout('All pumps'),
      base_version_id: seen.body.version_id,
    })
    await owner.post('/api/releases', {})
    expect((await member.get('/api/layouts/pumps')).body.layout.title).toBe('All pumps')
    expect((await owner.post(`/api/releases/${first.body.id}/restore`)).body.id).toBe(first.body.id)
    expect((await member.get('/api/layouts/pumps')).body.layout.title).toBe('Pumps')
    // The list of releases returns to any of them as well.
    const releases = await owner.get('/api/records/sys_release?sort=-number&size=1')
    const [last] = releases.body.rows as { id: string; current: boolean }[]
    expect(last?.current).toBe(false)
    const path = `/api/records/sys_release/${last?.id}`
    expect((await member.patch(path, { current: true })).status).toBe(404)
    expect((await owner.patch(path, { current: false })).status).toBe(422)
    expect((await owner.patch(path, { current: true })).status).toBe(200)
    expect((await member.get('/api/layouts/pumps')).body.layout.title).toBe('All pumps')
  })

  it('says which words of a changed screen are the product’s: what the workspace wrote is shown as it is', async () => {
    const { body: shipped } = await owner.get('/api/layouts/users')
    expect(shipped.product_words).toBeUndefined()
    const { body: edited } = await owner.get('/api/layouts/users?draft=1')
    const title = edited.layout.title as string
    expect(edited.product_words['']).toEqual([title])
    const nodes = { ...edited.layout.nodes, mine: { component: 'card', props: { title } } }
    const { component, slots } = nodes[edited.layout.root]
    expect(component).toBe('page')
    nodes[edited.layout.root] = {
      ...nodes[edited.layout.root],
      slots: { ...slots, content: [...slots.content, 'mine'] },
    }
    const changed = { ...edited.layout, title: 'Crew', nodes }
    expect((await owner.put('/api/drafts/layout/users', { body: changed })).status).toBe(200)
    expect((await owner.post('/api/releases', {})).status).toBe(201)
    const { body: own } = await owner.get('/api/layouts/users')
    expect(own.origin).toBe('customised')
    expect([own.product_words[''], own.product_words.mine]).toEqual([undefined, undefined])
    expect(own.product_words).toEqual({ ...edited.product_words, '': undefined })
    expect((await owner.delete('/api/layouts/users')).status).toBe(204)
    const named = await owner.put('/api/drafts/layout/pumps', { body: layout('Open') })
    expect(named.status).toBe(200)
    expect((await owner.get('/api/layouts/pumps?draft=1')).body.product_words).toEqual({})
    expect((await owner.delete('/api/drafts/layout/pumps')).status).toBe(204)
  })

  it('tells what is wrong with a draft and does not release it', async () => {
    const broken = {
      ...layout('Broken'),
      nodes: {
        root: { component: 'stack', slots: { content: ['a', 'ghost'] } },
        a: { component: 'nothing', props: {} },
        b: { component: 'text', props: { text: { '=': '1 +' } } },
      },
    }
    const saved = await owner.put('/api/drafts/layout/pumps', { body: broken })
    const paths = saved.body.problems.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'nodes.a.component',
        'nodes.root.slots.content.1',
        'nodes.b',
        'nodes.b.props.text',
      ]),
    )
    const refused = await owner.post('/api/releases', {})
    expect(refused.status).toBe(422)
    expect(refused.body.error.details[0].path).toMatch(/^layout\.pumps\.nodes/)
    expect((await owner.delete('/api/drafts/layout/pumps')).status).toBe(204)
  })

  it('a draft that began with an older version is 412', async () => {
    const { version_id } = (await owner.get('/api/layouts/pumps')).body
    await owner.put('/api/drafts/layout/pumps', { body: layout('Mine') })
    await owner.post('/api/releases', {})
    const late = await owner.put('/api/drafts/layout/pumps', {
      body: layout('Late'),
      base_version_id: version_id,
    })
    expect([late.status, late.body.error.code]).toEqual([412, 'edit_conflict'])
  })

  it('[R-15] [R-17] a route of one’s own, a shipped one shadowed and reset', async () => {
    const made = await owner.post('/api/routes', { path: '/pumps/{id}', layout: 'pumps', title: 'Pump' })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body).toMatchObject({ origin: 'own', path: '/pumps/{id}' })
    const shipped = (await owner.get('/api/routes')).body.rows.find(
      ({ path }: { path: string }) => path === '/models',
    )
    expect(shipped.origin).toBe('stock')
    const copy = await owner.put(`/api/routes/${encodeURIComponent(shipped.id)}`, { title: 'Our models' })
    expect(copy.body).toMatchObject({ origin: 'customised', title: 'Our models', layout: shipped.layout })
    const listed = (await owner.get('/api/routes')).body.rows.find(
      ({ path }: { path: string }) => path === '/models',
    )
    expect([listed.renamed, shipped.renamed]).toEqual([true, undefined])
    expect((await owner.delete(`/api/routes/${copy.body.id}`)).status).toBe(204)
    const again = (await owner.get('/api/routes')).body.rows.find(
      ({ path }: { path: string }) => path === '/models',
    )
    expect(again).toEqual(shipped)
    expect((await owner.post('/api/routes', { path: '/x', layout: 'nowhere', title: 'X' })).status).toBe(422)
    const inUse = await owner.delete('/api/layouts/pumps')
    expect([inUse.status, inUse.body.error.code]).toEqual([422, 'in_use'])
  })

  it('[R-15] an address opens another screen for a role, also for who looks as that role', async () => {
    await owner.post('/api/roles', { key: 'crew', label: 'Crew' })
    const layouts = async (who: Api, headers = {}) => {
      const { rows } = (await who.get('/api/routes', { headers })).body
      return rows.filter(({ path }: { path: string }) => path === '/dashboard')
    }
    const put = (by_role: object[]) => owner.put('/api/routes/stock%3A%2Fdashboard', { by_role })
    const wrong = await put([
      { role: 'nobody', layout: 'nowhere' },
      { role: 'crew', layout: 'progress' },
      { role: 'crew', layout: 'pumps' },
    ])
    expect(wrong.status).toBe(422)
    expect(wrong.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'by_role.0.role',
      'by_role.0.layout',
      'by_role.2.role',
    ])
    expect(await put([{ role: 'crew', layout: 'pumps' }])).toMatchObject({
      status: 200,
      body: { layout: 'dashboard', by_role: [{ role: 'crew', layout: 'pumps' }] },
    })
    const crew = api(await addPerson(ownerPerson, tenant, 'crew'), tenant.id)
    const [theirs] = await layouts(crew)
    expect(theirs).toMatchObject({ layout: 'pumps', origin: 'customised' })
    expect(theirs).not.toHaveProperty('by_role')
    expect(await layouts(member)).toMatchObject([{ layout: 'dashboard' }])
    const { token } = (await owner.post('/api/preview', { role: 'crew' })).body
    expect(await layouts(owner, { 'x-preview': token })).toMatchObject([{ layout: 'pumps' }])
    expect(await layouts(owner)).toMatchObject([{ layout: 'dashboard' }])
    const inUse = await owner.delete('/api/layouts/pumps')
    expect(inUse.body.error.message).toContain('the route /dashboard')
    expect((await put([])).status).toBe(200)
    expect(await layouts(crew)).toMatchObject([{ layout: 'dashboard' }])
  })

  it('tells which model a screen lists, shipped or own, to who may read its records', async () => {
    await owner.post('/api/standard-models', { keys: ['catalogues'] })
    const grants = { '*': { verbs: ['read'] }, catalogues: { verbs: [] } }
    const role = await owner.post('/api/roles', { key: 'outside', label: 'Outside', grants })
    expect(role.status, JSON.stringify(role.body)).toBe(201)
    const blind = api(await addPerson(ownerPerson, tenant, 'outside'), tenant.id)
    const lists = async (who: Api, path: string) =>
      (await who.get('/api/routes')).body.rows.find((one: { path: string }) => one.path === path)?.lists
    expect(await lists(owner, '/catalogues')).toBe('catalogues')
    expect(await lists(blind, '/catalogues')).toBeUndefined()
    // One record is no list, nor is a list that shows some of them only.
    expect(await lists(owner, '/catalogues/{id}')).toBeUndefined()
    expect(await lists(owner, '/dashboard')).toBeUndefined()
    const grid = (props: object) => ({
      schema: 1,
      key: 'books',
      title: 'Books',
      nodes: {
        page: { component: 'page', props: { title: 'Books' }, slots: { content: ['grid'] } },
        grid: { component: 'data-grid', props: { model: 'catalogues', ...props } },
      },
      root: 'page',
    })
    const put = async (props: object): Promise<void> => {
      const known = await owner.get('/api/layouts/books')
      const base = known.status === 200 ? { base_version_id: known.body.version_id } : {}
      const saved = await owner.put('/api/drafts/layout/books', { body: grid(props), ...base })
      expect([saved.status, saved.body.problems], JSON.stringify(saved.body)).toEqual([200, []])
      const released = await owner.post('/api/releases', {})
      expect(released.status, JSON.stringify(released.body)).toBe(201)
    }
    await put({})
    await owner.post('/api/routes', { path: '/books', layout: 'books', title: 'Books' })
    expect(await lists(owner, '/books')).toBe('catalogues')
    await put({ where: { field: 'code', op: 'eq', value: 'own' } })
    expect(await lists(owner, '/books')).toBeUndefined()
    await put({ where: { '=': "{'field': 'created_by', 'op': 'eq', 'value': user.id}" } })
    expect(await lists(owner, '/books')).toBeUndefined()
    // What somebody chose on the screen narrows only then; and a screen for customers is no list of who works here.
    await put({
      where: { '=': "query.code == null ? null : {'field': 'code', 'op': 'eq', 'value': query.code}" },
    })
    expect(await lists(owner, '/books')).toBe('catalogues')
    const customers = {
      path: '/their-books',
      layout: 'books',
      title: 'Books',
      access: { roles: ['customer'] },
    }
    await owner.post('/api/routes', customers)
    expect(await lists(owner, '/their-books')).toBeUndefined()
  })

  it('[P-06] [C-05] says who may open a route, with a reason', async () => {
    await owner.post('/api/routes', {
      path: '/office',
      layout: 'pumps',
      title: 'Office',
      access: { roles: ['admin'] },
    })
    const check = (who: Api, route_path: string, route_id: string | null = null) =>
      who.post('/api/route-access/check', { route_path, route_id }).then(({ body }) => body)
    expect(await check(owner, '/office')).toEqual({ hasAccess: true, reason: 'allowed' })
    // A screen of the workspace's own that is not for them is as if it were not there; a shipped one is no secret.
    const nothing = { hasAccess: false, reason: 'no_route' }
    expect(await check(member, '/office')).toEqual(nothing)
    expect(await check(member, '/nowhere')).toEqual(nothing)
    const hidden = (await owner.get('/api/routes')).body.rows.find(
      ({ path }: { path: string }) => path === '/office',
    )
    expect(await check(member, '/nowhere', hidden.id)).toEqual(nothing)
    const [{ name }] = (await owner.get('/api/members')).body.rows.filter(
      ({ role }: { role: string }) => role === 'owner',
    )
    expect(await check(member, '/settings/users')).toEqual({
      hasAccess: false,
      reason: 'role_not_allowed',
      screen: { title: 'People', icon: 'users' },
      admins: [name],
    })
    expect(await check(member, '/pumps/7')).toEqual({ hasAccess: true, reason: 'allowed' })
    const open = (await member.get('/api/routes')).body.rows.map(({ path }: { path: string }) => path)
    expect(open).not.toContain('/office')
  })

  it('[C-05] asks those who can give access by mail, only for what may be known', async () => {
    const ask = (who: Api, route_path: string) => who.post('/api/route-access/ask', { route_path })
    const answer = await ask(member, '/settings/users')
    expect([answer.status, answer.body.asked.length]).toEqual([200, 1])
    const [mail] = await server.mailbox(ownerPerson.email)
    expect(mail?.subject).toMatch(/asks for access to People$/)
    expect(mail?.text).toContain(`${server.url}/settings/users`)
    for (const path of ['/office', '/nowhere']) expect((await ask(member, path)).status, path).toBe(404)
    expect((await ask(owner, '/settings/users')).status).toBe(422)
    const statuses = []
    for (let time = 0; time < 2; time++) statuses.push((await ask(member, '/settings/users')).status)
    expect(statuses).toEqual([200, 200])
    const [event] = await server.sql<{ after: object }>(
      "select after from app.events where kind = 'asked_access' order by id limit 1",
    )
    expect(event?.after).toEqual({ path: '/settings/users', screen: 'People' })
  })
})
