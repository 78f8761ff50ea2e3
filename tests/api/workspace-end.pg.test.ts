import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person

beforeAll(async () => {
  server = await startTestServer()
  ann = await signUp(server)
})
afterAll(() => server.stop())

async function workspace(name: string, more: { subdomain?: string } = {}): Promise<TestTenant> {
  return makeWorkspace(ann, name, more)
}
const rolesIn = async (tenant: TestTenant) =>
  Object.fromEntries(
    (
      await server.sql<{ user_id: string; role: string }>(
        'select user_id, role from app.memberships where tenant_id = $1',
        [tenant.id],
      )
    ).map(({ user_id, role }) => [user_id, role]),
  )
const auditOf = async (tenant: TestTenant): Promise<string[]> =>
  (
    await server.sql<{ kind: string }>('select kind from app.audit where tenant_id = $1 order by number', [
      tenant.id,
    ])
  ).map(({ kind }) => kind)

describe('handing a workspace over', () => {
  it('[MA-04] makes one owner of another, tells both, and only an owner may', async () => {
    const tenant = await workspace('Übergabe')
    const [bea, cleo] = [await addPerson(ann, tenant, 'admin'), await addPerson(ann, tenant, 'customer')]
    const path = `/api/tenants/${tenant.id}/hand-over`
    expect((await api(bea, tenant.id).post(path, { user_id: bea.userId })).status).toBe(403)
    for (const user_id of [randomUUID(), ann.userId, cleo.userId])
      expect((await api(ann, tenant.id).post(path, { user_id })).status, user_id).toBe(422)
    expect(await rolesIn(tenant)).toMatchObject({ [ann.userId]: 'owner', [bea.userId]: 'admin' })
    expect((await api(ann, tenant.id).post(path, { user_id: bea.userId })).status).toBe(204)
    expect(await rolesIn(tenant)).toMatchObject({ [ann.userId]: 'admin', [bea.userId]: 'owner' })
    expect((await server.mailbox(bea.email))[0]?.subject).toBe('You now own Übergabe')
    expect((await server.mailbox(ann.email))[0]?.subject).toBe('You handed over Übergabe')
    expect(await auditOf(tenant)).toContain('handed_over')
    expect((await api(ann, tenant.id).post(path, { user_id: ann.userId })).status).toBe(403)
  })

  it('[MA-04] of two hand-overs at once one wins; somebody owns it at the end', async () => {
    const tenant = await workspace('Doppelt')
    const people = [await addPerson(ann, tenant, 'member'), await addPerson(ann, tenant, 'member')]
    const answers = await Promise.all(
      people.map(({ userId }) =>
        api(ann, tenant.id).post(`/api/tenants/${tenant.id}/hand-over`, { user_id: userId }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403])
    expect(Object.values(await rolesIn(tenant)).sort()).toEqual(['admin', 'member', 'owner'])
  })

  it('whoever is not the last owner may leave', async () => {
    const tenant = await workspace('Gehen')
    const bea = await addPerson(ann, tenant, 'member')
    expect((await api(ann, tenant.id).delete(`/api/members/${ann.userId}`)).status).toBe(422)
    expect((await api(bea, tenant.id).delete(`/api/members/${bea.userId}`)).status).toBe(204)
    expect((await api(bea, tenant.id).get('/api/objects')).status).toBe(404)
    expect(await auditOf(tenant)).toContain('deleted')
  })
})

describe('closing a workspace', () => {
  it('needs its name typed by an owner, refuses every call, and can be brought back', async () => {
    const tenant = await workspace('Altbau', { subdomain: 'altbau' })
    const bea = await addPerson(ann, tenant, 'admin')
    const owner = api(ann, tenant.id)
    const path = `/api/tenants/${tenant.id}/close`
    expect((await owner.post(path, { name: 'altbau' })).status).toBe(422)
    expect((await api(bea, tenant.id).post(path, { name: 'Altbau' })).status).toBe(403)
    expect((await owner.get('/api/objects')).status).toBe(200)
    const { body: token } = await owner.post('/api/records/sys_api_token', { name: 'Till', valid_days: '7' })
    const closed = await owner.post(path, { name: 'Altbau' })
    expect(closed.status).toBe(200)
    const days = (Date.parse(closed.body.remove_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect((await server.mailbox(ann.email))[0]?.subject).toBe('Altbau was closed')
    for (const attempt of [
      owner.get('/api/objects'),
      owner.get('/api/records/sys_audit'),
      owner.post('/api/models', { key: 'a', label: 'A' }),
      owner.post(path, { name: 'Altbau' }),
      api(bea, tenant.id).get('/api/objects'),
      api(null, tenant.id, server).get('/api/objects', {
        headers: { authorization: `Bearer ${token.token}` },
      }),
    ])
      expect((await attempt).status).toBe(403)
    expect((await api(ann).get('/api/tenants')).body.rows.map(({ id }: TestTenant) => id)).not.toContain(
      tenant.id,
    )
    const seen = (await api(bea).get('/api/tenants/closed')).body.rows
    expect(seen).toMatchObject([{ id: tenant.id, name: 'Altbau', role: 'admin' }])
    expect((await api(bea).post(`/api/tenants/${tenant.id}/reopen`)).status).toBe(403)
    const eve = await signUp(server)
    expect((await api(eve).post(`/api/tenants/${tenant.id}/reopen`)).status).toBe(404)
    expect((await api(ann).post(`/api/tenants/${tenant.id}/reopen`)).status).toBe(204)
    expect((await owner.get('/api/objects')).status).toBe(200)
    expect(await auditOf(tenant)).toEqual(expect.arrayContaining(['closed', 'reopened']))
  })

  it('is removed after 30 days with every row and every file, its address resting', async () => {
    const tenant = await workspace('Weg', { subdomain: 'weg' })
    const owner = api(ann, tenant.id)
    await owner.post('/api/models', { key: 'plan', label: 'Plan' })
    await owner.post('/api/records/plan', {})
    const file = await owner.post('/api/files?name=a.txt', undefined, {
      bytes: 'hello',
      headers: { 'content-type': 'text/plain' },
    })
    expect(file.status).toBe(201)
    const store = (path: string, type: string, body: string) =>
      fetch(`${server.url}/storage/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ann.token}`,
          'x-tenant-id': tenant.id,
          'content-type': type,
        },
        body,
      })
    expect((await store('/bucket', 'application/json', '{"name":"plans"}')).status).toBe(200)
    expect((await store('/object/plans/a.txt', 'text/plain', 'hello')).status).toBe(200)
    await owner.post('/api/exports', { model: 'plan' })
    await server.services.jobs.look(true)
    await owner.post(`/api/tenants/${tenant.id}/close`, { name: 'Weg' })
    await server.services.jobs.look(true)
    expect((await api(ann).get('/api/tenants/closed')).body.rows).toHaveLength(1)
    await server.sql(`update app.tenants set remove_at = now() - interval '1 second' where id = $1`, [
      tenant.id,
    ])
    await server.services.jobs.look(true)
    expect(server.services.jobs.trouble()).toBeNull()
    const tables = await server.sql<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.columns
       where column_name = 'tenant_id' and table_schema in ('app', 'app_private')
         and table_name not in ('removed_tenants', 'resting_subdomains')
         and (table_schema, table_name) in (select schemaname, tablename from pg_tables)`,
    )
    for (const { name } of tables)
      expect(await server.sql(`select from ${name} where tenant_id = $1`, [tenant.id]), name).toEqual([])
    const folder = join(server.dataDir, 'files', tenant.id)
    const left = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    expect((await owner.get('/api/objects')).status).toBe(404)
    expect((await api(ann).post(`/api/tenants/${tenant.id}/reopen`)).status).toBe(404)
    expect((await api(ann).post('/api/tenants', { name: 'New', subdomain: 'weg' })).status).toBe(422)
  })
})

describe('addresses', () => {
  const available = async (person: Person, subdomain: string, tenant?: string) =>
    (
      await api(person).get(
        `/api/tenants/subdomain-available?subdomain=${encodeURIComponent(subdomain)}${tenant ? `&tenant=${tenant}` : ''}`,
      )
    ).body

  it('[SD-08] are told while one types: free, taken, reserved, or no address', async () => {
    const eve = await signUp(server)
    await workspace('Nord', { subdomain: 'nord' })
    expect(await available(eve, 'nordsee')).toEqual({ available: true, reason: null })
    expect(await available(eve, 'NORD')).toEqual({ available: false, reason: 'taken' })
    for (const word of ['www', 'API', 'xn--nrd-0qa'])
      expect(await available(eve, word), word).toEqual({ available: false, reason: 'reserved' })
    for (const word of ['-a', 'ｎｏｒｄ', 'a b', '%'])
      expect(await available(eve, word), word).toEqual({ available: false, reason: 'form' })
  })

  it('[SD-08] one that was given up rests: only its old workspace gets it back', async () => {
    const [mine, eve] = [await workspace('Süd', { subdomain: 'sued' }), await signUp(server)]
    await api(ann, mine.id).put(`/api/tenants/${mine.id}`, { subdomain: 'suedwest' })
    expect(await available(eve, 'sued')).toEqual({ available: false, reason: 'taken' })
    // Naming somebody else's workspace opens nothing.
    expect(await available(eve, 'sued', mine.id)).toEqual({ available: false, reason: 'taken' })
    expect(await available(ann, 'sued', mine.id)).toEqual({ available: true, reason: null })
    expect((await api(eve).post('/api/tenants', { name: 'Eve', subdomain: 'sued' })).status).toBe(422)
    const hers = await makeWorkspace(eve, 'Eve')
    expect((await api(eve, hers.id).put(`/api/tenants/${hers.id}`, { subdomain: 'sued' })).status).toBe(422)
    expect((await api(ann, mine.id).put(`/api/tenants/${mine.id}`, { subdomain: 'sued' })).status).toBe(200)
    await server.sql(`update app_private.resting_subdomains set until = now() where subdomain = 'suedwest'`)
    expect((await api(eve, hers.id).put(`/api/tenants/${hers.id}`, { subdomain: 'suedwest' })).status).toBe(
      200,
    )
  })

  it('[SD-08] of 50 claims at once of one that is given up meanwhile none gets it', async () => {
    const mine = await workspace('Ost', { subdomain: 'ost' })
    const eve = await signUp(server)
    const [, ...claims] = await Promise.all([
      api(ann, mine.id).put(`/api/tenants/${mine.id}`, { subdomain: null }),
      ...Array.from({ length: 20 }, (_, at) =>
        api(eve).post('/api/tenants', { name: `E${at}`, subdomain: 'ost' }),
      ),
    ])
    expect(new Set(claims.map(({ status }) => status))).toEqual(new Set([422]))
  })
})
