import { checkAxe } from './support/check-axe.ts'
import { mailsTo } from './support/mailbox.ts'
import { callAs, enterAs, newMember, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

test('[R-08] a workflow is made in the designer, tried dry, runs on a change, and its log is read, on a phone too', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await callAs(
    owner,
    'POST /api/models',
    {
      key: 'order',
      label: 'Orders',
      schema: {
        title_field: 'name',
        fields: [
          { key: 'name', label: 'Name', type: 'text' },
          { key: 'state', label: 'State', type: 'select', options: ['open', 'late'] },
        ],
      },
    },
    workspace,
  )
  const { id } = await callAs<{ id: string }>(
    owner,
    'POST /api/records/order',
    { name: 'Bricks', state: 'open' },
    workspace,
  )
  await enterAs(context, owner)
  await page.goto(`${server()}/workflows`)

  await test.step('a new one is named, and opens in the designer', async () => {
    await expect(page.getByText('No workflows yet')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'workflows-empty')
    await page.getByRole('button', { name: 'New workflow' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Title/).fill('Late orders')
    await form.getByRole('button', { name: 'Save workflow' }).click()
    await expect(page).toHaveURL(/\/workflows\/late_orders$/)
    await expect(page.getByRole('heading', { name: 'Late orders' })).toBeVisible()
  })

  const panel = page.getByRole('complementary', { name: 'What is chosen' })
  await test.step('it is told what begins it, and what it does, by keyboard', async () => {
    await panel.getByLabel('Begins when').selectOption({ label: 'A record changes' })
    await panel.getByLabel('Records of').click()
    await page.getByRole('option', { name: 'Orders' }).click()
    await page.getByRole('button', { name: 'Add step', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Tell somebody' }).focus()
    await page.keyboard.press('Enter')
    await panel.getByLabel('Subject', { exact: true }).fill('An order is late')
    await page.getByRole('button', { name: 'Add step', exact: true }).click()
    await page.getByRole('button', { name: 'Ask for approval' }).click()
    await panel.getByLabel('Question', { exact: true }).fill('Shall we cancel it?')
    await page.getByRole('button', { name: 'Actions for Ask for approval' }).click()
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    const steps = page.getByRole('list', { name: 'Steps', exact: true })
    await expect(steps.getByRole('listitem').first()).toContainText('Ask for approval')
    await page.getByRole('button', { name: 'Actions for Ask for approval' }).click()
    await page.getByRole('menuitem', { name: 'Move down' }).click()
    await expect(steps.getByRole('listitem').first()).toContainText('Tell somebody')
    await checkAxe(page)
    await takePictures(page, 'workflow-designer')
  })

  await test.step('a dry run says what would happen', async () => {
    await page.getByRole('button', { name: 'Dry run' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Run dry' }).click()
    await expect(dialog.getByText(/It would go through, as/)).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(2)
    await checkAxe(page)
    await takePictures(page, 'workflow-dry-run')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save and release' }).click()
    await expect(page.getByText('Workflow saved and released')).toBeVisible()
  })

  await test.step('a change begins it; whoever is asked finds it under the bell and decides', async () => {
    await callAs(owner, `PATCH /api/records/order/${id}`, { state: 'late' }, workspace)
    await expect
      .poll(
        async () =>
          (await callAs<{ unread: number }>(owner, 'GET /api/notifications', undefined, workspace)).unread,
      )
      .toBe(2)
    // The bell says so by itself.
    await page.getByRole('link', { name: 'Notifications, 2 unread' }).click()
    const list = page.getByRole('list', { name: 'Notifications' })
    await expect(list.getByText('An order is late')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'notifications')
    await list.getByLabel('Comment').fill('Not yet')
    await list.getByRole('button', { name: 'Reject' }).click()
    await expect(list.getByText('Rejected')).toBeVisible()
  })

  await test.step('its log is read, on a phone too', async () => {
    await page.goto(`${server()}/workflows/late_orders/runs`)
    await page.getByRole('gridcell', { name: 'Done' }).first().waitFor()
    await takePictures(page, 'workflow-runs')
    await page.setViewportSize({ width: 390, height: 844 })
    const { rows } = await callAs<{ rows: { id: string }[] }>(
      owner,
      'GET /api/workflows/late_orders/runs',
      undefined,
      workspace,
    )
    await page.goto(`${server()}/workflows/late_orders/runs/${rows[0]?.id}`)
    const log = page.getByRole('list', { name: 'Steps' })
    await expect(log.getByRole('listitem')).toHaveCount(3)
    await log.getByText('Gave').last().click()
    await expect(log.getByText('"comment": "Not yet"')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'workflow-run')
  })
})

test('[R-08] each kind of step is put together in the designer, begun by a button on a record, and what fails is tried again', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const call = <Answer>(name: string, body?: unknown): Promise<Answer> =>
    callAs<Answer>(owner, name, body, workspace)
  const models = {
    order: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'state', label: 'State', type: 'select', options: ['open', 'late'] },
    ],
    note: [{ key: 'text', label: 'Text', type: 'text' }],
  }
  for (const [key, fields] of Object.entries(models))
    await call('POST /api/models', {
      key,
      label: key === 'order' ? 'Orders' : 'Notes',
      schema: { title_field: fields[0]?.key, fields },
    })
  const { token } = await call<{ token: string }>('POST /api/records/order', {
    name: 'Bricks',
    state: 'open',
  })
  await call('POST /api/workflows', { key: 'all', title: 'All steps', trigger: { on: 'button' }, steps: [] })
  await call('POST /api/workflows', {
    key: 'told',
    title: 'Tell the owner',
    trigger: { on: 'button' },
    steps: [{ id: 'tell', kind: 'notify', to: [{ role: 'owner' }], subject: 'It went on' }],
  })
  const member = await newMember(owner, workspace, 'member')
  await enterAs(context, owner)
  await page.goto(`${server()}/workflows/all`)
  const panel = page.getByRole('complementary', { name: 'What is chosen' })
  const steps = page.getByRole('list', { name: 'Steps', exact: true })
  const add = async (kind: string, list = steps): Promise<void> => {
    await list.locator('xpath=..').getByRole('button', { name: 'Add step', exact: true }).last().click()
    await page.getByRole('list', { name: 'Kinds of steps' }).getByRole('button', { name: kind }).click()
    await expect(panel.getByRole('heading', { name: kind })).toBeVisible()
  }
  const choose = async (label: string, option: string): Promise<void> => {
    await panel.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  await test.step('each kind of step takes what it needs', async () => {
    await choose('On records of', 'Orders')
    await add('Set fields')
    await choose('Record of', 'Orders')
    await choose('Add a field', 'State')
    await panel.getByLabel('State', { exact: true }).selectOption('late')
    await add('Find records')
    await choose('Records of', 'Orders')
    await add('For each')
    await panel.getByLabel('For each of').fill('steps.find.rows')
    await add('Create a record', page.getByRole('list', { name: 'For each', exact: true }))
    await choose('Record of', 'Notes')
    await choose('Add a field', 'Text')
    await panel.getByRole('radio', { name: 'Worked out' }).click()
    await panel.getByLabel('Text', { exact: true }).fill('"About " + item.name')
    await add('Branch')
    await panel.getByLabel('If', { exact: true }).fill('record.state == "late"')
    await add('Tell somebody', page.getByRole('list', { name: 'Yes', exact: true }))
    await panel.getByLabel('Subject', { exact: true }).fill('An order is late')
    await panel.getByLabel('By mail').check()
    await panel.getByLabel('By text message').check()
    await add('Wait')
    await panel.getByLabel('Or until').fill('today()')
    await add('Run a command')
    await panel.getByLabel('Command').selectOption({ label: 'Begin a workflow' })
    await panel.getByLabel('Input').fill('{"workflow": "told"}')
    await add('Call a webhook')
    await panel.getByLabel('Web address', { exact: true }).fill('https://127.0.0.1:9/nothing')
    await panel.getByText('More', { exact: true }).click()
    await panel.getByLabel('Tries after the first').fill('0')
    await takePictures(page, 'workflow-all-steps')
    await page.getByRole('button', { name: 'Save and release' }).click()
    await expect(page.getByText('Workflow saved and released')).toBeVisible()
  })

  await test.step('somebody presses it on a record', async () => {
    const own = await browser.newContext()
    await enterAs(own, member)
    const theirs = await own.newPage()
    await theirs.goto(`${server()}/o/${token}`)
    await theirs.getByRole('button', { name: 'All steps' }).click()
    await expect(theirs.getByText('“All steps” was begun')).toBeVisible()
    await checkAxe(theirs)
    await takePictures(theirs, 'workflow-begin')
    await own.close()
  })

  await test.step('what each step did is there, and its log says what it got and gave', async () => {
    await page.goto(`${server()}/workflows/runs`)
    await page.getByRole('gridcell', { name: 'Failed' }).first().waitFor()
    await takePictures(page, 'workflow-all-runs')
    const { rows } = await call<{ rows: { id: string }[] }>('GET /api/workflows/all/runs')
    await page.goto(`${server()}/workflows/all/runs/${rows[0]?.id}`)
    const log = page.getByRole('list', { name: 'Steps' })
    await expect(log.getByRole('listitem')).toHaveCount(9)
    await log.getByRole('listitem').nth(3).getByText('Was given').click()
    await expect(log.getByText('"About Bricks"')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'workflow-run-failed')
    const told = await call<{ rows: { subject: string }[] }>('GET /api/notifications')
    const subjects = told.rows.map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(['An order is late', 'It went on']))
    expect((await mailsTo(server(), owner.email)).map(({ subject }) => subject)).toContain('An order is late')
  })

  await test.step('it is tried again, and begun again from the beginning', async () => {
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/^Try 2/)).toBeVisible()
    const before = page.url()
    await page.getByRole('button', { name: 'Run again from the beginning' }).click()
    await expect(page.getByText('The run was started')).toBeVisible()
    await expect(page).not.toHaveURL(before)
  })
})
