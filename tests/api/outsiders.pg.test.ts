import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import {
  addPerson,
  api,
  makeWorkspace,
  signUp,
  type Api,
  type ApiAnswer,
  type Person,
} from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

type Said = ApiAnswer['body']

// Customers, the public and the holders of links: principals with lists of their own.
let server: TestServer
let owner: Person
let call: Api
let tenantId: string
let member: Api
let customer: Person & { api: Api }
let stranger: Person & { api: Api }
const anybody = (): Api => api(null, undefined, server)
const address = 'falkenried'
const ids = { firm: newId(), project: newId(), note: newId() }
const firms: string[] = []
const projects: { id: string; token: string }[] = []

const text = (key: string, more: object = {}) => ({ key, label: key, type: 'text', ...more })
const outsiders = {
  customer: {
    firm: {
      verbs: ['read'],
      rows: { field: 'id', op: 'eq', value: { '=': 'user.record' } },
      fields: { read: ['name'], write: [] },
    },
    project: {
      verbs: ['read', 'update'],
      rows: { field: 'firm', op: 'eq', value: { '=': 'user.record' } },
      fields: { read: ['name', 'due', 'firm', 'cost'], write: ['wish'] },
    },
  },
  public: {
    project: {
      verbs: ['read'],
      rows: { field: 'shown', op: 'eq', value: true },
      fields: { read: ['name', 'due'], write: [] },
    },
    note: { verbs: ['create'], fields: { read: [], write: ['title', 'email'] } },
  },
}

beforeAll(async () => {
  server = await startTestServer()
  owner = await signUp(server)
  const tenant = await makeWorkspace(owner, 'Falkenried', { subdomain: address })
  tenantId = tenant.id
  call = api(owner, tenantId)
  const schema = (...fields: object[]) => ({ version: 1, fields })
  await installDefinitions(server, tenantId, owner.userId, [
    {
      kind: 'model',
      id: ids.firm,
      key: 'firm',
      body: { label: 'Firms', schema: schema(text('name'), text('rating')) },
    },
    {
      kind: 'model',
      id: ids.project,
      key: 'project',
      body: {
        label: 'Projects',
        schema: {
          singular: 'project',
          ...schema(
            text('name'),
            { key: 'due', label: 'due', type: 'date' },
            { key: 'cost', label: 'cost', type: 'money', scale: 2 },
            { key: 'shown', label: 'shown', type: 'boolean' },
            { key: 'firm', label: 'firm', type: 'relation', target: 'firm' },
            text('wish'),
            text('number', { unique: true }),
          ),
        },
      },
    },
    {
      kind: 'model',
      id: ids.note,
      key: 'note',
      body: {
        label: 'Notes',
        schema: schema(text('title', { required: true }), text('email'), text('state')),
      },
    },
    {
      kind: 'field_permissions',
      key: ids.project,
      body: { fields: { cost: { read_roles: ['owner'], write_roles: ['owner'] } } },
    },
  ])
  member = (await placePerson(server, tenantId, 'member')).api
  customer = await placePerson(server, tenantId, 'customer')
  stranger = await placePerson(server, tenantId, 'customer')
  for (const name of ['Own', 'Other']) {
    const made = await call.post('/api/records/firm', { name, rating: `CANARY-rating-${name}` })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    firms.push(made.body.id)
  }
  for (const [index, firm] of [firms[0], firms[0], firms[1]].entries()) {
    const made = await call.post('/api/records/project', {
      name: `Project ${index}`,
      due: '2026-12-01',
      cost: '777.00',
      shown: index > 0,
      firm,
      wish: `CANARY-wish-${index}`,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    projects.push(made.body)
  }
})
afterAll(() => server.stop())

const ask = async (who: Api, query: object): Promise<Said> => {
  const { body } = await who.post('/api/query', { queries: [query] })
  return body.results?.[0] ?? body
}
const askPublic = async (query: object): Promise<Said> =>
  (await anybody().post(`/api/public/workspaces/${address}/query`, { queries: [query] })).body
const grant = (key: string, grants: object) => call.put(`/api/roles/stock:${key}`, { grants })
const codes = (body: Said): string[] => body.error.details.map(({ path, code }: Said) => `${path} ${code}`)

describe('nothing was granted', () => {
  it('customers see nothing, and the public has no door: as for an address that nobody has', async () => {
    expect((await ask(customer.api, { model: 'project' })).error?.code).toBe('not_found')
    expect((await customer.api.get('/api/models')).body.rows).toEqual([])
    const before = await databaseChecksum(server)
    const answers = []
    for (const where of [address, 'nowhere', 'x', '../etc', 'FALKENRIED'])
      for (const [method, path, body] of [
        ['get', '', undefined],
        ['post', '/query', { queries: [{ model: 'project' }] }],
        ['post', '/records/note', { title: 'a' }],
      ] as const) {
        const url = `/api/public/workspaces/${encodeURIComponent(where)}${path}`
        const answer = method === 'get' ? await anybody().get(url) : await anybody().post(url, body)
        answers.push([answer.status, { ...answer.body.error, requestId: '-' }])
      }
    expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([404, { code: 'not_found', message: 'not_found', requestId: '-' }])]),
    )
    expect(await databaseChecksum(server)).toBe(before)
  })
})

