import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addPerson, api, makeWorkspace, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Anker Bau'))
})
afterAll(() => server.stop())

const path = () => `/api/tenants/${tenant.id}/export`
const whenDone = async (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await owner.get(`/api/exports/${id}`)
      expect(body.status, JSON.stringify(body)).toBe('done')
      return body
    },
    { timeout: 30_000, interval: 100 },
  )
const unpack = async (id: string) => {
  const answer = await fetch(`${server.url}/api/exports/${id}/file`, {
    headers: { authorization: `Bearer ${ann.token}`, 'x-tenant-id': tenant.id },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )
}

describe('everything a workspace holds', () => {
  it('comes as one archive: records, files, configuration, people, audit; of this workspace only', async () => {
    const other = await makeWorkspace(ann, 'Fremd')
    await api(ann, other.id).post('/api/models', { key: 'strange', label: 'canary-7f3' })
    const fields = [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'plan', label: 'Plan', type: 'file' },
    ]
    await owner.post('/api/models', { key: 'crane', label: 'Cranes', schema: { fields } })
    const sent = { bytes: 'words', headers: { 'content-type': 'text/plain' } }
    const file = (await owner.post('/api/files?name=../plan.txt', undefined, sent)).body
    for (const name of ['Liebherr', '=1+1']) await owner.post('/api/records/crane', { name, plan: file })
    const begun = await owner.post(path())
    expect([begun.status, begun.body.format]).toEqual([202, 'zip'])
    await whenDone(begun.body.id)
    const files = await unpack(begun.body.id)
    const lines = files['records/crane.jsonl']
      ?.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string })
    expect(lines?.map(({ name }) => name).sort()).toEqual(['=1+1', 'Liebherr'])
    expect(files['records/crane.csv']).toContain('Liebherr')
    expect(files[`files/${file.id}/plan.txt`]).toBe('words')
    expect(JSON.parse(files['about.json'] ?? '')).toMatchObject({ workspace: 'Anker Bau', id: tenant.id })
    expect(files['people.jsonl']).toContain(ann.email)
    expect(files['audit.jsonl']).toContain('"kind"')
    expect(Object.keys(files).some((name) => name.startsWith('configuration/model/'))).toBe(true)
    expect(JSON.stringify(files)).not.toContain('canary-7f3')
    const kinds = await server.sql<{ kind: string }>('select kind from app.audit where tenant_id = $1', [
      tenant.id,
    ])
    expect(kinds.map(({ kind }) => kind)).toContain('exported')
    // Its address expires.
    await server.sql("update app.exports set expires_at = now() - interval '1 second' where id = $1", [
      begun.body.id,
    ])
    expect((await owner.get(`/api/exports/${begun.body.id}/file`)).status).toBe(410)
  })

  it('[SD-02] only its owner gets it, signed in lately, and not by a token', async () => {
    const admin = await addPerson(ann, tenant, 'admin')
    expect((await api(admin, tenant.id).post(path())).status).toBe(403)
    const { body: token } = await owner.post('/api/records/sys_api_token', { name: 'Till', valid_days: '7' })
    const headers = { authorization: `Bearer ${token.token}` }
    expect((await api(null, tenant.id, server).post(path(), undefined, { headers })).status).toBe(403)
    const other = await makeWorkspace(ann, 'Noch eins')
    expect((await owner.post(`/api/tenants/${other.id}/export`)).status).toBe(404)
    const begun = await owner.post(path())
    await whenDone(begun.body.id)
    expect((await api(admin, tenant.id).get(`/api/exports/${begun.body.id}/file`)).status).toBe(404)
    await server.sql(
      `update auth.mfa_amr_claims set updated_at = now() - interval '61 minutes'
       where session_id in (select id from auth.sessions where user_id = $1)`,
      [ann.userId],
    )
    const { data } = await ann.supabase.auth.refreshSession()
    const old = api({ ...ann, token: data.session?.access_token ?? '' }, tenant.id)
    for (const refused of [await old.post(path()), await old.get(`/api/exports/${begun.body.id}/file`)])
      expect([refused.status, refused.body.error.code]).toEqual([403, 'reauthentication_needed'])
  })
})
