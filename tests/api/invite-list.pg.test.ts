import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Viele'))
})
afterAll(() => server.stop())

const list = '/api/invites/list'
const addresses = async () =>
  (await owner.get('/api/invites')).body.rows
    .filter(({ status }: { status: string }) => status === 'open')
    .map(({ email }: { email: string }) => email)
    .toSorted()

describe('a list of people to invite', () => {
  it('is looked at without sending, then sent but for the wrong lines', async () => {
    const text = `E-Mail;Rolle\nbea@example.test;Administrator\nnobody\n${ann.email};member\ncleo@example.test;\n`
    const seen = await owner.post(list, { text })
    expect(seen.body.sent).toBe(0)
    expect(seen.body.lines.map(({ problem }: { problem: string | null }) => problem)).toEqual([
      null,
      'This is no mail address.',
      'This person is a member already.',
      null,
    ])
    expect(await addresses()).toEqual([])
    const sent = await owner.post(list, { text, send: true })
    expect(sent.body.sent).toBe(2)
    expect(await addresses()).toEqual(['bea@example.test', 'cleo@example.test'])
    expect(await server.mailbox('bea@example.test')).toHaveLength(1)
    // Once more is another link, not another invitation.
    await owner.post(list, { text, send: true })
    expect(await addresses()).toEqual(['bea@example.test', 'cleo@example.test'])
    expect(await server.mailbox('bea@example.test')).toHaveLength(2)
  })

  it('[IN-04] gives nobody a role above the inviter’s, and is for who manages people', async () => {
    const admin = api(await addPerson(ann, tenant, 'admin'), tenant.id)
    const member = api(await addPerson(ann, tenant, 'member'), tenant.id)
    const text = 'dora@example.test,owner'
    const { body } = await admin.post(list, { text, send: true })
    expect(body).toMatchObject({
      sent: 0,
      lines: [{ problem: expect.stringContaining('more than your own') }],
    })
    expect((await member.post(list, { text: 'dora@example.test', send: true })).status).toBe(403)
    expect(await server.mailbox('dora@example.test')).toEqual([])
  })

  it('refuses an empty and an endless list', async () => {
    const many = Array.from({ length: 201 }, (_, at) => `p${at}@example.test`).join('\n')
    for (const text of ['', '\n;;\n', many])
      expect((await owner.post(list, { text, send: true })).status).toBe(422)
    expect(await server.mailbox('p0@example.test')).toEqual([])
  })
})
