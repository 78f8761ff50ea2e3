import { createServer, type Server } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newMember, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { startServer, type StartedServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

let server: StartedServer
let receiver: Server
let receiving: string
const received: string[] = []

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(body)
      response.setHeader('Content-Type', 'application/json')
      response.end('{"booked":"B-7"}')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const at = receiver.address()
  receiving = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/orders`
  server = await startServer({ WEBHOOKS_TO_INNER_ADDRESSES: '1' })
})
test.afterAll(async () => {
  await server.stop()
  receiver.closeAllConnections()
  receiver.close()
})

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'What is chosen' })

/** Adds a step at the end of a list of steps; it is chosen then. */
async function addStep(page: Page, list: string, kind: string): Promise<Locator> {
  const steps = page.getByRole('list', { name: list, exact: true }).locator('xpath=..')
  await steps.getByRole('button', { name: 'Add step', exact: true }).last().click()
  await page
    .getByRole('list', { name: 'Kinds of steps' })
    .getByRole('button', { name: kind, exact: true })
    .click()
  const panel = panelOf(page)
  await expect(panel.getByRole('heading', { name: kind })).toBeVisible()
  return panel
}

async function chooseModel(page: Page, label: string, model: string): Promise<void> {
  await panelOf(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: model, exact: true }).click()
}

/** Says of a field of the step's record what it is worked out from. */
async function workOut(page: Page, field: string, formula: string): Promise<void> {
  const panel = panelOf(page)
  await panel.getByRole('combobox', { name: 'Add a field' }).click()
  await page.getByRole('option', { name: field, exact: true }).click()
  await panel
    .getByRole('group', { name: `How “${field}” is given` })
    .getByText('Worked out')
    .click()
  await panel.getByRole('textbox', { name: field, exact: true }).fill(formula)
}

async function newWorkflow(page: Page, title: string, begins: string): Promise<Locator> {
  await page.goto(`${server.url}/workflows`)
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Title/).fill(title)
  await form.getByRole('button', { name: 'Save workflow' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const panel = panelOf(page)
  await panel.getByLabel('Begins when').selectOption({ label: begins })
  return panel
}

async function release(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and release' }).click()
  await expect(page.getByText('Workflow saved and released')).toBeVisible()
}

/** The line of a log for one step: what it was given and gave is opened. */
async function lineOf(page: Page, at: number, name: string): Promise<Locator> {
  const line = page.getByRole('list', { name: 'Steps' }).locator(':scope > li').nth(at)
  await expect(line).toContainText(name)
  for (const label of ['Was given', 'Gave']) {
    const words = line.getByText(label, { exact: true })
    if ((await words.count()) > 0) await words.click()
  }
  return line
}

test('[R-08] a workflow with every kind of step is made in the designer, begun, decided by another person, and watched to its end; clocks and dates begin others', async ({
  browser,
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const owner = await newPerson(server.url, 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const grace = await newMember(owner, workspace, 'member')
  const fields = [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'state', label: 'State', type: 'text' },
    { key: 'due', label: 'Due', type: 'date' },
  ]
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  await call('POST /api/models', { key: 'order', label: 'Orders', schema: { title_field: 'name', fields } })
  for (const name of ['Bricks', 'Mortar']) await call('POST /api/records/order', { name })
  await call('POST /api/standard-models', { keys: ['hierarchies', 'hierarchy_nodes'] })
  const { id: project } = await call<{ id: string }>('POST /api/records/projects', {
    code: 'P-1',
    name: 'School',
  })
  await enterAs(context, owner)

  // A full minute, late enough for both to be released before it; what follows fills the waiting.
  const soon = new Date(Math.ceil((Date.now() + 40_000) / 60_000) * 60_000)
  await test.step('one begins at a time, one when a date of a record is reached', async () => {
    const clock = await newWorkflow(page, 'Each day', 'A time comes')
    await clock.getByLabel('Plan').fill(`${soon.getUTCMinutes()} ${soon.getUTCHours()} * * *`)
    await clock.getByLabel('Time zone').fill('UTC')
    await addStep(page, 'Steps', 'Tell somebody')
    await clock.getByLabel('Subject', { exact: true }).fill('The day has begun')
    await release(page)
    const date = await newWorkflow(page, 'Due today', 'A date is reached')
    await chooseModel(page, 'Records of', 'Orders')
    await date.getByLabel('Date', { exact: true }).selectOption({ label: 'Due' })
    await date.getByLabel('Time of day').fill(soon.toISOString().slice(11, 16))
    await date.getByLabel('Time zone').fill('UTC')
    await addStep(page, 'Steps', 'Set fields')
    await chooseModel(page, 'Record of', 'Orders')
    await workOut(page, 'State', "'due: ' + record.name")
    await release(page)
    await call('POST /api/records/order', { name: 'Sand', due: soon.toISOString().slice(0, 10) })
  })

  await test.step('one with every kind of step is made in the designer', async () => {
    await newWorkflow(page, 'Order and book', 'Somebody fills in a form')
    await addStep(page, 'Steps', 'Create a record')
    await chooseModel(page, 'Record of', 'Orders')
    await workOut(page, 'Name', 'trigger.input.what')
    let panel = await addStep(page, 'Steps', 'Find records')
    await chooseModel(page, 'Records of', 'Orders')
    panel = await addStep(page, 'Steps', 'Ask for approval')
    const who = panel.getByRole('group', { name: 'Who decides' })
    await who.getByLabel('Kind').selectOption({ label: 'Person' })
    await who.getByRole('combobox', { name: 'Who' }).click()
    await page.getByRole('option', { name: 'Grace Hopper' }).click()
    await panel.getByLabel('Question', { exact: true }).fill('Shall we order it?')

    panel = await addStep(page, 'Steps', 'Branch')
    await panel.getByRole('textbox', { name: 'If' }).fill("steps.approve_1.decision == 'approved'")
    panel = await addStep(page, 'Yes', 'Call a webhook')
    await panel.getByLabel('Web address').fill(receiving)
    await panel.getByLabel('What is sent').fill('{"order": {"=": "trigger.input.what"}}')
    panel = await addStep(page, 'No', 'Tell somebody')
    await panel.getByLabel('Subject', { exact: true }).fill('It was refused')

    panel = await addStep(page, 'Steps', 'For each')
    await panel.getByRole('textbox', { name: 'For each of' }).fill('steps.find_1.rows')
    await addStep(page, 'For each', 'Set fields')
    await chooseModel(page, 'Record of', 'Orders')
    await panel.getByRole('textbox', { name: 'Which record' }).fill('item.id')
    await workOut(page, 'State', "'ordered ' + string(index + 1)")

    panel = await addStep(page, 'Steps', 'Wait')
    await panel.getByRole('textbox', { name: 'Or until' }).fill('now()')
    await expect(panel.getByLabel('For', { exact: true })).toHaveValue('')
    panel = await addStep(page, 'Steps', 'Run a command')
    await panel.getByLabel('Command').selectOption({ label: 'Make a hierarchy' })
    await panel
      .getByLabel('Input', { exact: true })
      .fill(`{"project": "${project}", "name": {"=": "trigger.input.what"}, "kind": "own"}`)
    panel = await addStep(page, 'Steps', 'Tell somebody')
    await panel.getByLabel('Subject', { exact: true }).fill('It is ordered')
    const flow = page.getByRole('list', { name: 'Steps', exact: true })
    for (const words of ['Until now()', 'Make a hierarchy', 'steps.find_1.rows'])
      await expect(flow.getByText(words)).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'workflow-every-step')
    await release(page)
  })

  await test.step('it is begun by its form, and waits for the other person', async () => {
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('button', { name: 'Order and book' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^What/).fill('Lime')
    await takePictures(page, 'workflow-form')
    await form.getByRole('button', { name: /^Send$/ }).click()
    await expect(page.getByText('“Order and book” was begun')).toBeVisible()
    await page.goto(`${server.url}/workflows/order_and_book/runs`)
    await page.getByRole('gridcell', { name: 'Waits for a decision' }).click()
    await expect(page.getByText('Waits for a decision').first()).toBeVisible()
    await expect(page.getByRole('list', { name: 'Steps' }).locator(':scope > li')).toHaveCount(3)
    const theirs = await browser.newContext()
    await enterAs(theirs, grace)
    const other = await theirs.newPage()
    await other.goto(`${server.url}/notifications`)
    const list = other.getByRole('list', { name: 'Notifications' })
    await list.getByLabel('Comment').fill('Two pallets')
    await list.getByRole('button', { name: 'Approve' }).click()
    await expect(list.getByText('Approved')).toBeVisible()
    await theirs.close()
  })

  await test.step('its log shows by itself how it ends, with what every step was given and gave', async () => {
    await expect(page.getByText('Done', { exact: true }).first()).toBeVisible()
    // Create, find, ask, the decision, branch, call, loop and its turns, wait, command, tell.
    await expect(page.getByText('Run again from the beginning')).toBeVisible()
    const names = await page
      .getByRole('list', { name: 'Steps' })
      .locator(':scope > li > div:first-child > span:nth-child(2)')
      .allTextContents()
    expect(names.filter((name, at) => name !== names[at - 1])).toEqual([
      'Create a record',
      'Find records',
      'Ask for approval',
      'Branch',
      'Call a webhook',
      'For each',
      'Set fields',
      'Wait',
      'Run a command',
      'Tell somebody',
    ])
    const turns = names.filter((name) => name === 'Set fields').length
    expect(turns).toBe(4)
    await expect(await lineOf(page, 0, 'Create a record')).toContainText('"Lime"')
    await expect(await lineOf(page, 1, 'Find records')).toContainText('"count": 4')
    const decided = names.lastIndexOf('Ask for approval')
    await expect(await lineOf(page, decided, 'Ask for approval')).toContainText('"comment": "Two pallets"')
    await expect(await lineOf(page, decided + 1, 'Branch')).toContainText('yes')
    await expect(await lineOf(page, decided + 2, 'Call a webhook')).toContainText('"booked": "B-7"')
    expect(received).toEqual(['{"order":"Lime"}'])
    await expect(await lineOf(page, decided + 3, 'For each')).toContainText('"turns": 4')
    await expect(await lineOf(page, names.indexOf('Wait'), 'Wait')).toContainText('"until"')
    await expect(await lineOf(page, names.length - 1, 'Tell somebody')).toContainText('It is ordered')
    await checkAxe(page)
    await takePictures(page, 'workflow-every-run')
    const { rows } = await call<{ rows: { name: string; state: string | null }[] }>('GET /api/records/order')
    expect(rows.filter(({ state }) => state?.startsWith('ordered'))).toHaveLength(4)
  })

  await test.step('the clock and the date have begun theirs', async () => {
    for (const key of ['each_day', 'due_today']) {
      await expect
        .poll(async () => (await call<{ rows: unknown[] }>(`GET /api/workflows/${key}/runs`)).rows.length, {
          timeout: 120_000,
        })
        .toBeGreaterThan(0)
      await page.goto(`${server.url}/workflows/${key}/runs`)
      await page.getByRole('gridcell', { name: 'Done' }).first().click()
      await expect(page.getByRole('list', { name: 'Steps' }).locator(':scope > li')).toHaveCount(1)
    }
    await expect(await lineOf(page, 0, 'Set fields')).toContainText('due: Sand')
  })
})
