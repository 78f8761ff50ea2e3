import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

interface Made {
  id: string
}

test('[R-13] a job is followed: agreed, planned, noted in the list and on a phone', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  const make = async (model: string, values: object): Promise<string> =>
    (await call<Made>(`POST /api/records/${model}`, values)).id
  await enterAs(context, owner)
  await page.goto(`${server()}/progress`)

  await test.step('what is not there yet is set up by one button', async () => {
    await expect(page.getByText('Progress is not set up yet')).toBeVisible()
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByText('No job has been agreed yet')).toBeVisible()
    await takePictures(page, 'progress-empty')
  })

  const project = await make('projects', { code: 'P-9', name: 'School in Lindau' })
  const estimate = await make('estimates', { name: 'Shell', project })
  const { current_version: version } = await call<{ current_version: string }>(
    `GET /api/records/estimates/${estimate}`,
  )
  const section = await make('estimate_lines', { version, kind: 'section', title: 'Walls' })
  const line = { version, kind: 'line', parent: section, unit: 'm2', vat_code: 'standard' }
  await make('estimate_lines', { ...line, title: 'Masonry, 24 cm', quantity: '100', unit_rate: '85.5' })
  await make('estimate_lines', { ...line, title: 'Plaster', quantity: '220', unit_rate: '21.4' })
  const tree = await make('hierarchies', { project, name: 'Places', kind: 'own' })
  await make('hierarchy_nodes', { hierarchy: tree, name: 'Ground floor' })
  for (const status of ['in_review', 'approved', 'issued', 'accepted'])
    await call(`PATCH /api/records/estimate_versions/${version}`, { status })
  await call('POST /api/commands/progress.plan', { project, start: '2026-01-05', finish: '2026-03-27' })
  await make('actual_costs', { project, text: 'Invoice 11', amount: '2100', day: '2026-02-02' })

  await test.step('the list shows the job and leads to it', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'School in Lindau' }).click()
    await expect(page.getByRole('heading', { name: 'School in Lindau' })).toBeVisible()
    await expect(page.getByText('Budget', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('What is late').first()).toBeVisible()
  })

  await test.step('a quantity typed in the list is taken at once', async () => {
    await page.getByRole('tab', { name: 'Lines' }).click()
    const row = page.getByRole('row', { name: /Masonry/ })
    await row.getByRole('textbox').fill('40')
    await row.getByRole('textbox').press('Enter')
    await expect(page.getByText('Progress noted').first()).toBeVisible()
    await expect(row.getByRole('cell', { name: '40', exact: true })).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'progress-lines')
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page.locator('figure svg').first()).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'progress-project')
    await page.getByRole('tab', { name: 'Plan' }).click()
    await expect(page.getByRole('grid', { name: 'Plan' }).getByText('Walls')).toBeVisible()
    await takePictures(page, 'progress-plan')
  })

  await test.step('on a phone: a place, a line, a quantity', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server()}/progress/${project}/note`)
    await page.getByRole('combobox', { name: 'Place' }).selectOption({ label: 'Ground floor' })
    await page.getByRole('button', { name: 'Plaster' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Quantity done/).fill('55')
    await takePictures(page, 'progress-entry')
    await form.getByRole('button', { name: 'Note progress' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Plaster/ }).getByText('55', { exact: true })).toBeVisible()
    await takePictures(page, 'progress-note')
  })
})
