import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunMessage, WorkflowRunDetail } from '#contracts/api/workflows.ts'
import { startMailRelay, type MailRelay } from '../support/mail-relay.ts'
import {
  addPerson,
  api,
  makeWorkspace,
  signUp,
  type Api,
  type Person,
  type TestTenant,
} from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'
import { startTextGateway, type TextGateway } from '../support/text-gateway.ts'
import { makeWorkflow, runIs } from '../support/workflow-world.ts'

let relay: MailRelay
let server: TestServer
let owner: Person
let workspace: TestTenant
let call: Api

const mailsOf = (subject: string) => relay.mails.filter((mail) => mail.subject === subject)

let gateway: TextGateway

beforeAll(async () => {
  relay = await startMailRelay()
  gateway = await startTextGateway()
  const started = await startTestServer({
    SMTP_URL: relay.url,
    MAIL_FROM: 'Formwork <office@bau.test>',
    SMS_GATEWAY_URL: gateway.url,
    SMS_COUNTRIES: 'DE',
    WEBHOOKS_TO_INNER_ADDRESSES: '1',
  })
  const waiting = `select from app.outgoing_messages where recipient = $1 and status = 'waiting'`
  const mailbox = (to: string) =>
    vi.waitFor(
      async () => {
        expect(await started.sql(waiting, [to])).toEqual([])
        const sent = relay.mails.filter((mail) => mail.to === to)
        expect(sent).not.toEqual([])
        return sent.map((mail) => ({ ...mail, channel: 'email', sentAt: '' }))
      },
      { timeout: 10_000 },
    )
  server = { ...started, mailbox }
  owner = await signUp(server, 'owner@outbox.test')
  workspace = await makeWorkspace(owner, 'Rohbau')
  call = api(owner, workspace.id)
})
afterAll(async () => {
  await server.stop()
  await relay.stop()
  gateway.stop()
})

/** A mail server that is away until it is asked to come back. */
async function stopRelay(): Promise<() => Promise<void>> {
  const port = Number(new URL(relay.url).port)
  const { mails } = relay
  await relay.stop()
  return async () => {
    relay = await startMailRelay(port)
    relay.mails.push(...mails)
  }
}

/** Makes a workflow that mails the person who begins it, begins it, and answers its run when it is through. */
async function tell(
  key: string,
  to: object[] = [{ '=': 'user.id' }],
  by = 'mail',
): Promise<WorkflowRunDetail> {
  await makeWorkflow(call, key, { on: 'button' }, [
    { id: 'tell', kind: 'notify', to, by: [by], subject: `About ${key}`, retries: 0 },
  ])
  await call.post(`/api/workflows/${key}/runs`, {})
  return (await runIs(call, key, 'done')) as unknown as WorkflowRunDetail
}

const read = async ({ key, id }: WorkflowRunDetail): Promise<WorkflowRunDetail> =>
  (await call.get(`/api/workflows/${key}/runs/${id}`)).body
const only = async (run: WorkflowRunDetail): Promise<RunMessage> => {
  const { messages } = await read(run)
  expect(messages).toHaveLength(1)
  return messages[0] as RunMessage
}

/** Waits until the one message of a run stands so. */
const messageIs = (run: WorkflowRunDetail, wanted: Partial<RunMessage>): Promise<RunMessage> =>
  vi.waitFor(
    async () => {
      const message = await only(run)
      expect(message).toMatchObject(wanted)
      return message
    },
    { timeout: 20_000, interval: 50 },
  )

// A try counts from its beginning; with its reason it is over.
const anyReason = expect.any(Array) as RunMessage['reasons']

/** The pause until the next try is over. */
const hurry = (run: WorkflowRunDetail) =>
  server.sql('update app.outgoing_messages set next_at = now() where run_id = $1', [run.id])

const resend = async (run: WorkflowRunDetail, message: RunMessage, as = call) =>
  as.post(`/api/workflows/${run.key}/runs/${run.id}/resend`, { message: message.id })

