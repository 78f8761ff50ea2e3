import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { WorkflowRunDetail } from '#contracts/api/workflows.ts'
import { startMailRelay, type MailRelay } from '../support/mail-relay.ts'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { ServerProcess } from '../support/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/start-test-database.ts'
import type { TestServer } from '../support/start-test-server.ts'
import { makeWorkflow, runIs } from '../support/workflow-world.ts'

let relay: MailRelay
let database: TestDatabase
let server: ServerProcess
let call: Api

beforeAll(async () => {
  relay = await startMailRelay()
  database = await createTestDatabase()
  server = new ServerProcess(database.url, { SMTP_URL: relay.url, MAIL_FROM: 'Formwork <office@bau.test>' })
  await server.start()
  const mailbox = (to: string) =>
    vi.waitFor(() => {
      const sent = relay.mails.filter((mail) => mail.to === to)
      expect(sent).not.toEqual([])
      return sent
    })
  const address = { url: server.url, mailbox } as unknown as TestServer
  const owner = await signUp(address)
  call = api(owner, (await makeWorkspace(owner, 'Killed')).id)
})
afterAll(async () => {
  await server.end()
  await database.drop()
  await relay.stop()
})

/** Begins a run that mails, kills the server when the mail server is at `point`, and starts it again. Answers the mails. */
async function killedAt(key: string, point: keyof MailRelay['pause']): Promise<MailRelay['mails']> {
  const isThere = new Promise<void>((reached) => {
    relay.pause[point] = () => {
      relay.pause[point] = null
      reached()
      // Whoever asked is dead before it is answered.
      return new Promise((done) => setTimeout(done, 500))
    }
  })
  await makeWorkflow(call, key, { on: 'button' }, [
    { id: 'tell', kind: 'notify', to: [{ '=': 'user.id' }], by: ['mail'], subject: `Killed ${key}` },
  ])
  await call.post(`/api/workflows/${key}/runs`, {})
  await isThere
  await server.kill()
  await server.start()
  const run = await runIs(call, key, 'done')
  await vi.waitFor(
    async () => {
      const { body } = await call.get(`/api/workflows/${key}/runs/${run.id}`)
      const [message, ...more] = (body as WorkflowRunDetail).messages
      expect(more).toEqual([])
      expect(message).toMatchObject({ status: 'sent', attempts: 2 })
    },
    { timeout: 30_000, interval: 100 },
  )
  return relay.mails.filter(({ subject }) => subject === `Killed ${key}`)
}

it(
  'a mail whose server died before it was taken is sent once, by the next one',
  { timeout: 90_000 },
  async () => {
    expect(await killedAt('before', 'recipient')).toHaveLength(1)
  },
)

it(
  'one that was taken and not written down is sent once more, as the same mail',
  { timeout: 90_000 },
  async () => {
    const mails = await killedAt('after', 'taken')
    expect(mails).toHaveLength(2)
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
  },
)
