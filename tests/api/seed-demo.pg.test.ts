import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseChecksum } from '../support/database-checksum.ts'
import {
  addPerson,
  api,
  makeWorkspace,
  signUp,
  type Api,
  type Person,
  type TestTenant,
} from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Anker Bau'))
})
afterAll(() => server.stop())

const keysOf = async (path: string) =>
  (await owner.get(path)).body.rows.map(({ key }: { key: string }) => key)

describe('[C-09] [U-05] demo data for development', () => {
  it('[K-03] [P-02] makes roles, a model and records; twice makes nothing more', async () => {
    const made = await owner.post('/api/dev/seed-demo', {})
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body).toEqual({
      prefix: 'seed_',
      models: ['seed_equipment'],
      roles: ['seed_finance', 'seed_field_tech'],
      objects: 5,
    })
    expect((await owner.post('/api/dev/seed-demo')).body).toEqual(made.body)
    expect(await keysOf('/api/roles')).toEqual(expect.arrayContaining(['seed_finance', 'seed_field_tech']))
    const objects = await owner.get('/api/objects')
    expect(objects.body.rows).toHaveLength(5)
    const current = await owner.post('/api/dev/seed-current-tenant', { tenantId: tenant.id })
    expect(current.body).toEqual(made.body)
  })

  it('[P-04] each role reads and writes what the seeded permissions say', async () => {
    const people: Record<string, Api> = { owner }
    for (const role of ['admin', 'member', 'seed_finance', 'seed_field_tech'])
      people[role] = api(await addPerson(ann, tenant, role), tenant.id)
    const readers = {
      internal_notes: ['owner', 'admin'],
      cost: ['owner', 'admin', 'seed_finance'],
      serial: ['owner', 'admin', 'member', 'seed_finance', 'seed_field_tech'],
    }
    const writers = {
      internal_notes: ['owner'],
      cost: ['owner', 'admin', 'seed_finance'],
      serial: ['owner', 'admin', 'seed_field_tech'],
    }
    for (const [role, person] of Object.entries(people)) {
      const { attributes, token } = (await person.get('/api/objects')).body.rows[0]
      expect(attributes.name).toBeTruthy()
      for (const field of ['internal_notes', 'cost', 'serial'] as const) {
        expect(field in attributes, `${role} reads ${field}`).toBe(readers[field].includes(role))
        const value = field === 'cost' ? '12.50' : `${field} by ${role}`
        const written = await person.put(`/api/objects/${token}`, { attributes: { [field]: value } })
        expect(written.status, `${role} writes ${field}`).toBe(writers[field].includes(role) ? 200 : 403)
      }
    }
  })

  it('[TI-10] only the owner’s own workspace, only a plain prefix', async () => {
    const bob = await signUp(server)
    const other = await makeWorkspace(bob, 'Bauhof')
    const member = api(await addPerson(ann, tenant, 'member'), tenant.id)
    const before = await databaseChecksum(server)
    for (const prefix of ['', '%', '_', 'seed', 'a_', 'Seed_', 'seed%_', "seed';_"]) {
      expect((await owner.post('/api/dev/seed-demo', { prefix })).status, prefix).toBe(422)
      expect(
        (await owner.delete(`/api/dev/seed-demo?prefix=${encodeURIComponent(prefix)}`)).status,
        prefix,
      ).toBe(422)
    }
    expect((await owner.post('/api/dev/seed-current-tenant', { tenantId: other.id })).status).toBe(404)
    expect((await api(ann, other.id).post('/api/dev/seed-demo', {})).status).toBe(404)
    expect((await member.post('/api/dev/seed-demo', { prefix: 'mine_' })).status).toBe(403)
    expect((await member.delete('/api/dev/seed-demo?prefix=seed_')).status).toBe(403)
    expect((await api(null, tenant.id, server).post('/api/dev/seed-demo', {})).status).toBe(401)
    expect(await databaseChecksum(server)).toBe(before)
  })

  it('[TI-10] removes what it made and nothing else', async () => {
    await owner.post('/api/models', { key: 'seed_mine', label: 'Mine, in spite of the name' })
    await owner.post('/api/roles', { key: 'seed_own', label: 'Mine too' })
    const { rows: members } = (await owner.get('/api/members')).body
    for (const { id, role } of members)
      if (role.startsWith('seed_')) await owner.put(`/api/members/${id}`, { role: 'member' })
    const model = (await owner.get('/api/models')).body.rows.find(
      ({ key }: { key: string }) => key === 'seed_equipment',
    )
    const extra = await owner.post('/api/objects', {
      model_id: model.id,
      attributes: { name: 'Not from the seed' },
    })

    const inUse = await owner.delete('/api/dev/seed-demo')
    expect([inUse.status, inUse.body.error.code]).toEqual([422, 'in_use'])
    expect((await owner.get('/api/objects')).body.rows).toHaveLength(6)

    await owner.delete(`/api/objects/${extra.body.token}`)
    const removed = await owner.delete('/api/dev/seed-demo?prefix=seed_')
    expect(removed.status, JSON.stringify(removed.body)).toBe(204)
    expect(await keysOf('/api/models')).toEqual(['seed_mine'])
    expect(await keysOf('/api/roles')).toContain('seed_own')
    expect(await keysOf('/api/roles')).not.toContain('seed_finance')
    expect((await owner.get('/api/objects')).body.rows).toEqual([])
    expect((await owner.delete('/api/dev/seed-demo')).status).toBe(204)
    expect((await owner.post('/api/dev/seed-demo', {})).status).toBe(201)
  })
})

describe('[R-13] [IN-10] the test workspace', () => {
  it('is made by the first who joins; of many at once all are in one, and twice is as once', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => signUp(server)))
    expect((await api(ann).get('/api/dev/join-test-tenant')).status).toBe(404)
    const answers = await Promise.all(
      people.flatMap((person) => [0, 1, 2].map(() => api(person).post('/api/dev/join-test-tenant'))),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.name}`)).size).toBe(1)
    const { id } = answers[0]!.body as { id: string }
    const roles = await server.sql<{ role: string }>(
      'select role from app.memberships where tenant_id = $1',
      [id],
    )
    expect(roles.map(({ role }) => role).sort()).toEqual(['member', 'member', 'owner'])
    // Being somewhere else already changes nothing there.
    expect((await api(ann).post('/api/dev/join-test-tenant')).body).toMatchObject({ id, role: 'member' })
    expect((await api(ann).get('/api/tenants')).body.rows).toContainEqual(
      expect.objectContaining({ id: tenant.id, role: 'owner' }),
    )
    expect((await api(null, undefined, server).post('/api/dev/join-test-tenant')).status).toBe(401)
  })
})

describe('[TI-10] [IN-10] in production', () => {
  it('none of it exists, nor the mailbox', async () => {
    const production = await startTestServer({ NODE_ENV: 'production', DATABASE_URL: server.databaseUrl })
    try {
      for (const [method, path] of [
        ['GET', '/api/dev/mailbox'],
        ['POST', '/api/dev/seed-demo'],
        ['DELETE', '/api/dev/seed-demo?prefix=seed_'],
        ['POST', '/api/dev/seed-current-tenant'],
        ['POST', '/api/dev/join-test-tenant'],
      ])
        expect((await fetch(production.url + path, { method })).status, path).toBe(404)
      const meta = (await (await fetch(`${production.url}/api/_meta`)).json()) as {
        mode: string
        features: object
      }
      expect(meta.mode).toBe('production')
      expect(meta.features).toEqual({ development: false, mailbox: false, realtime: true })
    } finally {
      await production.stop()
    }
  })
})
