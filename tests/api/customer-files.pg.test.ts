import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

// What customers may put into a workspace: files for what was opened to them, and no more than there is room for.
let server: TestServer
let owner: Person
let tenant: TestTenant
let customer: Person & { api: Api }

beforeAll(async () => {
  server = await startTestServer({ STORAGE_CUSTOMER_MB: '1' })
  owner = await signUp(server)
  tenant = await makeWorkspace(owner, 'Customer files')
  const fields = [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'papers', label: 'Papers', type: 'file' },
  ]
  const body = { label: 'Wishes', schema: { version: 1, fields } }
  await installDefinitions(server, tenant.id, owner.userId, [{ kind: 'model', key: 'wish', body }])
  customer = await placePerson(server, tenant.id, 'customer')
})
afterAll(() => server.stop())

const open = (write: string[]) =>
  installDefinitions(server, tenant.id, owner.userId, [
    {
      kind: 'role',
      key: 'customer',
      body: {
        label: 'Customer',
        built_in: true,
        grants: { wish: { verbs: ['read', 'create'], fields: { read: ['title', 'papers'], write } } },
      },
    },
  ])
const upload = (who: Api, name: string, bytes: string | Uint8Array<ArrayBuffer>) =>
  who.post(`/api/files?name=${name}`, undefined, {
    bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
const held = async (person: Person): Promise<number> => {
  const rows = await server.sql<{ bytes: number }>(
    'select coalesce(sum(size), 0)::float8 as bytes from app.files where tenant_id = $1 and created_by = $2',
    [tenant.id, person.userId],
  )
  return rows[0]?.bytes ?? 0
}
const megabyte = 1024 * 1024
const words = (size: number): string => 'a'.repeat(size)

describe('files of customers', () => {
  it('are refused where nothing that holds files was opened to them, by whichever way', async () => {
    for (const name of ['wish.txt', 'model.ifc', 'model.ifczip']) {
      const { status, body } = await upload(customer.api, name, 'ISO-10303-21; words')
      expect([name, status, body.error.code]).toEqual([name, 403, 'forbidden'])
    }
    await open(['title'])
    expect((await upload(customer.api, 'wish.txt', 'words')).status).toBe(403)
    const begun = await fetch(`${server.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${customer.token}`,
        apikey: server.services.hostedService().anonKey,
        'x-tenant-id': tenant.id,
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `recordFile ${btoa('1')},filename ${btoa('wish.txt')}`,
      },
    })
    expect(begun.status).toBe(403)
    expect(await held(customer)).toBe(0)
  })

  it('are kept for a field that they may fill in', async () => {
    await open(['title', 'papers'])
    const { status, body: file } = await upload(customer.api, 'wish.txt', 'words')
    expect(status).toBe(201)
    const kept = await customer.api.post('/api/records/wish', { title: 'Shelf', papers: [{ id: file.id }] })
    expect(kept.status).toBe(201)
    expect((await api(owner, tenant.id).get(`/api/files/${file.id}`)).body).toBe('words')
  })

  it('stop where their room ends, also when many are sent at once, and by no limit of who works here', async () => {
    const third = words(megabyte / 3)
    const sent = await Promise.all(
      Array.from({ length: 9 }, (_, index) => upload(customer.api, `${index}.txt`, third)),
    )
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array<number>(7).fill(413)])
    expect(sent.find(({ status }) => status === 413)?.body.error.code).toBe('quota_exceeded')
    const model = `ISO-10303-21;${words(megabyte / 2)}`
    expect((await upload(customer.api, 'model.ifc', model)).status).toBe(413)
    expect(await held(customer)).toBeLessThanOrEqual(megabyte)
    // So says every refusal for want of room, also of a model that would fill all of it.
    const larger = await upload(customer.api, 'model.ifc', `ISO-10303-21;${words(2 * megabyte)}`)
    expect([larger.status, larger.body.error.code]).toEqual([413, 'quota_exceeded'])
    // What is taken away again makes room, and somebody else's room is their own.
    const kept = sent.find(({ status }) => status === 201)
    expect((await customer.api.delete(`/api/files/${kept?.body.id}`)).status).toBe(204)
    expect((await upload(customer.api, 'again.txt', third)).status).toBe(201)
    const other = await placePerson(server, tenant.id, 'customer')
    expect((await upload(other.api, 'other.txt', third)).status).toBe(201)
    expect((await upload(api(owner, tenant.id), 'large.txt', words(2 * megabyte))).status).toBe(201)
  })
})
