import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailAtOnce } from '#server/notifications/mail-at-once.ts'
import { type MailRelay, startMailRelay } from '../support/mail-relay.ts'
import { api, makeWorkspace, signUp, type Person, type TestTenant } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let relay: MailRelay
let server: TestServer
let owner: Person
let workspace: TestTenant

beforeAll(async () => {
  relay = await startMailRelay()
  const started = await startTestServer({ SMTP_URL: relay.url, MAIL_FROM: 'Formwork <office@bau.test>' })
  // Mails leave when a test says so.
  await started.services.jobs.stop()
  /** What came by mail, once something came: mails leave after the answer. */
  const mailbox = (to: string) =>
    vi.waitFor(() => {
      const sent = relay.mails.filter((mail) => mail.to === to)
      expect(sent).not.toEqual([])
      return sent.map((mail) => ({ ...mail, channel: 'email', sentAt: '' }))
    })
  server = { ...started, mailbox }
  owner = await signUp(server, 'owner@smtp.test')
  workspace = await makeWorkspace(owner, 'Rohbau & Söhne')
})
afterAll(async () => {
  await server.stop()
  await relay.stop()
})

describe('[C-14] mail by SMTP_URL', () => {
  it('brings the code of a sign-up and an invitation, from MAIL_FROM, as text and HTML', async () => {
    const [code] = relay.mails
    expect(code).toMatchObject({ from: 'office@bau.test', to: 'owner@smtp.test' })
    expect(code?.text).toMatch(/\b\d{6}\b/)
    expect(code?.html).toMatch(/\b\d{6}\b/)
    const invited = await api(owner, workspace.id).post('/api/invites', {
      email: 'bob@smtp.test',
      role: 'member',
    })
    expect(invited.status).toBe(201)
    const [invitation] = await server.mailbox('bob@smtp.test')
    expect(invitation?.subject).toContain('Rohbau & Söhne')
    expect(invitation?.html).toContain('Rohbau &amp; Söhne')
    expect(invitation?.text).toMatch(/\/invite\/[\w-]+/)
  })
})

describe('what a mail server answers', () => {
  const id = '00000000-0000-7000-8000-000000000009'
  const stateAfter = async (answer: string | null): Promise<string> => {
    relay.refuse(answer)
    await server.sql(`delete from app.notifications where id = $1`, [id])
    await server.sql(
      `insert into app.notifications (tenant_id, id, user_id, subject, ours, mail) values ($1, $2, $3, 'Crane', true, 'wanted')`,
      [workspace.id, id, owner.userId],
    )
    await mailAtOnce(server.services)
    const [row] = await server.sql<{ mail: string }>('select mail from app.notifications where id = $1', [id])
    return row?.mail ?? 'gone'
  }

  it('about the recipient for good is not asked again, about ourselves or for now it is', async () => {
    const seen: string[] = []
    for (const answer of [
      '550 5.1.1 No such user here',
      '552 5.2.2 Mailbox full',
      '554 5.7.1 Relay access denied',
      '550 No such user',
      '451 4.7.1 Greylisted, come back',
      '421 4.3.2 Going down',
    ])
      seen.push(`${await stateAfter(answer)} ${answer.slice(0, 9)}`)
    expect(seen).toEqual([
      'taken 550 5.1.1',
      'taken 552 5.2.2',
      'wanted 554 5.7.1',
      'taken 550 No su',
      'wanted 451 4.7.1',
      'wanted 421 4.3.2',
    ])
    const before = relay.mails.length
    expect(await stateAfter(null)).toBe('taken')
    expect(relay.mails).toHaveLength(before + 1)
    expect(relay.mails[0]?.subject).toBe('Rohbau & Söhne: Crane')
  })
})
