import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Person
let tenant: TestTenant
let call: Api
let member: Person & { api: Api }

beforeAll(async () => {
  ;({ server, ann: owner, tenant, owner: call } = await startPlace('System records'))
  member = await placePerson(server, tenant.id, 'member')
})

afterAll(() => server.stop())

const releases = async () =>
  (
    await server.sql<{ number: number }>(
      'select max(number)::int as number from app.releases where tenant_id = $1',
      [tenant.id],
    )
  )[0]?.number

describe('the system’s models take the same record calls', () => {
  it('a key for the machine is made from the name for people, once; forms choose by name', async () => {
    const again = { headers: { 'Idempotency-Key': 'made-from-its-name-1' } }
    const made = await call.post('/api/records/sys_model', { label: 'Machine hire (€)' }, again)
    expect([made.status, made.body.key]).toEqual([201, 'machine_hire'])
    const repeated = await call.post('/api/records/sys_model', { label: 'Machine hire (€)' }, again)
    expect([repeated.status, repeated.body.id]).toEqual([201, made.body.id])
    const second = await call.post('/api/records/sys_model', { label: 'Machine hire' })
    expect(second.body.key).toBe('machine_hire_2')
    const layout = await call.post('/api/records/sys_layout', { title: 'Our board' })
    expect([layout.status, layout.body.key]).toEqual([201, 'our_board'])
    const role = await call.post('/api/records/sys_role', { label: 'Site manager' })
    expect([role.status, role.body.key]).toEqual([201, 'site_manager'])
    const route = await call.post('/api/records/sys_route', {
      path: '/board',
      layout: 'our_board',
      title: 'Board',
      roles: ['site_manager', 'owner'],
    })
    expect([route.status, route.body.roles, route.body.access]).toEqual([
      201,
      ['site_manager', 'owner'],
      { roles: ['site_manager', 'owner'] },
    ])
    const { body } = await call.get('/api/models/sys_route/description')
    const options = (key: string): string[] =>
      body.fields
        .find((field: { key: string }) => field.key === key)
        .options.map((option: { value: string; label: string }) => `${option.value}: ${option.label}`)
    expect(options('layout')).toEqual(
      expect.arrayContaining(['our_board: Our board', 'dashboard: Dashboard']),
    )
    expect(options('roles')).toEqual(expect.arrayContaining(['site_manager: Site manager', 'member: Member']))
    expect(options('parent')).toContain('/board: Board')
  })

  it('[C-17] also with an Idempotency-Key, as the browser sends it', async () => {
    const body = { path: '/once', layout: 'dashboard', title: 'Once' }
    const options = { headers: { 'Idempotency-Key': 'route-once' } }
    const made = await call.post('/api/records/sys_route', body, options)
    expect(made.status).toBe(201)
    const again = await call.post('/api/records/sys_route', body, options)
    expect([again.status, again.body.id]).toEqual([201, made.body.id])
    const change = await call.patch(
      `/api/records/sys_route/${made.body.id}`,
      { title: 'Twice' },
      { headers: { 'Idempotency-Key': 'route-change' } },
    )
    expect(change.body.title).toBe('Twice')
  })

  it('models, with their schema, released at once; a conflict is 412', async () => {
    const before = await releases()
    const made = await call.post('/api/records/sys_model', {
      key: 'thing',
      label: 'Things',
      schema: { fields: [{ key: 'name', label: 'Name', type: 'text' }] },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ key: 'thing', label: 'Things', schema: { version: 1 } })
    expect(await releases()).toBe(Number(before) + 1)
    const changed = await call.patch(`/api/records/sys_model/${made.body.id}`, {
      label: 'Our things',
      base: { label: 'Things' },
    })
    expect(changed.body.label).toBe('Our things')
    const conflict = await call.patch(`/api/records/sys_model/${made.body.id}`, {
      label: 'Other',
      base: { label: 'Things' },
    })
    expect([conflict.status, conflict.body.error.details.fields.label]).toEqual([
      412,
      { base: 'Things', mine: 'Other', theirs: 'Our things' },
    ])
    const bad = await call.post('/api/records/sys_model', {
      key: 'Thing!',
      label: '',
      schema: { fields: [{ key: 'x', label: 'X', type: 'nope' }] },
    })
    expect([bad.status, bad.body.error.code]).toEqual([422, 'invalid'])
    expect((await call.post('/api/records/thing', { name: 'works at once' })).status).toBe(201)
    expect((await call.delete(`/api/records/sys_model/${made.body.id}`)).body.error.code).toBe('in_use')
  })

  it('archetypes, roles, permissions, routes, layouts', async () => {
    const archetype = await call.post('/api/records/sys_archetype', {
      name: 'Sized',
      schema: { version: 1, assemblies: [] },
    })
    expect(archetype.status).toBe(201)
    expect(
      (await call.patch(`/api/records/sys_archetype/${archetype.body.id}`, { name: 'Measured' })).body.name,
    ).toBe('Measured')
    expect((await call.delete(`/api/records/sys_archetype/${archetype.body.id}`)).status).toBe(204)

    const role = await call.post('/api/records/sys_role', { key: 'clerk', label: 'Clerk' })
    expect([role.status, role.body.key]).toEqual([201, 'clerk'])
    expect((await call.post('/api/records/sys_role', { key: 'owner', label: 'x' })).status).toBe(422)

    const model = (
      await call.post('/api/records/sys_model', {
        key: 'ruled',
        label: 'Ruled',
        schema: { fields: [{ key: 'cost', label: 'Cost', type: 'money' }] },
      })
    ).body
    const rule = await call.post('/api/records/sys_field_permission', {
      model_id: model.id,
      field_key: 'cost',
      read_roles: ['owner'],
      write_roles: ['owner'],
    })
    expect([rule.status, rule.body.id]).toEqual([201, `${model.id}:cost`])
    expect(
      (
        await call.patch(`/api/records/sys_field_permission/${rule.body.id}`, {
          read_roles: ['owner', 'clerk'],
        })
      ).body,
    ).toMatchObject({ read_roles: ['owner', 'clerk'], write_roles: ['owner'] })
    expect((await call.delete(`/api/records/sys_field_permission/${rule.body.id}`)).status).toBe(204)

    const layout = await call.post('/api/records/sys_layout', { key: 'my_page', title: 'My page' })
    expect([layout.status, layout.body.key]).toEqual([201, 'my_page'])
    expect(
      (await call.patch(`/api/records/sys_layout/${layout.body.id}`, { title: 'Our page' })).body.title,
    ).toBe('Our page')
    expect((await call.get('/api/layouts/my_page')).body.layout.title).toBe('Our page')

    const route = await call.post('/api/records/sys_route', {
      path: '/my-page',
      layout: 'my_page',
      title: 'My page',
    })
    expect(route.status).toBe(201)
    expect((await call.delete(`/api/records/sys_layout/${layout.body.id}`)).body.error.code).toBe('in_use')
    expect((await call.post('/api/records/sys_route/bulk', { delete: [route.body.id] })).status).toBe(200)
    expect((await call.delete(`/api/records/sys_layout/${layout.body.id}`)).status).toBe(204)
  })

  it('people and invitations', async () => {
    const person = await placePerson(server, tenant.id, 'member')
    expect((await call.patch(`/api/records/sys_member/${person.userId}`, { role: 'admin' })).body.role).toBe(
      'admin',
    )
    expect((await call.patch(`/api/records/sys_member/${owner.userId}`, { role: 'member' })).status).toBe(422)
    expect((await call.post('/api/records/sys_member', { name: 'x' })).status).toBe(403)
    const invite = await call.post('/api/records/sys_invite', { email: 'New@Example.test', role: 'member' })
    expect(invite.body).toMatchObject({ email: 'new@example.test', role: 'member', status: 'open' })
    expect((await server.mailbox('new@example.test'))[0]?.text).toContain('/invite/')
    expect((await call.delete(`/api/records/sys_invite/${invite.body.id}`)).status).toBe(204)
    expect((await call.delete(`/api/records/sys_member/${person.userId}`)).status).toBe(204)
  })

  it('[MA-05] a member changes none of it; events, releases and imports nobody', async () => {
    const before = await releases()
    const models: [string, Record<string, unknown>, number][] = [
      ['sys_model', { key: 'theirs', label: 'Theirs' }, 403],
      ['sys_archetype', { name: 'Theirs' }, 403],
      ['sys_role', { key: 'theirs', label: 'Theirs', manage: ['workspace'] }, 404],
      [
        'sys_field_permission',
        { model_id: tenant.id, field_key: 'x', read_roles: ['member'], write_roles: ['member'] },
        404,
      ],
      ['sys_route', { path: '/theirs', layout: 'x', title: 'x' }, 404],
      ['sys_layout', { key: 'theirs', title: 'x' }, 404],
      ['sys_member', { role: 'owner' }, 403],
      ['sys_invite', { email: 'a@example.test', role: 'owner' }, 404],
      ['sys_nothing', {}, 404],
    ]
    for (const [model, body, status] of models) {
      expect([model, (await member.api.post(`/api/records/${model}`, body)).status]).toEqual([model, status])
      expect([
        model,
        (await member.api.post(`/api/records/${model}/bulk`, { create: [body] })).status,
      ]).toEqual([model, status])
    }
    expect(
      (await member.api.patch(`/api/records/sys_member/${member.userId}`, { role: 'owner' })).status,
    ).toBe(403)
    for (const model of ['sys_event', 'sys_release', 'sys_import'])
      expect([model, (await call.post(`/api/records/${model}`, {})).status]).toEqual([model, 403])
    expect(await releases()).toBe(before)
  })
})