describe('what outsiders may be granted', () => {
  it('is said model by model and field by field, and only what an outsider may have at most', async () => {
    const wrong = await grant('public', {
      '*': { verbs: ['read'] },
      sys_member: { verbs: ['read'] },
      never: { verbs: ['read'] },
      project: {
        verbs: ['read', 'update'],
        rows: { field: 'gone', op: 'eq', value: 1 },
        fields: { read: ['name', 'gone'], write: ['number'] },
      },
    })
    expect(wrong.status).toBe(422)
    expect(codes(wrong.body).toSorted()).toEqual([
      'grants.* outside',
      'grants.never unknown_model',
      'grants.project.fields.read unknown_field',
      'grants.project.fields.write unique',
      'grants.project.rows.field unknown_field',
      'grants.project.verbs outside',
      'grants.sys_member outside',
    ])
    expect((await call.put('/api/roles/stock:customer', { manage: ['roles'] })).status).toBe(422)
    expect((await call.put('/api/roles/stock:customer', { label: 'Guests' })).status).toBe(422)
    expect((await call.delete('/api/roles/stock:customer')).status).toBe(403)
    expect((await member.put('/api/roles/stock:customer', { grants: {} })).status).toBe(403)
  })

  it('a row rule is checked when it is saved, with the place of each fault', async () => {
    const rule = async (rows: object) => {
      const { status, body } = await grant('customer', {
        project: { verbs: ['read'], rows, fields: { read: [], write: [] } },
      })
      return status === 200 ? 'saved' : codes(body).join()
    }
    expect(await rule({ field: 'due', op: 'gte', value: { '=': 'dateAdd(today(), -30, "day")' } })).toBe(
      'saved',
    )
    expect(await rule({ and: [{ field: 'due', op: 'eq', value: { '=': 'user.password' } }] })).toBe(
      'grants.project.rows.and.0.value expression',
    )
    expect(await rule({ field: 'due', op: 'eq', value: { '=': 'today( ' } })).toBe(
      'grants.project.rows.value expression',
    )
    expect(await rule({ field: 'due', op: 'eq', value: { '=': 'user.email' } })).toBe(
      'grants.project.rows.value type',
    )
    expect(await rule({ not: { field: 'firm.gone', op: 'empty' } })).toMatch(/unknown_field/)
  })

  it('both roles are set, and are listed with it for those who manage roles', async () => {
    for (const [key, grants] of Object.entries(outsiders)) {
      const { status, body } = await grant(key, grants)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body).toMatchObject({ key, built_in: true, grants })
    }
    const roles = (await call.get('/api/roles')).body.rows
    expect(roles.filter((one: Said) => one.grants).map(({ key }: Said) => key)).toEqual([
      'customer',
      'public',
    ])
    const { rows } = await ask(call, {
      model: 'sys_role',
      where: { field: 'key', op: 'eq', value: 'public' },
    })
    expect(rows).toMatchObject([{ key: 'public', built_in: true, grants: outsiders.public }])
    expect(JSON.stringify((await member.get('/api/roles')).body)).not.toContain('wish')
    expect((await call.put(`/api/members/${customer.userId}`, { role: 'public' })).status).toBe(422)
    expect((await call.post('/api/invites', { email: 'a@example.test', role: 'public' })).status).toBe(422)
  })
})

