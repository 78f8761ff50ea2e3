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
  await call('POST /api/standard-models', { keys: ['recipe_components', 'catalogue_prices'] })
  const catalogue = await make('catalogues', { code: 'own', name: 'Own', currency: 'EUR' })
  const item = await make('catalogue_items', {
    catalogue,
    code: 'M',
    name: 'Mason',
    type: 'labour',
    unit: 'h',
  })
  await make('catalogue_prices', { item, currency: 'EUR', unit_price: '52', valid_from: '2020-01-01' })
  const recipe = await make('recipes', { code: 'MW', name: 'Masonry wall', output_unit: 'm2' })
  const recipe_version = await make('recipe_versions', { recipe, valid_from: '2020-01-01' })
  await make('recipe_components', { version: recipe_version, name: 'Laying', item, qty_expr: '0.5' })
  await call('POST /api/commands/recipe.publish', { version: recipe_version })
  const section = await make('estimate_lines', { version, kind: 'section', title: 'Walls' })
  const line = { version, kind: 'line', parent: section, unit: 'm2', vat_code: 'standard' }
  const masonry = await make('estimate_lines', {
    ...line,
    title: 'Masonry, 24 cm',
    quantity: '100',
    unit_rate: '85.5',
    recipe_version,
  })
  await make('estimate_lines', { ...line, title: 'Plaster', quantity: '220', unit_rate: '21.4' })
  const tree = await make('hierarchies', { project, name: 'Places', kind: 'own' })
  await make('hierarchy_nodes', { hierarchy: tree, name: 'Ground floor' })
  for (const status of ['in_review', 'approved', 'issued', 'accepted'])
    await call(`PATCH /api/records/estimate_versions/${version}`, { status })
  await call('POST /api/commands/progress.plan', { project, start: '2026-01-05', finish: '2026-03-27' })
  await make('actual_costs', { project, text: 'Invoice 11', amount: '2100', day: '2026-02-02' })
  // With the 40 m² that are noted below: 0.6 hours for one.
  await make('actual_costs', {
    project,
    text: 'Masons, week 6',
    line: masonry,
    hours: '24',
    amount: '1248',
    day: '2026-02-06',
  })

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

  await test.step('a quantity that could not be sent is marked in its field, until it is sent', async () => {
    await page.getByRole('tab', { name: 'Lines' }).click()
    const row = page.getByRole('row', { name: /Plaster/ })
    const note = row.getByText('Not sent yet. Press Enter to send it.')
    await context.setOffline(true)
    await row.getByRole('textbox').fill('12')
    await row.getByRole('textbox').press('Enter')
    await expect(note).toBeVisible()
    await expect(row.getByRole('textbox')).toHaveValue('12')
    await checkAxe(page)
    await takePictures(page, 'progress-not-sent')
    await context.setOffline(false)
    await row.getByRole('textbox').press('Enter')
    await expect(row.getByRole('cell', { name: '12', exact: true })).toBeVisible()
    await expect(note).toHaveCount(0)
    await expect(row.getByRole('textbox')).toHaveValue('')
  })

  await test.step('what the site took is suggested to the recipe; taken over, it becomes its new version', async () => {
    await page.getByRole('tab', { name: 'Hours' }).click()
    const hint = page.getByRole('row', { name: /Masonry wall, v1/ })
    await expect(hint).toContainText('0.6')
    await expect(hint).toContainText('20')
    await checkAxe(page)
    await takePictures(page, 'progress-hours')
    await hint.getByRole('button', { name: 'Masonry wall, v1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make a draft' }).click()
    await expect(page).toHaveURL(/\/construction-recipes-new\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: 'Masonry wall, v2' })).toBeVisible()
    await takePictures(page, 'progress-hours-taken')
    const versions = async () => {
      const where = { field: 'recipe', op: 'eq', value: recipe }
      const asked = { queries: [{ model: 'recipe_versions', where, sort: [{ field: 'version_no' }] }] }
      const { results } = await call<{ results: { rows: Record<string, unknown>[] }[] }>(
        'POST /api/query',
        asked,
      )
      return results[0]?.rows.map(({ version_no, status, hours }) => [version_no, status, hours])
    }
    expect(await versions()).toEqual([
      [1, 'published', '0.500000'],
      [2, 'draft', '0.600000'],
    ])
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await expect.poll(async () => (await versions())?.at(-1)).toEqual([2, 'published', '0.600000'])
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
    // With the 12 that were noted in the list.
    await expect(page.getByRole('row', { name: /Plaster/ }).getByText('67', { exact: true })).toBeVisible()
    await takePictures(page, 'progress-note')
  })
})
