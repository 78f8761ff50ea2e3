import { createServer, type Server } from 'node:http'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { startServer, type StartedServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

let server: StartedServer
let listener: Server
let heard: { type: string; record: string | undefined }[]
let listening: string
let owner: Person
let workspace: Workspace

test.beforeAll(async () => {
  heard = []
  listener = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as { type: string; data: { record?: { name?: string } } }
      heard.push({ type, record: data.record?.name })
      response.end('Thank you')
    })
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const at = listener.address()
  listening = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/hook`
  server = await startServer({ WEBHOOKS_TO_INNER_ADDRESSES: '1' })
  owner = await newPerson(server.url, 'Mara Falk')
  workspace = await newWorkspace(owner)
  const fields = [{ key: 'name', label: 'Name', type: 'text', required: true }]
  await callAs(owner, 'POST /api/models', { key: 'parts', label: 'Parts', schema: { fields } }, workspace)
  await callAs(owner, 'POST /api/records/parts', { name: 'Bolt' }, workspace)
})
test.afterAll(async () => {
  await server.stop()
  listener.closeAllConnections()
  listener.close()
})
test.beforeEach(async ({ context }) => enterAs(context, owner))

test('somebody makes a token, a program uses it, and it is over when they revoke it', async ({ page }) => {
  await page.goto(`${server.url}/api-tokens`)
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  await checkAxe(page)
  await page.getByRole('button', { name: 'New token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('Nightly sync')
  await drawer.getByRole('button', { name: 'Make token' }).click()
  const shown = drawer.getByLabel('API token')
  await expect(shown).toHaveValue(/^fw_[0-9A-Za-z]{49}$/)
  await checkAxe(page)
  const token = await shown.inputValue()
  const ask = () =>
    fetch(`${server.url}/api/records/parts`, { headers: { Authorization: `Bearer ${token}` } })
  expect(await (await ask()).json()).toMatchObject({ rows: [{ name: 'Bolt' }] })
  // Left by chance it would be lost.
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('cannot be shown again')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(shown).toHaveValue(token)
  await drawer.getByRole('button', { name: 'I have kept it' }).click()
  const grid = page.getByRole('grid')
  await expect(grid).toContainText('Nightly sync')
  await expect(grid).toContainText('Active')
  expect(await page.content()).not.toContain(token)
  await grid.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(grid).toContainText('Revoked')
  expect((await ask()).status).toBe(401)
})

test('a call is found, filled in and tried, as oneself and with a token; its code is there to copy', async ({
  page,
}) => {
  await page.goto(`${server.url}/api-docs`)
  await page.getByLabel('Find a call').fill('parts create')
  await page.getByRole('link', { name: /Create/ }).click()
  await expect(page.getByRole('heading', { name: 'Create: Parts' })).toBeVisible()
  await checkAxe(page)
  const tried = page.getByRole('region', { name: 'Try it' })
  await tried.getByLabel('Body').fill('{"name": "Nut"}')
  await expect(page.getByRole('region', { name: 'Code' })).toContainText(`-d '{"name":"Nut"}'`)
  await page.getByRole('tab', { name: 'Typed client' }).click()
  await expect(page.getByRole('region', { name: 'Code' })).toContainText('client.create("parts"')
  await tried.getByRole('button', { name: 'Send' }).click()
  await expect(tried.getByText('201', { exact: true })).toBeVisible()
  await expect(tried.getByLabel('Answer')).toContainText('"name": "Nut"')
  await tried.getByLabel('Body').fill('{"name": "Nut", "never": 1}')
  await tried.getByLabel('API token').fill('fw_nobody')
  await tried.getByRole('button', { name: 'Send' }).click()
  await expect(tried.getByText('401', { exact: true })).toBeVisible()
})

test('a webhook tells a program of changes, and its list says what came of it', async ({ page }) => {
  await page.goto(`${server.url}/webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('ERP')
  await drawer.getByLabel('Web address').fill(listening)
  await drawer.getByRole('checkbox', { name: 'Parts' }).check()
  await drawer.getByRole('button', { name: 'Save webhook' }).click()
  await expect(drawer.getByLabel('Secret')).toHaveValue(/^whsec_/)
  await drawer.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('link', { name: 'ERP' }).click()
  await expect(page.getByText('Nothing was sent yet')).toBeVisible()
  await checkAxe(page)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => heard.map(({ type }) => type)).toEqual(['webhook.test'])
  await callAs(owner, 'POST /api/records/parts', { name: 'Washer' }, workspace)
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'record.created', record: 'Washer' })
  await expect(page.getByRole('gridcell', { name: 'Delivered' })).toHaveCount(2)
  await expect(page.getByRole('gridcell', { name: 'Test' })).toBeVisible()
})
