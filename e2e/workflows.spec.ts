import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
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

  await test.step('the list names the model as people know it', async () => {
    await page.goto(`${server()}/workflows`)
    await expect(page.getByRole('gridcell', { name: 'Orders', exact: true })).toBeVisible()
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