describe('a customer', () => {
  it('[RA-01] sees what belongs to the record that stands for them, and nothing while there is none', async () => {
    expect((await ask(customer.api, { model: 'project', total: 'exact' })).total).toBe(0)
    const bound = await call.put(`/api/members/${customer.userId}`, { record_id: firms[0] })
    expect([bound.status, bound.body.record_id, bound.body.record_model]).toEqual([200, firms[0], 'firm'])
    await call.put(`/api/members/${stranger.userId}`, { record_id: firms[1] })
    const mine = await ask(customer.api, { model: 'project', sort: [{ field: 'name' }], total: 'exact' })
    expect([mine.total, mine.rows.map(({ name }: Said) => name)]).toEqual([2, ['Project 0', 'Project 1']])
    // Listed for customers, but the field's own rule does not name them: both must.
    expect(Object.keys(mine.rows[0]).toSorted()).toEqual(['due', 'firm', 'id', 'name'])
    expect((await ask(stranger.api, { model: 'project' })).rows.map(({ name }: Said) => name)).toEqual([
      'Project 2',
    ])
    expect((await ask(customer.api, { model: 'firm' })).rows.map(({ name }: Said) => name)).toEqual(['Own'])
    expect((await customer.api.get(`/api/records/project/${projects[2]?.id}`)).status).toBe(404)
  })

  it('[FP-02] every field that is not listed is one that does not exist', async () => {
    for (const field of [
      'cost',
      'wish',
      'shown',
      'token',
      'created_by',
      'updated_at',
      'revision',
      'firm.rating',
      'never',
    ])
      for (const query of [
        { model: 'project', where: { field, op: 'empty' } },
        { model: 'project', sort: [{ field }] },
        { model: 'project', group: [field] },
        { model: 'project', fields: [field] },
      ])
        expect((await ask(customer.api, query)).error?.code, field).toBe('unknown_field')
    const described = (await customer.api.get('/api/models/project/description')).body
    expect(described.fields.map(({ key }: Said) => key).toSorted()).toEqual(['due', 'firm', 'id', 'name'])
    for (const path of ['/api/models', '/api/models/project/form']) {
      const told = JSON.stringify((await customer.api.get(path)).body)
      expect(told, path).toContain('due')
      expect(told, path).not.toMatch(/cost|rating|shown|unique|"777|CANARY/)
    }
  })

  it('writes what is listed for it, in its own records, and learns nothing of what happened', async () => {
    const [mine, , theirs] = projects
    expect((await customer.api.patch(`/api/records/project/${mine?.id}`, { wish: 'A balcony' })).status).toBe(
      200,
    )
    for (const key of ['name', 'cost', 'shown', 'never'])
      expect(
        (await customer.api.patch(`/api/records/project/${mine?.id}`, { [key]: 'x' })).body.error?.code,
      ).toBe('field_forbidden')
    expect((await customer.api.patch(`/api/records/project/${theirs?.id}`, { wish: 'x' })).status).toBe(404)
    expect((await customer.api.delete(`/api/records/project/${mine?.id}`)).status).toBe(403)
    for (const path of [
      `/api/objects/${mine?.token}`,
      `/api/objects/${mine?.token}/trace`,
      `/api/objects/${mine?.token}/full`,
      '/api/objects',
      `/api/records/project/${mine?.id}/events`,
      `/api/records/project/${mine?.id}?at=2026-11-01T00:00:00Z`,
      '/api/members',
      '/api/roles',
      '/api/archetypes',
      '/api/layouts',
    ]) {
      const { status, body } = await customer.api.get(path)
      expect([path, status], JSON.stringify(body)).toEqual([path, 403])
    }
    expect((await ask(customer.api, { model: 'project', as_of: new Date().toISOString() })).error?.code).toBe(
      'forbidden',
    )
    expect((await ask(customer.api, { model: 'sys_event' })).error?.code).toBe('not_found')
    const changes = (await customer.api.get('/api/changes?since=0')).body
    expect(changes.rows.length).toBeGreaterThan(0)
    expect(new Set(changes.rows.map(({ by }: Said) => by))).toEqual(new Set([null]))
    const exported = await customer.api.get('/api/records/project/export?format=csv')
    expect(exported.status).toBe(403)
  })

  it('[FP-17] follows a change of the record, of the grants and of the role with the next call', async () => {
    await call.put(`/api/members/${stranger.userId}`, { record_id: null })
    expect((await ask(stranger.api, { model: 'project', total: 'exact' })).total).toBe(0)
    expect((await call.put(`/api/members/${stranger.userId}`, { record_id: newId() })).status).toBe(422)
    const { project: _project, ...less } = outsiders.customer
    await grant('customer', less)
    expect((await ask(customer.api, { model: 'project' })).error?.code).toBe('not_found')
    await grant('customer', outsiders.customer)
    expect((await ask(customer.api, { model: 'project' })).rows).toHaveLength(2)
  })

  it('comes by an invitation that names the record', async () => {
    const sent = await call.post('/api/invites', {
      email: 'new@example.test',
      role: 'customer',
      record_id: newId(),
    })
    expect(sent.status).toBe(422)
    const person = await signUp(server, 'new-customer@example.test')
    await call.post('/api/invites', { email: person.email, role: 'customer', record_id: firms[1] })
    const [mail] = await server.mailbox(person.email)
    const token = mail?.text.match(/\/invite\/([\w-]+)/)?.[1] ?? ''
    expect((await api(person).post(`/api/invites/${token}/accept`)).status).toBe(200)
    const rows = (await ask(api(person, tenantId), { model: 'firm' })).rows
    expect(rows.map(({ name }: Said) => name)).toEqual(['Other'])
    // An ordinary invitation still brings nobody a record.
    const plain = await addPerson(
      owner,
      { id: tenantId, name: '', subdomain: null, role: 'owner' },
      'customer',
    )
    expect((await ask(api(plain, tenantId), { model: 'firm' })).rows).toEqual([])
  })

  it('is looked as, by record and as a person, and every answer is explained', async () => {
    const look = async (wish: object): Promise<Api> => {
      const { status, body } = await call.post('/api/preview', wish)
      expect(status, JSON.stringify(body)).toBe(201)
      const headers = { 'x-preview': body.token }
      return {
        ...call,
        get: (path) => call.get(path, { headers }),
        post: (path, body) => call.post(path, body, { headers }),
      }
    }
    const query = { model: 'project', sort: [{ field: 'name' }], total: 'exact' }
    const theirs = await ask(customer.api, query)
    for (const wish of [{ user_id: customer.userId }, { role: 'customer', record_id: firms[0] }])
      expect(await ask(await look(wish), query)).toEqual(theirs)
    expect((await ask(await look({ role: 'customer' }), query)).total).toBe(0)
    expect((await ask(await look({ role: 'public' }), query)).rows).toEqual(
      (await askPublic(query)).results[0].rows,
    )
    expect((await call.post('/api/preview', { role: 'customer', record_id: newId() })).status).toBe(422)
    const explain = async (as: object, record_id?: string) =>
      (await call.post('/api/access/explain', { as, model: 'project', record_id })).body.model
    const model = await explain({ role: 'customer', record_id: firms[0] }, projects[0]?.id)
    expect(model.record).toEqual({ visible: true, because: 'row_rule' })
    expect((await explain({ user_id: customer.userId }, projects[2]?.id)).record.visible).toBe(false)
    const field = (key: string) => model.fields.find((one: Said) => one.key === key)
    expect(field('name')).toMatchObject({
      read: { allowed: true },
      write: { allowed: false, rule: 'not_granted' },
    })
    expect(field('cost').read).toMatchObject({ allowed: false, rule: 'not_listed' })
    expect(field('wish').read).toEqual({ allowed: false, rule: 'not_granted' })
    expect(field('token').read).toEqual({ allowed: false, rule: 'not_granted' })
    expect(model.free_keys.read).toEqual({ allowed: false, rule: 'not_granted' })
    const verbs = (await explain({ role: 'public' })).verbs
    expect(verbs.map(({ verb, allowed, rule }: Said) => `${verb} ${allowed} ${rule}`)).toContain(
      'read true grant_model',
    )
  })
})

describe('the public', () => {
  it('reads the rows and fields it was granted, by the workspace’s address and without sign-in', async () => {
    const { status, body } = await anybody().get(`/api/public/workspaces/${address}`)
    expect(status).toBe(200)
    expect([body.name, body.models.map(({ key }: Said) => key)]).toEqual(['Falkenried', ['project']])
    expect(body.models[0].fields.map(({ key }: Said) => key)).toEqual(['id', 'name', 'due'])
    const { results } = await askPublic({ model: 'project', sort: [{ field: 'name' }], total: 'exact' })
    expect(results[0].rows.map(({ name }: Said) => name)).toEqual(['Project 1', 'Project 2'])
    expect([results[0].total, Object.keys(results[0].rows[0]).toSorted()]).toEqual([2, ['due', 'id', 'name']])
    expect(JSON.stringify(results)).not.toMatch(/"777|CANARY|"Own"/)
    for (const field of ['cost', 'firm', 'firm.name', 'wish', 'shown', 'token', 'created_by'])
      expect(
        (await askPublic({ model: 'project', where: { field, op: 'empty' } })).results[0].error.code,
      ).toBe('unknown_field')
    for (const model of ['firm', 'note', 'sys_member', 'sys_role', 'never'])
      expect((await askPublic({ model })).results[0].error?.code).toBe('not_found')
  })

  it('sends in a form that is open to everybody, and is told nothing', async () => {
    const send = (values: object, model = 'note') =>
      anybody().post(`/api/public/workspaces/${address}/records/${model}`, values)
    const sent = await send({ title: 'Hello', email: 'a@example.test' })
    expect([sent.status, sent.body]).toEqual([201, { received: true }])
    const { rows } = await ask(call, { model: 'note' })
    expect(rows).toMatchObject([{ title: 'Hello', email: 'a@example.test' }])
    const before = await databaseChecksum(server)
    expect((await send({ title: 'Hello', state: 'done' })).body.error?.code).toBe('field_forbidden')
    expect((await send({ title: 'Hello', never: 'x' })).body.error?.code).toBe('field_forbidden')
    expect((await send({})).status).toBe(422)
    expect((await send({ name: 'x' }, 'project')).status).toBe(404)
    expect((await send({ name: 'x' }, 'firm')).status).toBe(404)
    expect(await databaseChecksum(server)).toBe(before)
  })

  it('[TI-11] [PT-04] has no other door: every call that is not public refuses it', async () => {
    for (const path of ['/api/models', '/api/objects', '/api/changes', '/api/roles'])
      expect((await api(null, tenantId, server).get(path)).status).toBe(401)
    const headers = { 'x-tenant-id': tenantId }
    expect((await anybody().get('/api/public/workspaces/nowhere', { headers })).status).toBe(404)
  })

  it('is held to a measure of calls, by who asks and by workspace', async () => {
    const strict = await startTestServer({ DATABASE_URL: server.databaseUrl, RATE_LIMIT_FACTOR: '0.05' })
    const statuses = []
    for (let at = 0; at < 8; at++)
      statuses.push((await api(null, undefined, strict).get(`/api/public/workspaces/${address}`)).status)
    await strict.stop()
    expect(statuses.slice(0, 6)).toEqual(Array(6).fill(200))
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a link to a record', () => {
  const share = (who: Api, at: number, body: object) =>
    who.post(`/api/objects/${projects[at]?.token}/share`, body)
  const open = (url: string) => anybody().get(`/api/public/objects/${url.split('/p/')[1]}`)

  it('[U-04] [PT-01] [PT-02] [PT-08] shows the chosen fields of one record, by a secret that is kept nowhere', async () => {
    const key = { headers: { 'idempotency-key': 'link-1' } }
    const place = `/api/objects/${projects[0]?.token}/share`
    const made = await call.post(place, { fields: ['name', 'due'] }, key)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const secret = made.body.url.split('/p/')[1]
    const { url: _once, ...rest } = made.body
    const repeated = await call.post(place, { fields: ['name', 'due'] }, key)
    expect([repeated.status, repeated.body]).toEqual([201, rest])
    expect(secret).toMatch(/^[\w-]{32}$/)
    const shown = await open(made.body.url)
    expect(shown.status).toBe(200)
    expect(shown.body).toMatchObject({
      workspace: 'Falkenried',
      model: 'Project',
      title: 'Project 0',
      fields: [
        { key: 'name', value: 'Project 0' },
        { key: 'due', value: '2026-12-01' },
      ],
    })
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    expect(shown.headers.get('x-robots-tag')).toContain('noindex')
    expect(shown.headers.get('cache-control')).toContain('no-store')
    for (const token of [projects[0]?.token, 'x'.repeat(32), 'x', secret.slice(1)])
      expect((await anybody().get(`/api/public/objects/${token}`)).status).toBe(404)
    const [dump] = await server.sql<{ all: string }>(
      `select string_agg(s::text, ' ') || (select string_agg(e.after::text, ' ') from app.events e)
         || (select string_agg(k::text, ' ') from app.idempotency_keys k) as all from app.shares s`,
    )
    expect(dump?.all).not.toContain(secret)
    expect(server.logs.join('\n')).not.toContain(secret)
    for (const path of ['/api/models', '/api/objects'])
      expect(
        (await api(null, tenantId, server).get(path, { headers: { authorization: `Bearer ${secret}` } }))
          .status,
      ).toBe(401)
  })

  it('[R-03] [PT-10] is a page without a script, counted each time, and the same page whatever is wrong with it', async () => {
    const made = await share(call, 2, { fields: ['name'] })
    const page = async (path: string) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { 'Accept-Language': 'de' } })
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    }
    const path = new URL(made.body.url).pathname
    const shown = await page(path)
    expect([shown.status, shown.text.includes('Project 2'), /<script/i.test(shown.text)]).toEqual([
      200,
      true,
      false,
    ])
    expect(gzipSync(shown.text).byteLength, 'the goal for a public page is 90 kB').toBeLessThan(90_000)
    expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect([shown.headers.get('x-robots-tag'), shown.headers.get('cache-control')]).toEqual([
      'noindex, nofollow',
      'no-store',
    ])
    await open(made.body.url)
    const views = async () => (await call.get(`/api/shares/${made.body.id}/views`)).body.rows
    expect((await views()).map(({ way }: { way: string }) => way)).toEqual(['api', 'page'])
    const listed = (await call.get(`/api/objects/${projects[2]?.token}/shares`)).body.rows
    expect(listed[0]).toMatchObject({ views: 2, status: 'open', shown: [{ ours: false }] })
    expect((await member.get(`/api/shares/${made.body.id}/views`)).status).toBe(403)
    const never = await page(`/p/${'x'.repeat(32)}`)
    await call.delete(`/api/shares/${made.body.id}`)
    const gone = await page(path)
    expect([never.status, gone.status, gone.text === never.text]).toEqual([404, 404, true])
    expect(await views()).toHaveLength(2)
    expect(server.logs.join('\n')).not.toContain(path.slice(3))
  })

  it('PT-07 asks for its password on the page, for files and for programs, by a form without a script', async () => {
    const files = await call.post('/api/files?name=plan.txt', undefined, {
      bytes: 'CANARY plan',
      headers: { 'content-type': 'text/plain' },
    })
    const fields = [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'paper', label: 'Paper', type: 'file' },
    ]
    await call.post('/api/models', {
      key: 'locked',
      label: 'Locked',
      schema: { title_field: 'name', fields },
    })
    const record = await call.post('/api/records/locked', { name: 'CANARY crane', paper: [files.body.id] })
    const { token } = (await call.get(`/api/records/locked/${record.body.id}`)).body
    const make = (password: string) =>
      call.post(`/api/objects/${token}/share`, { fields: ['name', 'paper'], password })
    for (const [weak, code] of [
      ['short', 'weak'],
      ['aaaaaaaaaa', 'weak'],
      ['password', 'weak'],
    ])
      expect((await make(weak ?? '')).body.error.details[0]).toMatchObject({ path: 'password', code })
    expect((await make('é'.repeat(40))).status).toBe(422)
    const password = 'crane & stone = 7'
    const [one, two] = [(await make(password)).body, (await make(password)).body]
    const path = new URL(one.url).pathname
    const secret = path.slice(3)
    const get = (at: string, headers: Record<string, string> = {}) =>
      fetch(server.url + at, { headers, redirect: 'manual' })
    const send = (at: string, given: string) =>
      fetch(server.url + at, {
        method: 'POST',
        body: new URLSearchParams({ password: given }),
        redirect: 'manual',
      })

    const asked = await get(path)
    const form = await asked.text()
    expect([asked.status, /<form method="post"/.test(form), /<script/i.test(form)]).toEqual([
      403,
      true,
      false,
    ])
    expect(asked.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(asked.headers.get('cache-control')).toBe('no-store')
    // Nothing of the record or the workspace, and a small page.
    expect(form).not.toMatch(/CANARY|Falkenried|Locked/)
    expect(form.length).toBeLessThan(10_000)
    const file = `${path}/files/${files.body.id}`
    expect((await get(file)).status).toBe(403)
    const json = `/api/public/objects/${secret}`
    const refused = await anybody().get(json)
    expect([refused.status, JSON.stringify(refused.body).includes('CANARY')]).toEqual([403, false])
    // Not in the address, nor by a pass that nobody signed.
    expect((await get(`${path}?password=${encodeURIComponent(password)}`)).status).toBe(403)
    for (const pass of ['x', '', `9999999999.${'A'.repeat(43)}`, '9999999999.'])
      expect((await get(path, { cookie: `link_pass=${pass}` })).status).toBe(403)
    const views = async () => (await call.get(`/api/shares/${one.id}/views`)).body.rows.length
    expect(await views()).toBe(0)

    const wrong = await send(path, 'crane & stone = 8')
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null])
    expect(await wrong.text()).toContain('That is not the password')
    const right = await send(path, password)
    const cookie = right.headers.get('set-cookie') ?? ''
    expect([right.status, right.headers.get('location')]).toEqual([303, path])
    expect(cookie).toMatch(/^link_pass=[\d.\w-]+; Path=\/p\/[\w-]{32}; Max-Age=3600; HttpOnly; SameSite=Lax/)
    expect(cookie).not.toContain('crane')
    const [pass = ''] = cookie.split(';')
    const shown = await get(path, { cookie: pass })
    expect([shown.status, (await shown.text()).includes('CANARY crane')]).toEqual([200, true])
    expect(await (await get(file, { cookie: pass })).text()).toBe('CANARY plan')
    // A pass is for one link, though another has the same password, and no longer than it says.
    expect((await get(new URL(two.url).pathname, { cookie: pass })).status).toBe(403)
    const [until = '', sign = ''] = pass.replace('link_pass=', '').split('.')
    expect((await get(path, { cookie: `link_pass=${Number(until) + 1}.${sign}` })).status).toBe(403)

    // Programs give it once and send what they got.
    const unlock = (of: string, given: string) =>
      anybody().post(`/api/public/objects/${of}/pass`, { password: given })
    expect((await unlock(secret, 'crane & stone = 8')).status).toBe(403)
    const unlocked = await unlock(secret, password)
    expect(unlocked.headers.get('cache-control')).toContain('no-store')
    const headers = { 'X-Link-Pass': unlocked.body.pass }
    expect((await anybody().get(json, { headers })).body.title).toBe('CANARY crane')

    // A link that is unknown, taken back, or asks for none says the same whatever is sent to it.
    const plain = (await share(call, 0, { fields: ['name'] })).body
    await call.delete(`/api/shares/${two.id}`)
    const others = ['x'.repeat(32), new URL(two.url).pathname.slice(3), new URL(plain.url).pathname.slice(3)]
    const pages = await Promise.all(others.map(async (of) => (await send(`/p/${of}`, password)).text()))
    expect(new Set(pages).size).toBe(1)
    for (const of of others) {
      expect((await send(`/p/${of}`, password)).status).toBe(404)
      expect((await unlock(of, password)).status).toBe(404)
    }
    // What is kept is a hash, that no list, event or log tells.
    const listed = (await call.get(`/api/objects/${token}/shares`)).body.rows
    expect(listed).toMatchObject([{ locked: true }, { locked: true }])
    const [dump] = await server.sql<{ all: string; kept: string }>(
      `select string_agg(s::text, ' ') || (select string_agg(e.after::text, ' ') from app.events e) as all, min(s.password_hash) as kept from app.shares s`,
    )
    expect(dump?.kept).toMatch(/^\$2a\$10\$/)
    expect(dump?.all).not.toContain(password)
    expect(JSON.stringify(listed)).not.toContain('$2a$')
    expect(server.logs.join('\n')).not.toMatch(/crane|link_pass/)
    // Taken back it is gone, pass or not.
    await call.delete(`/api/shares/${one.id}`)
    expect((await get(path, { cookie: pass })).status).toBe(404)
    expect((await get(file, { cookie: pass })).status).toBe(404)
  })

  it('[PT-01] [PT-08] shows pictures and files of its fields, each at its own address, and no other file of the record', async () => {
    const fields = [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'photos', label: 'Photos', type: 'image', many: true },
      { key: 'papers', label: 'Papers', type: 'file', many: true },
      { key: 'inner', label: 'Inner papers', type: 'file' },
      { key: 'signed', label: 'Signed', type: 'signature' },
    ]
    await call.post('/api/models', { key: 'album', label: 'Albums', schema: { title_field: 'name', fields } })
    const upload = async (name: string, bytes: string | Uint8Array<ArrayBuffer>): Promise<string> =>
      (await call.post(`/api/files?name=${name}`, undefined, { bytes, headers: { 'content-type': 'x/y' } }))
        .body.id
    const picture = await upload('roof.jpg', new Uint8Array(readFileSync('fixtures/demo/photos/roof.jpg')))
    const paper = await upload('minutes.txt', 'We met.')
    const inner = await upload('inner.txt', 'CANARY')
    const album = await call.post('/api/records/album', {
      name: 'Roof',
      photos: [{ id: picture }],
      papers: [{ id: paper }],
      inner: [{ id: inner }],
    })
    expect(album.status, JSON.stringify(album.body)).toBe(201)
    const { token } = (await call.get(`/api/records/album/${album.body.id}`)).body
    const shareAlbum = (chosen: string[]) => call.post(`/api/objects/${token}/share`, { fields: chosen })
    expect((await shareAlbum(['signed'])).status).toBe(422)
    const preview = await call.post(`/api/objects/${token}/share/preview`, { fields: ['photos'] })
    expect(preview.body.shown.fields[0].value[0].name).toBe('roof.jpg')
    expect(preview.body.shareable.map(({ key }: { key: string }) => key)).not.toContain('signed')
    const made = (await shareAlbum(['name', 'photos', 'papers'])).body
    const path = new URL(made.url).pathname
    const get = (place: string) => fetch(server.url + place)
    const html = await (await get(path)).text()
    expect(html).toContain(`<img src="${path}/files/${picture}"`)
    expect(html).toContain(`<a href="${path}/files/${paper}">minutes.txt</a>`)
    expect(html).not.toContain('inner')
    const shown = await get(`${path}/files/${picture}`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    const kept = await get(`${path}/files/${paper}`)
    expect([kept.status, await kept.text()]).toEqual([200, 'We met.'])
    expect(kept.headers.get('content-disposition')).toMatch(/^attachment/)
    // Neither kept by a search engine nor told to whom a file leads on; nor is what is not there.
    for (const place of [
      `${path}/files/${picture}`,
      `${path}/files/${paper}`,
      `${path}/files/${inner}`,
      `/p/${'x'.repeat(32)}/files/${picture}`,
    ]) {
      const { headers } = await get(place)
      expect([headers.get('x-robots-tag'), headers.get('referrer-policy')], place).toEqual([
        'noindex, nofollow',
        'no-referrer',
      ])
    }
    // Nothing else of the record, nothing by another link, nothing by guess, nothing once it is over.
    const plain = new URL((await shareAlbum(['name'])).body.url).pathname
    for (const place of [
      `${path}/files/${inner}`,
      `${path}/files/${album.body.id}`,
      `${path}/files/x`,
      `${plain}/files/${picture}`,
      `/p/${'x'.repeat(32)}/files/${picture}`,
    ])
      expect((await get(place)).status, place).toBe(404)
    expect((await call.get(`/api/shares/${made.id}/views`)).body.rows).toHaveLength(1)
    await call.delete(`/api/shares/${made.id}`)
    expect((await get(`${path}/files/${picture}`)).status).toBe(404)
    expect(server.logs.join('\n')).not.toContain(path.slice(3))
  })

  it('[PT-10] can be looked at before it is made: exactly what it would show, and nothing happens', async () => {
    const before = await databaseChecksum(server)
    const preview = (who: Api, fields: string[]) =>
      who.post(`/api/objects/${projects[0]?.token}/share/preview`, { fields })
    const { status, body } = await preview(call, ['name', 'due'])
    expect(status).toBe(200)
    expect(body.shown).toMatchObject({ title: 'Project 0', fields: [{ key: 'name' }, { key: 'due' }] })
    const keys = body.shareable.map(({ key }: { key: string }) => key)
    expect(keys).toEqual(expect.arrayContaining(['name', 'due']))
    for (const key of ['cost', 'firm', 'token', 'model_id']) expect(keys).not.toContain(key)
    // The workspace's own fields are offered first.
    expect(keys.indexOf('due')).toBeLessThan(keys.indexOf('created_at'))
    expect((await preview(call, ['cost'])).status).toBe(422)
    expect((await preview(call, [])).body.shown.fields).toEqual([])
    expect((await preview(member, ['name'])).status).toBe(403)
    expect(await databaseChecksum(server)).toEqual(before)
    const made = await share(call, 0, { fields: ['name', 'due'] })
    expect((await open(made.body.url)).body.fields).toEqual(body.shown.fields)
  })

  it('[PT-10] shows no field that is limited to roles, no signature and no other records, and needs the right to share', async () => {
    const wrong = await share(call, 0, { fields: ['cost', 'firm', 'never'] })
    expect([wrong.status, codes(wrong.body)]).toEqual([
      422,
      ['fields.0 share', 'fields.1 share', 'fields.2 unknown_field'],
    ])
    expect((await share(call, 0, { fields: ['name'], expires_at: '2020-01-01T00:00:00Z' })).status).toBe(422)
    expect((await share(member, 0, { fields: ['name'] })).status).toBe(403)
    expect((await share(customer.api, 0, { fields: ['name'] })).status).toBe(403)
    const made = await share(call, 1, { fields: ['wish'] })
    await call.post('/api/permissions/fields/bulk', [
      { model_id: ids.project, field_key: 'wish', read_roles: ['owner'], write_roles: ['owner'] },
    ])
    expect((await open(made.body.url)).body.fields).toEqual([])
    await call.delete(`/api/permissions/fields/${ids.project}/wish`)
    expect((await open(made.body.url)).body.fields).toHaveLength(1)
  })

  it('[PT-05] ends when it is taken back, has run out, or its record is gone: as if it had never been', async () => {
    const never = { ...(await open('/p/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')).body.error, requestId: '-' }
    const gone = async (url: string) => ({ ...(await open(url)).body.error, requestId: '-' })
    const [first, second, third] = [
      (await share(call, 0, { fields: ['name'] })).body,
      (await share(call, 0, { fields: ['name'] })).body,
      (await share(call, 2, { fields: ['name'] })).body,
    ]
    expect((await member.delete(`/api/shares/${first.id}`)).status).toBe(403)
    expect((await call.delete(`/api/shares/${first.id}`)).status).toBe(204)
    await server.sql('update app.shares set expires_at = now() where id = $1', [second.id])
    await call.delete(`/api/records/project/${projects[2]?.id}`)
    for (const { url } of [first, second, third]) expect(await gone(url)).toEqual(never)
    const listed = (await call.get(`/api/objects/${projects[0]?.token}/shares`)).body.rows
    expect(listed.slice(0, 2).map(({ status }: Said) => status)).toEqual(['expired', 'withdrawn'])
    const events = await server.sql<{ kind: string }>(
      "select kind from app.events where subject = 'share' and after ->> 'share' = $1",
      [first.id],
    )
    expect(events.filter(({ kind }) => kind === 'unshared')).toHaveLength(1)
  })
})