describe('the mail of a workflow', () => {
  it('leaves once, with a name of its own, and the run says so', async () => {
    const run = await tell('once')
    expect(run.log.map(({ status, output }) => [status, output])).toEqual([['done', { mail: 1 }]])
    const message = await messageIs(run, { status: 'sent', attempts: 1, reasons: null, next_at: null })
    expect(message).toMatchObject({ step: 0, channel: 'email', sent_at: expect.any(String) })
    expect(mailsOf('About once')).toHaveLength(1)
    expect(mailsOf('About once')[0]?.messageId).toMatch(/^<[0-9a-f]{32}@bau\.test>$/)
    const kept = await server.sql('select body_text, body_html from app.outgoing_messages where id = $1', [
      message.id,
    ])
    expect(kept).toEqual([{ body_text: '', body_html: '' }])
    const again = await resend(run, message)
    expect([again.status, again.body.error.details[0].code]).toEqual([422, 'status'])
  })

  it('waits for a mail server that is away, longer each time, and leaves once when it is back', async () => {
    const comeBack = await stopRelay()
    const run = await tell('away')
    const first = await messageIs(run, { status: 'waiting', attempts: 1, reasons: anyReason })
    expect(first.reasons).toEqual([{ message: 'The mail server could not be reached.' }])
    await hurry(run)
    const seconds = (at: string | null): number => (Date.parse(at ?? '') - Date.now()) / 1000
    expect(seconds(first.next_at)).toBeLessThan(6)
    // The reason of the first try stands until the second is over.
    const second = await vi.waitFor(
      async () => {
        const message = await messageIs(run, { status: 'waiting', attempts: 2 })
        expect(seconds(message.next_at)).toBeGreaterThan(20)
        return message
      },
      { timeout: 20_000, interval: 50 },
    )
    expect((await read(run)).status).toBe('done')
    await comeBack()
    // Whoever looks at the run need not wait for the pause.
    expect((await resend(run, second)).status).toBe(204)
    await messageIs(run, { status: 'sent', attempts: 3, reasons: null })
    expect(mailsOf('About away')).toHaveLength(1)
  })

  it('is given up at once when its recipient is refused for good, and sent again by hand', async () => {
    relay.refuse('550 5.1.1 No such user here')
    const run = await tell('refused')
    const message = await messageIs(run, { status: 'failed', attempts: 1, next_at: null })
    expect(message.reasons).toEqual([
      {
        message: 'The mail server refused it: 550 5.1.1 No such user here',
        text: 'The mail server refused it: {{reason}}',
        values: { reason: '550 5.1.1 No such user here' },
      },
    ])
    relay.refuse(null)
    expect((await resend(run, message)).status).toBe(204)
    await messageIs(run, { status: 'sent', attempts: 1, reasons: null })
    expect(mailsOf('About refused')).toHaveLength(1)
  })

  it('is given up after its last try', async () => {
    relay.refuse('451 4.7.1 Come back later')
    const run = await tell('patient')
    await messageIs(run, { status: 'waiting', attempts: 1, reasons: anyReason })
    await server.sql('update app.outgoing_messages set attempts = 8, next_at = now() where run_id = $1', [
      run.id,
    ])
    await messageIs(run, { status: 'failed', attempts: 9 })
    relay.refuse(null)
  })

  it('does not leave when the step is taken back, and leaves once when that is tried again', async () => {
    await server.sql(`create function public.refuse_step() returns trigger language plpgsql as $$
      begin
        if new.step_id = 'tell' and new.status = 'done' then raise exception 'no'; end if;
        return new;
      end $$`)
    await server.sql(`create trigger refuse_step before insert on app.workflow_steps
      for each row execute function public.refuse_step()`)
    const steps = [
      {
        id: 'tell',
        kind: 'notify',
        to: [{ '=': 'user.id' }],
        by: ['mail'],
        subject: 'About back',
        retries: 0,
      },
    ]
    await makeWorkflow(call, 'back', { on: 'button' }, steps)
    await call.post('/api/workflows/back/runs', {})
    const failed = (await runIs(call, 'back', 'failed')) as unknown as WorkflowRunDetail
    expect(failed.messages).toEqual([])
    expect(await server.sql('select from app.outgoing_messages where run_id = $1', [failed.id])).toEqual([])
    await server.sql('drop trigger refuse_step on app.workflow_steps')
    await call.post(`/api/workflows/back/runs/${failed.id}/retry`, {})
    await messageIs(failed, { status: 'sent', attempts: 1 })
    expect(mailsOf('About back')).toHaveLength(1)
  })

  it('is not sent to somebody who left while it waited', async () => {
    const leaving = await addPerson(owner, workspace, 'member')
    const comeBack = await stopRelay()
    const run = await tell('left', [{ member: leaving.userId }])
    const message = await messageIs(run, { status: 'waiting', attempts: 1, reasons: anyReason })
    const left = await call.delete(`/api/members/${leaving.userId}`)
    expect(left.status, JSON.stringify(left.body)).toBe(204)
    await comeBack()
    await resend(run, message)
    const given = await messageIs(run, { status: 'failed', attempts: 2 })
    expect(given.reasons).toEqual([{ message: 'Whoever it is for is no longer a member.' }])
    expect(mailsOf('About left')).toEqual([])
  })

  it('[TI-01] is seen and sent again by nobody else', async () => {
    relay.refuse('550 5.1.1 No such user here')
    const run = await tell('private')
    const message = await messageIs(run, { status: 'failed' })
    relay.refuse(null)
    const stranger = await signUp(server, 'stranger@outbox.test')
    const theirs = api(stranger, (await makeWorkspace(stranger, 'Elsewhere')).id)
    expect((await theirs.get(`/api/workflows/private/runs/${run.id}`)).status).toBe(404)
    expect((await resend(run, message, theirs)).status).toBe(404)
    // Their own run does not open the message of another one.
    await makeWorkflow(theirs, 'mine', { on: 'button' }, [
      { id: 'tell', kind: 'notify', to: [{ '=': 'user.id' }], by: ['mail'], subject: 'Mine' },
    ])
    await theirs.post('/api/workflows/mine/runs', {})
    const mine = (await runIs(theirs, 'mine', 'done')) as unknown as WorkflowRunDetail
    expect((await resend(mine, message, theirs)).status).toBe(404)
    const member = api(await addPerson(owner, workspace, 'member'), workspace.id)
    expect((await resend(run, message, member)).status).toBe(403)
    expect(await only(run)).toMatchObject({ status: 'failed', attempts: 1 })
    expect(mailsOf('About private')).toEqual([])
  })
})

