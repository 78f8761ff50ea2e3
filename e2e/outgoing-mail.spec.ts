import { startMailRelay, type MailRelay } from '../tests/support/mail-relay.ts'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { startServer, type StartedServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

let relay: MailRelay
let server: StartedServer

test.beforeAll(async () => {
  relay = await startMailRelay()
  server = await startServer({ SMTP_URL: relay.url, MAIL_FROM: 'Nordbau <office@nordbau.test>' })
})
test.afterAll(async () => {
  await server.stop()
  await relay.stop()
})

test('a run says what became of its mails, why one did not leave, and sends it again', async ({
  page,
  context,
}) => {
  const readCode = async (_server: string, to: string): Promise<string> =>
    /\b\d{6}\b/.exec(relay.mails.find((mail) => mail.to === to)?.text ?? '')?.[0] ?? ''
  const owner = await newPerson(server.url, undefined, undefined, readCode)
  const workspace = await newWorkspace(owner)
  const make = async (key: string, title: string): Promise<string> => {
    const steps = [{ id: 'tell', kind: 'notify', to: [{ '=': 'user.id' }], by: ['mail'], subject: title }]
    await callAs(owner, 'POST /api/workflows', { key, title, trigger: { on: 'button' }, steps }, workspace)
    return (await callAs<{ id: string }>(owner, `POST /api/workflows/${key}/runs`, {}, workspace)).id
  }
  await enterAs(context, owner)
  const outgoing = page.getByRole('region', { name: 'Outgoing mail' })

  await test.step('one that is refused says why, and leaves when somebody sends it again', async () => {
    relay.refuse('550 5.1.1 No such user here')
    const run = await make('refused', 'Bricks are late')
    await page.goto(`${server.url}/workflows/refused/runs/${run}`)
    await expect(outgoing.getByText('Not sent')).toBeVisible()
    await expect(outgoing.getByText('The mail server refused it: 550 5.1.1 No such user here')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'outgoing-mail-refused')
    relay.refuse(null)
    await outgoing.getByRole('button', { name: 'Send again' }).click()
    await expect(outgoing.getByText('Was sent')).toBeVisible()
    await expect(outgoing.getByRole('button')).toHaveCount(0)
    expect(relay.mails.filter(({ subject }) => subject === 'Bricks are late')).toHaveLength(1)
  })

  await test.step('one that waits for its next try says so, and becomes sent by itself', async () => {
    relay.refuse('451 4.7.1 Come back later')
    const run = await make('waiting', 'Crane is late')
    await page.goto(`${server.url}/workflows/waiting/runs/${run}`)
    await expect(outgoing.getByText('Waits to be sent')).toBeVisible()
    await expect(outgoing.getByText('Next try')).toBeVisible()
    await takePictures(page, 'outgoing-mail-waiting')
    relay.refuse(null)
    await expect(outgoing.getByText('Was sent')).toBeVisible({ timeout: 30_000 })
    expect(relay.mails.filter(({ subject }) => subject === 'Crane is late')).toHaveLength(1)
  })
})
