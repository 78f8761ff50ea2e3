import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let server: TestServer
let ann: Person
let tenant: TestTenant

beforeAll(async () => {
  server = await startTestServer()
  ann = await signUp(server)
  tenant = await makeWorkspace(ann, 'Anker Bau')
})
afterAll(() => server.stop())

const send = (person: Person, bytes: Buffer) =>
  api(person).put('/api/profile/avatar', undefined, {
    bytes: new Blob([Uint8Array.from(bytes)]),
    headers: { 'content-type': 'image/png' },
  })
const imagesOf = async (address: string) => {
  const answer = await fetch(server.url + address)
  return [answer.status, answer.headers.get('content-type'), (await answer.arrayBuffer()).byteLength]
}

describe('the picture of a person', () => {
  it('is kept, shown to whoever has its address, replaced and taken away without a trace', async () => {
    const { status, body } = await send(ann, picture)
    expect([status, body.avatar_url]).toEqual([200, expect.stringMatching(`^/api/avatars/${ann.userId}/`)])
    expect(await imagesOf(body.avatar_url)).toEqual([200, 'image/png', expect.any(Number)])
    const { rows } = (await api(ann, tenant.id).get('/api/members')).body
    expect(rows[0]).toMatchObject({ id: ann.userId, avatar_url: body.avatar_url })
    const next = (await send(ann, picture)).body.avatar_url
    expect(next).not.toBe(body.avatar_url)
    expect((await imagesOf(body.avatar_url))[0]).toBe(404)
    expect((await api(ann).delete('/api/profile/avatar')).status).toBe(204)
    expect((await imagesOf(next))[0]).toBe(404)
    expect(await server.sql('select from app_private.avatars')).toHaveLength(0)
  })

  it('is a picture, and no larger than one is shown', async () => {
    expect((await send(ann, Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415)
    expect((await send(ann, Buffer.alloc(201 * 1024, picture))).status).toBe(413)
    const nobody = await api(null, undefined, server).put('/api/profile/avatar', undefined, { bytes: 'x' })
    expect(nobody.status).toBe(401)
  })
})

describe('preferences', () => {
  it('are kept with the account: the next sign-in knows them', async () => {
    const data = { theme: 'dark', region: 'CH', time_zone: 'Europe/Zurich', mails: { access_requests: true } }
    expect((await ann.supabase.auth.updateUser({ data })).error).toBeNull()
    const { email, password } = ann
    const again = await ann.supabase.auth.signInWithPassword({ email, password })
    expect(again.data.user?.user_metadata).toMatchObject(data)
  })

  it('who wants no mails about requests for access gets none; others do', async () => {
    const member = await addPerson(ann, tenant, 'member')
    const ask = async (path: string) => {
      const before = (await server.mailbox(ann.email)).length
      const answer = await api(member, tenant.id).post('/api/route-access/ask', { route_path: path })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return (await server.mailbox(ann.email)).length - before
    }
    expect(await ask('/settings/users')).toBe(1)
    await ann.supabase.auth.updateUser({ data: { mails: { access_requests: false } } })
    expect(await ask('/settings/access')).toBe(0)
  })
})