describe('the text message of a workflow', () => {
  it('waits for its gateway with the same key, and is given up when it is refused for good', async () => {
    await server.sql(
      `update auth.users set phone = '4915112345678', phone_confirmed_at = now() where id = $1`,
      [owner.userId],
    )
    gateway.answer = 503
    const run = await tell('by_text', undefined, 'text')
    const message = await messageIs(run, { status: 'waiting', attempts: 1, reasons: anyReason })
    expect(message).toMatchObject({
      channel: 'sms',
      reasons: [{ message: 'The text message was not taken: the gateway answered 503.' }],
    })
    gateway.answer = 200
    await hurry(run)
    await messageIs(run, { status: 'sent', attempts: 2 })
    expect(gateway.texts.map(({ body }) => body)).toEqual([
      { to: expect.stringContaining('4915112345678'), text: 'About by_text' },
      { to: expect.stringContaining('4915112345678'), text: 'About by_text' },
    ])
    expect(gateway.texts[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(gateway.texts[1]?.key).toBe(gateway.texts[0]?.key)
    gateway.answer = 400
    await messageIs(await tell('refused_text', undefined, 'text'), { status: 'failed', attempts: 1 })
    gateway.answer = 200
  })
})

describe('an invitation', () => {
  it('waits for a mail server that is away, too', async () => {
    const comeBack = await stopRelay()
    const invited = await call.post('/api/invites', { email: 'bob@outbox.test', role: 'member' })
    expect(invited.status).toBe(201)
    const waiting = () =>
      server.sql(
        `select status, attempts, reasons is not null as failed from app.outgoing_messages where recipient = 'bob@outbox.test'`,
      )
    await vi.waitFor(async () =>
      expect(await waiting()).toEqual([{ status: 'waiting', attempts: 1, failed: true }]),
    )
    await comeBack()
    await server.sql(`update app.outgoing_messages set next_at = now() where recipient = 'bob@outbox.test'`)
    const [mail] = await server.mailbox('bob@outbox.test')
    expect(mail?.text).toMatch(/\/invite\/[\w-]+/)
    await vi.waitFor(async () =>
      expect(await waiting()).toEqual([{ status: 'sent', attempts: 2, failed: false }]),
    )
  })
})
