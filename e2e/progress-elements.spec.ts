import { checkAxe } from './support/check-axe.ts'
import { drawnPixels } from './support/drawn-pixels.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { readModelFile } from './support/read-model.ts'
import { expect, server, test } from './support/test.ts'

interface Made {
  id: string
}

test('progress of several elements chosen in the model is noted at once, where they stand', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  const make = async (model: string, values: object): Promise<string> =>
    (await call<Made>(`POST /api/records/${model}`, values)).id
  const run = async <Answer>(command: string, input: object): Promise<Answer> =>
    (await call<{ result: Answer }>(`POST /api/commands/${command}`, input)).result
  await enterAs(context, owner)
  await call('POST /api/standard-models', {
    keys: [
      'bim_changes',
      'bim_elements',
      'bim_viewpoints',
      'takeoff_rules',
      'takeoff_items',
      'line_links',
      'recipe_components',
      'catalogue_prices',
      'progress_entries',
      'actual_costs',
      'work_plans',
      'estimate_resources',
      'estimate_markups',
      'line_classifications',
      'hierarchy_nodes',
    ],
  })
  const project = await make('projects', { code: 'P-7', name: 'Ahorn' })
  const building = await make('bim_projects', { name: 'Ahorn', project })
  const model = await make('bim_models', { bim_project: building, name: 'House' })
  const read = await readModelFile(owner, workspace, model, 'fixtures/ifc/haus-ahorn.ifc')
  await run('hierarchy.from-model', { version: read })
  const catalogue = await make('catalogues', { code: 'own', name: 'Own', currency: 'EUR' })
  const item = await make('catalogue_items', {
    catalogue,
    code: 'M',
    name: 'Masonry',
    type: 'material',
    unit: 'm3',
  })
  await make('catalogue_prices', { item, currency: 'EUR', unit_price: '210', valid_from: '2020-01-01' })
  const set = await make('takeoff_rule_sets', { name: 'Walls', bim_project: building })
  await make('takeoff_rules', {
    rule_set: set,
    name: 'Walls',
    filter: { where: { field: 'ifc_class', op: 'starts', value: 'IfcWall' } },
    qty_expr: 'net_volume',
    item,
    when_missing: 'computed',
  })
  const { run: count } = await run<{ run: string }>('takeoff.run', { rule_set: set, model_versions: [read] })
  const estimate = await make('estimates', { name: 'Shell', project })
  const { current_version: version } = await call<{ current_version: string }>(
    `GET /api/records/estimates/${estimate}`,
  )
  const { hash } = await run<{ hash: string }>('takeoff.propose', { run: count, version })
  await run('takeoff.accept', { run: count, version, hash })
  for (const status of ['in_review', 'approved', 'issued', 'accepted'])
    await call(`PATCH /api/records/estimate_versions/${version}`, { status })

  await page.goto(`${server()}/bim/project/${building}`)
  const viewer = page.getByRole('region', { name: 'Building model' })
  const facts = page.getByRole('region', { name: 'Element', exact: true })
  const grid = page.getByRole('grid', { name: 'Elements' })
  const drawer = page.getByRole('dialog')
  const table = drawer.getByRole('table', { name: 'What is noted' })
  const several = async (name: RegExp): Promise<void> => {
    await viewer.getByRole('button', { name: 'Choose several' }).click()
    await page.getByRole('menu').getByText(name).click()
  }
  const told = viewer.getByText(/elements are chosen/)

  await test.step('with Shift one more, with a box all in it, and none again', async () => {
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeGreaterThan(20_000)
    await expect(grid.getByText('IfcDoor').first()).toBeVisible()
    await grid.getByText('IfcDoor').first().click()
    await viewer.locator('canvas').click({ modifiers: ['Shift'] })
    await expect(told).toHaveText('2 elements are chosen')
    await viewer.locator('canvas').click({ modifiers: ['Shift'] })
    await expect(told).toHaveCount(0)
    await several(/Draw a box/)
    const box = await viewer.locator('canvas').boundingBox()
    if (!box) throw new Error('There is no picture.')
    await page.mouse.move(box.x + 4, box.y + 4)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4, { steps: 4 })
    await page.mouse.up()
    await expect(told).toHaveText(/\d\d elements are chosen/)
    await several(/Choose none/)
    await expect(told).toHaveCount(0)
  })

  const legend = viewer.getByRole('region', { name: 'Legend' })
  const inLegend = (name: RegExp) => legend.getByRole('button', { name })
  const colourByProgress = async (): Promise<void> => {
    await viewer.getByRole('button', { name: 'Colours' }).click()
    await page.getByRole('menuitemradio', { name: 'Progress' }).click()
  }
  await test.step('the picture is coloured by how far the elements are', async () => {
    await colourByProgress()
    await expect(legend.getByText('0 % done, by value')).toBeVisible()
    await expect(inLegend(/^Not begun/)).toBeVisible()
    await expect(inLegend(/^Nothing planned/)).toBeVisible()
    await expect(inLegend(/^Done/)).toHaveCount(0)
  })

  await test.step('all of a class: what would be noted is shown by line and place, and noted once', async () => {
    await page.getByRole('searchbox').first().fill('wall')
    await grid
      .getByText(/^IfcWall/)
      .first()
      .click()
    await several(/same “IFC class”/)
    await facts.getByRole('button', { name: 'Note progress' }).click()
    await expect(table).toBeVisible()
    await expect(table.getByRole('row').nth(1)).toContainText('Walls')
    expect(await table.getByRole('row').count()).toBeGreaterThan(2)
    await checkAxe(page)
    await takePictures(page, 'progress-elements')
    await drawer.getByRole('button', { name: 'Note progress' }).click()
    await expect(page.getByText('Progress noted').first()).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await facts.getByRole('button', { name: 'Note progress' }).click()
    await expect(drawer.getByText('Nothing to note')).toBeVisible()
    await takePictures(page, 'progress-elements-noted')
  })

  const { lines } = await run<{ lines: { title: string; share: string }[] }>('progress.lines', { project })
  expect(lines).toMatchObject([{ title: 'Walls', share: '100.00' }])

  await test.step('the colours follow what is noted, and a step of the legend shows its elements alone', async () => {
    await page.keyboard.press('Escape')
    await several(/Choose none/)
    await colourByProgress()
    await expect(legend.getByText('100 % done, by value')).toBeVisible()
    await expect(inLegend(/^Not begun/)).toHaveCount(0)
    await expect(inLegend(/^Done/)).toBeVisible()
    const { rows } = await call<{ rows: { line: string; place: string; quantity: string }[] }>(
      'GET /api/records/progress_entries',
    )
    for (const [at, { line, place, quantity }] of rows.slice(0, 2).entries())
      await make('progress_entries', {
        line,
        place,
        day: '2026-01-01',
        method: 'quantity',
        quantity: (Number(quantity) * (at === 0 ? -0.3 : -0.8)).toFixed(3),
      })
    await expect(inLegend(/^50 to 99 %/)).toBeVisible()
    await expect(inLegend(/^below 50 %/)).toBeVisible()
    await checkAxe(page)
    const whole = await drawnPixels(page)
    await viewer.getByRole('button', { name: /Hint at the rest/ }).click()
    await inLegend(/^below 50 %/).click()
    await expect.poll(() => drawnPixels(page)).toBeLessThan(whole * 0.8)
    await inLegend(/^below 50 %/).click()
    await viewer.getByRole('button', { name: /Hint at the rest/ }).click()
    await takePictures(page, 'viewer-progress')
  })

  await test.step('what is chosen becomes a rule of take-off', async () => {
    await grid.getByText('IfcWall', { exact: true }).first().click()
    await several(/same “IFC class”/)
    await facts.getByRole('button', { name: 'Count for an estimate' }).click()
    const has = drawer.getByRole('table', { name: 'Quantities of the chosen elements' })
    await expect(has.getByRole('row', { name: /^count/ })).toBeVisible()
    await expect(drawer.getByLabel('Rule set')).toHaveValue('Walls')
    await checkAxe(page)
    await takePictures(page, 'takeoff-chosen')
    await drawer.getByRole('textbox', { name: /^Name/ }).fill('Walls chosen by hand')
    await drawer.getByRole('button', { name: 'Save the rule' }).click()
    await expect(page).toHaveURL(new RegExp(`/take-off/${set}$`))
    await expect(page.getByText('Walls chosen by hand')).toBeVisible()
  })

  await test.step('its form says later which elements these are, and shows them in the picture', async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).last().click({ timeout: 15_000 })
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(drawer.getByText(/^Elements that were chosen in the picture: \d+$/)).toBeVisible()
    await expect(drawer.getByText(/\(IfcWall\).*, more of them: \d+$/)).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'takeoff-rule-chosen')
    await drawer.getByRole('link', { name: 'Show in the picture' }).click()
    await expect(page).toHaveURL(/\/bim\/project\/[0-9a-f-]{36}\?rule=/)
    await expect(grid.getByText('IfcWall', { exact: true }).first()).toBeVisible()
    await expect(grid.getByText('IfcDoor', { exact: true })).toHaveCount(0)
    await takePictures(page, 'bim-of-rule')
    await page.getByRole('button', { name: 'All elements' }).click()
    await expect(grid.getByText('IfcDoor', { exact: true }).first()).toBeVisible()
  })
})
