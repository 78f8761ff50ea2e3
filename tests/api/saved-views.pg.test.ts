import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import type { Api, Person, TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let tenant: TestTenant
let owner: Api
let ada: Person & { api: Api }
let ben: Person & { api: Api }
let customer: Person & { api: Api }
let secretModel: string

beforeAll(async () => {
  ;({ server, tenant, owner } = await startPlace('Saved views'))
  ada = await placePerson(server, tenant.id, 'member')
  ben = await placePerson(server, tenant.id, 'member')
  customer = await placePerson(server, tenant.id, 'customer')
  const made = await owner.post('/api/models', {
    key: 'orders',
    label: 'Orders',
    construct_type: 'item',
    schema: {
      version: 1,
      fields: [
        { key: 'name', label: 'Name', type: 'text' },
        { key: 'margin', label: 'Margin', type: 'percent' },
      ],
    },
  })
  secretModel = made.body.id
})

afterAll(() => server.stop())

const view = (title: string, more: object = {}) => ({
  title,
  list: 'orders.list',
  model: 'orders',
  settings: { sort: [{ field: 'name', dir: 'desc' }], group: ['name'], density: 'roomy' },
  ...more,
})
const titles = async (who: Api): Promise<string[]> => {
  const { body } = await who.post('/api/query', {
    queries: [
      {
        model: 'sys_view',
        where: { field: 'list', op: 'eq', value: 'orders.list' },
        sort: [{ field: 'title', dir: 'asc' }],
      },
    ],
  })
  return (body.results[0].rows ?? []).map((row: { title: string }) => row.title)
}
/** Which roles begin with which view of a list, as everybody is told. */
const begins = async (list: string): Promise<Record<string, string[]>> => {
  const where = { field: 'list', op: 'eq', value: list }
  const { body } = await ben.api.post('/api/query', { queries: [{ model: 'sys_view', where }] })
  const rows: { title: string; default_for: string[] }[] = body.results[0].rows
  return Object.fromEntries(rows.map((row) => [row.title, row.default_for]))
}

describe('saved views', () => {
  it('one’s own is seen, changed and deleted by nobody else', async () => {
    const made = await ada.api.post('/api/records/sys_view', view('Mine'))
    expect([made.status, made.body.shared, made.body.settings.group]).toEqual([201, false, ['name']])
    expect(await titles(ada.api)).toEqual(['Mine'])
    expect(await titles(ben.api)).toEqual([])
    expect(await titles(owner)).toEqual([])
    const path = `/api/records/sys_view/${made.body.id}`
    for (const other of [ben.api, owner]) {
      expect((await other.patch(path, { title: 'Yours' })).status).toBe(404)
      expect((await other.delete(path)).status).toBe(404)
    }
    const changed = await ada.api.patch(path, { title: 'Still mine', settings: { density: 'tall' } })
    expect([changed.status, changed.body.title, changed.body.settings]).toEqual([
      200,
      'Still mine',
      { density: 'tall' },
    ])
    expect((await ada.api.patch(path, { default_for: ['member'] })).status).toBe(403)
    expect((await ada.api.delete(path)).status).toBe(204)
    expect(await titles(ada.api)).toEqual([])
  })

  it('one for everybody is released, and only by whoever may change screens', async () => {
    expect((await ada.api.post('/api/records/sys_view', view('Ours', { shared: true }))).status).toBe(403)
    const sharing = async (who: Api) => {
      const { body } = await who.get('/api/models/sys_view/description')
      return body.fields.find(({ key }: { key: string }) => key === 'shared').read_only
    }
    expect([await sharing(ada.api), await sharing(owner)]).toEqual([true, false])
    const made = await owner.post(
      '/api/records/sys_view',
      view('Ours', { shared: true, default_for: ['member'] }),
    )
    expect([made.status, made.body.shared, made.body.default_for]).toEqual([201, true, ['member']])
    expect(await titles(ben.api)).toEqual(['Ours'])
    const path = `/api/records/sys_view/${made.body.id}`
    expect((await ada.api.patch(path, { title: 'Theirs' })).status).toBe(403)
    expect((await ada.api.delete(path)).status).toBe(403)
    expect((await owner.patch(path, { title: 'For all' })).body.title).toBe('For all')
    const overlay = await ada.api.post('/api/records/sys_view', view('For all', { base_id: made.body.id }))
    expect([overlay.status, overlay.body.base_id]).toEqual([201, made.body.id])
    expect(await titles(ada.api)).toEqual(['For all', 'For all'])
    expect(await titles(ben.api)).toEqual(['For all'])
    expect((await owner.delete(path)).status).toBe(204)
    expect(await titles(ben.api)).toEqual([])
  })

  it('refuses unknown roles, unknown settings and models one may not read', async () => {
    const bad = await owner.post(
      '/api/records/sys_view',
      view('x', { shared: true, default_for: ['nobody'] }),
    )
    expect([bad.status, bad.body.error.details[0].code]).toEqual([422, 'unknown_role'])
    const markup = await ada.api.post(
      '/api/records/sys_view',
      view('x', { settings: { script: 'alert(1)' } }),
    )
    expect(markup.status).toBe(422)
    expect((await ada.api.post('/api/records/sys_view', view('x', { model: 'nothing' }))).status).toBe(404)
    expect((await customer.api.post('/api/records/sys_view', view('x'))).status).toBe(404)
  })

  it('[P-05] one for everybody does not tell of a field that not everybody may read', async () => {
    await owner.post('/api/permissions/fields/bulk', [
      { model_id: secretModel, field_key: 'margin', read_roles: ['owner'], write_roles: ['owner'] },
    ])
    const filters = { or: [{ not: { field: 'margin', op: 'gt', value: '5' } }] }
    const refused = await owner.post(
      '/api/records/sys_view',
      view('x', { shared: true, settings: { filters } }),
    )
    expect([refused.status, refused.body.error?.details?.[0]?.code]).toEqual([422, 'restricted_field'])
    expect((await owner.post('/api/records/sys_view', view('Own', { settings: { filters } }))).status).toBe(
      201,
    )
  })

  it('[P-05] one saved before a field was restricted names it no more to those who may not read it', async () => {
    const change = (read_roles: string[]) =>
      owner.post('/api/permissions/fields/bulk', [
        { model_id: secretModel, field_key: 'margin', read_roles, write_roles: read_roles },
      ])
    expect((await change(['owner', 'member'])).status).toBe(200)
    // A rule, though it lets everybody read, keeps the field out of new shared views; so it is taken off first.
    expect((await owner.delete(`/api/permissions/fields/${secretModel}/margin`)).status).toBe(204)
    const settings = {
      kind: 'pivot',
      sort: [
        { field: 'margin', dir: 'desc' },
        { field: 'name', dir: 'asc' },
      ],
      group: ['name', 'margin'],
      order: ['margin', 'name'],
      hidden: { margin: false },
      widths: { margin: 90, name: 200 },
      pins: { margin: 'left' },
      totals: { margin: 'sum' },
      measure: 'margin',
      by: 'name',
    }
    const filters = { and: [{ field: 'margin', op: 'gt', value: '5' }] }
    const made = await owner.post('/api/records/sys_view', view('Dear', { shared: true, settings }))
    const narrow = await owner.post(
      '/api/records/sys_view',
      view('Only dear', { shared: true, settings: { filters } }),
    )
    const own = await ada.api.post('/api/records/sys_view', view('My dear', { settings: { filters } }))
    expect([made.status, narrow.status, own.status]).toEqual([201, 201, 201])
    expect(JSON.stringify((await ada.api.post('/api/query', everything)).body)).toContain('margin')
    expect((await change(['owner'])).status).toBe(200)

    for (const fields of [undefined, ['title', 'settings'], ['settings']]) {
      const asked = { queries: [{ ...everything.queries[0], ...(fields && { fields }) }] }
      const { body } = await ada.api.post('/api/query', asked)
      expect(JSON.stringify(body)).not.toContain('margin')
      expect(JSON.stringify((await owner.post('/api/query', asked)).body)).toContain('margin')
    }
    expect((await titles(ada.api)).filter((title) => title.includes('ear'))).toEqual(['Dear', 'My dear'])
    const { body } = await ada.api.post('/api/query', everything)
    const dear = body.results[0].rows.find(({ title }: { title: string }) => title === 'Dear')
    expect(dear.settings).toEqual({
      kind: 'pivot',
      sort: [{ field: 'name', dir: 'asc' }],
      group: ['name'],
      order: ['name'],
      hidden: {},
      widths: { name: 200 },
      pins: {},
      totals: {},
      by: 'name',
    })
    for (const path of ['', `/${narrow.body.id}`, `/${made.body.id}`]) {
      const answer = await ada.api.get(`/api/records/sys_view${path === '' ? '/export?format=json' : path}`)
      expect(JSON.stringify(answer.body)).not.toContain('margin')
    }
    const renamed = await ada.api.patch(`/api/records/sys_view/${own.body.id}`, { title: 'Still my dear' })
    expect([renamed.status, JSON.stringify(renamed.body).includes('margin')]).toEqual([200, false])
    const across = await ada.api.post('/api/query', {
      queries: [
        { model: 'sys_view', fields: ['title', 'base_id.settings'] },
        { model: 'sys_view', fields: ['title'], expand: { base_id: { fields: ['settings'] } } },
      ],
    })
    expect(across.body.results.map(({ error }: { error: { code: string } }) => error.code)).toEqual([
      'unknown_field',
      'unknown_field',
    ])
  })

  it('a role begins with one view of a list: the newer replaces the older', async () => {
    const save = async (title: string, default_for: string[], list = 'jobs.list'): Promise<string> => {
      const made = await owner.post('/api/records/sys_view', view(title, { list, shared: true, default_for }))
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return made.body.id
    }
    const first = await save('First', ['member', 'admin'])
    await save('Elsewhere', ['member'], 'jobs.other')
    const second = await save('Second', ['member'])
    expect(await begins('jobs.list')).toEqual({ First: ['admin'], Second: ['member'] })
    expect(await begins('jobs.other')).toEqual({ Elsewhere: ['member'] })
    // Taken back by changing it; a name alone takes nothing.
    await owner.patch(`/api/records/sys_view/${second}`, { title: 'Later' })
    expect(await begins('jobs.list')).toEqual({ First: ['admin'], Later: ['member'] })
    await owner.patch(`/api/records/sys_view/${first}`, { default_for: ['member', 'owner'] })
    expect(await begins('jobs.list')).toEqual({ First: ['member', 'owner'], Later: [] })
    // What was replaced does not come back when its successor goes.
    await owner.delete(`/api/records/sys_view/${first}`)
    expect(await begins('jobs.list')).toEqual({ Later: [] })
    const titles = ['A', 'B', 'C', 'D']
    await Promise.all(titles.map((title) => save(title, ['member'])))
    const together = Object.values(await begins('jobs.list')).filter((roles) => roles.includes('member'))
    expect(together).toHaveLength(1)
  })

  it('a role begins with the view that was saved last where two were saved for it before', async () => {
    const wish = { list: 'twice.list', shared: true }
    const roles = ['member', 'admin']
    const older = await owner.post('/api/records/sys_view', view('Older', { ...wish, default_for: roles }))
    const newer = await owner.post('/api/records/sys_view', view('Newer', wish))
    // As it was stored before one replaced the other.
    await server.sql('alter table app.definition_versions disable trigger user')
    await server.sql(
      `update app.definition_versions set body = jsonb_set(body, '{default_for}', $2) where definition_id = $1`,
      [newer.body.id, JSON.stringify(roles)],
    )
    await server.sql('alter table app.definition_versions enable trigger user')
    expect(await begins('twice.list')).toEqual({ Older: [], Newer: ['member', 'admin'] })
    const path = `/api/records/sys_view/${older.body.id}`
    await owner.patch(path, { title: 'Older, renamed' })
    expect(await begins('twice.list')).toEqual({ 'Older, renamed': [], Newer: ['member', 'admin'] })
    await owner.patch(path, { default_for: ['admin'] })
    expect(await begins('twice.list')).toEqual({ 'Older, renamed': ['admin'], Newer: ['member'] })
  })
})

const everything = { queries: [{ model: 'sys_view', sort: [{ field: 'title', dir: 'asc' }] }] }