describe('releases', () => {
  it('say what they changed, without a note too; the first one that the workspace was made', async () => {
    const own = api(owner, (await makeWorkspace(owner, 'Released')).id)
    const model = await own.post('/api/models', { key: 'crane', label: 'Cranes' })
    expect(model.status).toBe(201)
    await own.delete(`/api/models/${model.body.id}`)
    const { body } = await own.post('/api/query', {
      queries: [
        {
          model: 'sys_release',
          fields: ['number', 'changed', 'names'],
          sort: [{ field: 'number', dir: 'asc' }],
        },
      ],
    })
    expect(body.results[0].rows).toMatchObject([
      { number: 0, changed: ['workspace'], names: null },
      { number: 1, changed: ['model'], names: ['Cranes'] },
      { number: 2, changed: ['model'], names: ['Cranes'] },
    ])
  })
})

describe('POST /api/quick-setup', () => {
  it('makes starter models with linked screens in one release, in the words of the trade, and invites people', async () => {
    const choices = await call.get('/api/quick-setup')
    expect(choices.body.trades.map(({ key }: { key: string }) => key)).toContain('carpentry')
    const trade = choices.body.trades.find(({ key }: { key: string }) => key === 'carpentry')
    const before = await releases()
    const { status, body } = await call.post('/api/quick-setup', {
      trade: 'carpentry',
      manage: trade.suggests,
      people: [{ email: 'Foreman@Example.test', role: 'member' }],
    })
    expect([status, body.error]).toEqual([201, undefined])
    expect(body.models).toEqual(trade.suggests)
    expect(body.invited).toEqual(['foreman@example.test'])
    expect(await releases()).toBe(Number(before) + 1)
    const routes = (await call.get('/api/routes')).body.rows.map(({ path }: { path: string }) => path)
    for (const path of body.routes) expect(routes).toContain(path)
    for (const key of body.models) {
      const description = await call.get(`/api/models/${key}/description`)
      expect(description.status).toBe(200)
      if (key === 'price_book')
        expect(
          description.body.fields.find((field: { key: string }) => field.key === 'category').options[1].value,
        ).toBe('Solid timber')
    }
    const supplier = await call.post('/api/records/suppliers', { name: 'Holz Maier', trade: 'Timber' })
    expect(supplier.status).toBe(201)
    expect(
      (
        await call.post('/api/records/price_book', {
          code: 'K-1',
          name: 'KVH 60/120',
          category: 'Solid timber',
          unit: 'm',
          price: '4.90',
          supplier: supplier.body.id,
        })
      ).status,
    ).toBe(201)
    const again = await call.post('/api/quick-setup', { trade: 'carpentry', manage: trade.suggests })
    expect(again.body).toMatchObject({ models: [], kept: trade.suggests, release: null })
  })

  it('speaks the language of who sets up, in names, choices and what screens say of one record', async () => {
    const offer = await call.get('/api/quick-setup?language=de')
    const zimmerei = offer.body.trades.find(({ key }: { key: string }) => key === 'carpentry')
    expect(zimmerei).toMatchObject({ label: 'Zimmerei und Schreinerei' })
    expect(zimmerei.options['price_book.category']).toContain('Vollholz')
    const other = await makeWorkspace(owner, 'Zimmerei')
    const there = api(owner, other.id)
    const made = await there.post('/api/quick-setup', {
      language: 'de',
      trade: 'carpentry',
      manage: ['price_book', 'suppliers'],
    })
    expect([made.status, made.body.error]).toEqual([201, undefined])
    const { body: book } = await there.get('/api/models/price_book/description')
    expect(book.label).toBe('Preisbuch')
    const category = book.fields.find(({ key }: { key: string }) => key === 'category')
    expect(category.label).toBe('Kategorie')
    expect(category.options.map(({ value }: { value: string }) => value)).toContain('Vollholz')
    const { body: list } = await there.get('/api/layouts/suppliers.list')
    expect(list.layout).toMatchObject({
      title: 'Lieferanten',
      nodes: {
        add: { props: { label: 'Lieferant anlegen' } },
        grid: { props: { empty: { title: 'Lieferanten: noch nichts da', action: 'Lieferant anlegen' } } },
      },
    })
    const routes = (await there.get('/api/routes')).body.rows
    expect(routes.find(({ path }: { path: string }) => path === '/suppliers/new')?.title).toBe(
      'Lieferant anlegen',
    )
    expect((await there.get('/api/quick-setup?language=fr')).status).toBe(422)
  })

  it('leaves out links to what was not chosen, and refuses what does not exist', async () => {
    const other = await makeWorkspace(owner, 'Alone')
    const alone = api(owner, other.id)
    expect((await alone.post('/api/quick-setup', { manage: ['price_book'] })).status).toBe(201)
    const { body } = await alone.get('/api/models/price_book/description')
    expect(body.fields.map(({ key }: { key: string }) => key)).not.toContain('supplier')
    expect((await alone.post('/api/quick-setup', { manage: ['nothing'] })).status).toBe(422)
    expect((await alone.post('/api/quick-setup', { trade: 'magic' })).status).toBe(422)
    expect((await member.api.post('/api/quick-setup', { manage: ['stock'] })).status).toBe(403)
  })
})
