import type { Locator, Page } from '@playwright/test'
import { paste } from './support/keyboard.ts'
import { checkAxe } from './support/check-axe.ts'
import { makeEstimatingPlace, makeHouse } from './support/estimates.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

test('[R-07] [R-18] every view of an estimate shows the same cent, readable by all', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const place = await makeEstimatingPlace(context)
  await page.goto('/estimates')
  await expect(page.getByText('No estimates yet')).toBeVisible()
  await takePictures(page, 'estimates-empty')
  const { estimate, version } = await makeHouse(place)
  const { version: variant } = await place.run('estimate.new-variant', { version, variant: 'timber' })
  await place.run('estimate.insert-line', {
    version: variant,
    title: 'Timber frame',
    values: { unit: 'm2', quantity: '212', unit_rate: '121.35' },
  })
  await place.run('estimate.new-version', { version })
  const { direct_cost: direct } = await place.read('estimate_versions', version)
  const shown = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(Number(direct))
  for (const [name, path] of [
    ['summary', `/estimates/${estimate}`],
    ['hierarchy', `/estimates/${estimate}/hierarchy`],
    ['by-type', `/estimates/${estimate}/by-type`],
    ['categorized', `/estimates/${estimate}/hierarchy-categorized`],
    ['spreadsheet', `/estimates-new/${estimate}`],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'House on the lake', level: 1 })).toBeVisible()
    await expect(page.getByText(shown).first(), name).toBeVisible()
    await page.waitForTimeout(800)
    await takePictures(page, name)
    await checkAxe(page)
  }
  await page.goto('/estimates')
  await expect(page.getByText('House on the lake')).toBeVisible()
  await takePictures(page, 'estimates')
  await checkAxe(page)
  await page.goto(`/estimates/variants-timeline?estimate=${estimate}`)
  await page.getByLabel('Compare').nth(0).check()
  await page.getByLabel('Compare').nth(1).check()
  await expect(page.getByText('Timber frame')).toBeVisible()
  await page.waitForTimeout(500)
  await takePictures(page, 'timeline')
  await checkAxe(page)
})

test('[R-07] from nothing to an issued estimate and its next version, by hand', async ({ page, context }) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(15_000)
  const { run } = await makeEstimatingPlace(context)
  const amount = (label: string, text: string) =>
    expect(
      page.locator('[class*="stat"]').filter({ hasText: label }).filter({ hasText: text }).first(),
    ).toBeVisible()

  await test.step('a new estimate begins with a draft', async () => {
    await page.goto('/estimates')
    await page.getByRole('button', { name: 'New estimate' }).first().click()
    await page.getByLabel('Name').fill('Garden house')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: 'Garden house', level: 1 })).toBeVisible()
    await expect(page.getByText('Draft').first()).toBeVisible()
  })

  await test.step('a section and lines, by keyboard', async () => {
    await page.getByRole('link', { name: 'Spreadsheet' }).click()
    await page.getByRole('button', { name: 'Add section' }).click()
    const grid = page.getByRole('grid')
    await expect(grid.getByText('New section')).toBeVisible()
    await grid.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('Timber')
    await page.keyboard.press('Enter')
    await expect(grid.getByText('Timber')).toBeVisible()
    await page.keyboard.press('Control+Home')
    for (const [title, quantity, unit, rate] of [
      ['Roof', '24', 'm2', '88.50'],
      ['Frame', '1.75', 'm3', '910'],
    ] as const) {
      await page.keyboard.press('Control+Shift+Enter')
      await expect(grid.getByText('New line')).toHaveCount(1)
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      for (const [value, steps] of [
        [title, 1],
        [quantity, 0],
        [unit, 0],
        [rate, 0],
      ] as const) {
        await page.keyboard.type(value)
        await page.keyboard.press('Tab')
        for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight')
      }
      await expect(grid.getByText(title, { exact: true })).toBeVisible()
      await page.keyboard.press('Control+Home')
    }
    // 24 × 88.50 + 1.75 × 910
    await amount('Direct cost', '3,716.50')
    await takePictures(page, 'by-hand')
  })

  await test.step('sums change while a quantity is typed, before the server was asked', async () => {
    const grid = page.getByRole('grid')
    const opened = page.waitForResponse((answer) => answer.url().endsWith('estimate.worksheet'))
    await page.reload()
    await opened
    let saves = 0
    await page.route('**/api/records/estimate_lines/**', async (route) => {
      saves += 1
      await route.continue()
    })
    await grid.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.type('100')
    // 100 × 910 + 24 × 88.50, in the tile and in the section
    await amount('Direct cost', '93,124.00')
    await expect(grid.getByText('93,124.00')).toBeVisible()
    expect(saves).toBe(0)
    await page.keyboard.press('Escape')
    await amount('Direct cost', '3,716.50')
    await page.unroute('**/api/records/estimate_lines/**')
  })

  await test.step('a line is dragged to where the mark stands, and back by undo', async () => {
    const grid = page.getByRole('grid')
    const titles = async () => (await grid.getByText(/^(Timber|Frame|Roof)$/).allTextContents()).join(' ')
    await expect.poll(titles).toBe('Timber Frame Roof')
    await grid.getByText('Roof', { exact: true }).hover()
    // By its box, which then has the focus.
    await page.locator('[data-line="2"] [data-choose]').click()
    const grip = page.locator('[data-line="2"] [data-grip]')
    const [from, to] = [
      await grip.boundingBox(),
      await grid.getByText('Frame', { exact: true }).boundingBox(),
    ]
    if (!from || !to) throw new Error('no grip')
    await page.mouse.move(from.x + 5, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 3 })
    await page.mouse.move(to.x + 10, to.y - 4)
    await expect(page.locator('[data-drop="above"]').first()).toBeVisible()
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/dragged.png` })
    await page.mouse.up()
    await expect.poll(titles).toBe('Timber Roof Frame')
    await page.keyboard.press('Control+z')
    await expect.poll(titles).toBe('Timber Frame Roof')
  })

  await test.step('a markup changes what is offered', async () => {
    await page.getByRole('link', { name: 'Summary' }).click()
    await page.getByRole('button', { name: 'Add markup' }).click()
    await page.getByLabel(/^Label/).fill('Overhead')
    await page.getByLabel(/^Key/).fill('overhead')
    await page.getByLabel(/^Value/).fill('10')
    await page.getByRole('button', { name: 'Create' }).click()
    await amount('Net', '4,088.15')
    await amount('Gross', '4,864.90')
  })

  await test.step('it is reviewed, approved and issued, and does not change any more', async () => {
    await page.getByRole('button', { name: 'Send for review' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Issue', exact: true }).click()
    await page.getByRole('button', { name: 'Issue version' }).click()
    await expect(page.getByRole('button', { name: 'Accepted' })).toBeVisible()
    await page.getByRole('link', { name: 'Lines', exact: true }).click()
    await expect(page.getByText('This version is fixed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add line' })).toHaveCount(0)
  })

  await test.step('a new version goes on from there, and both are compared', async () => {
    await page.getByRole('link', { name: 'Summary' }).click()
    await page.getByRole('button', { name: 'New version' }).click()
    await expect(page.getByRole('button', { name: 'Send for review' })).toBeVisible()
    await expect(page).toHaveURL(/[?&]version=/)
    const version = new URL(page.url()).searchParams.get('version')
    await run('estimate.insert-line', {
      version,
      title: 'Steps',
      values: { unit: 'pcs', quantity: '3', unit_rate: '45' },
    })
    await amount('Direct cost', '3,851.50')
    await page.getByRole('link', { name: 'Versions over time' }).click()
    await page.getByLabel('Compare').nth(0).check()
    await page.getByLabel('Compare').nth(1).check()
    await expect(page.getByRole('cell', { name: 'Steps' })).toBeVisible()
    // 135.00 of scope, a tenth of it markup, VAT on both.
    await expect(page.getByRole('row', { name: /Scope.*135\.00/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Markups.*13\.50/ })).toBeVisible()
    await amount('Gross after', '5,041.61')
  })

  await test.step('what was offered says what a unit costs, and gives a line its rate', async () => {
    const { estimate, version } = await run('estimate.create', { name: 'Second garden house' })
    await run('estimate.insert-line', { version, title: 'Roof', values: { unit: 'm2', quantity: '10' } })
    await page.goto('/estimates')
    await page.getByRole('link', { name: 'Unit prices' }).click()
    await page.getByRole('button', { name: 'Roof' }).click()
    await expect(page.getByRole('table', { name: 'Where these rates are from' })).toContainText(
      'Garden house',
    )
    await takePictures(page, 'unit-prices')
    await checkAxe(page)
    await page.goto(`/estimates-new/${estimate}`)
    await page.locator('[data-line="0"]').getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Rate from past estimates' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('button', { name: 'Roof' })).toBeVisible()
    await takePictures(page, 'take-rate')
    await drawer.getByRole('button', { name: 'Roof' }).click()
    await amount('Direct cost', '885.00')
  })
})

test('[R-07] a line takes its price from a recipe, its quantity from a formula, and rows come from a spreadsheet', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(15_000)
  const { make, run, read } = await makeEstimatingPlace(context)
  const { estimate = '', version = '' } = await run('estimate.create', { name: 'Shed' })
  const catalogue = await make('catalogues', { code: 'OWN', name: 'Own prices' })
  const brick = await make('catalogue_items', {
    catalogue,
    code: 'B-1',
    name: 'Brick',
    type: 'material',
    unit: 'pcs',
  })
  await make('catalogue_prices', { item: brick, unit_price: '0.62', valid_from: '2020-01-01' })
  const recipe = await make('recipes', { code: 'W-1', name: 'Brick wall', output_unit: 'm2' })
  const recipeVersion = await make('recipe_versions', {
    recipe,
    valid_from: '2020-01-01',
    params: [{ kind: 'number', key: 'per_m2', label: 'Bricks per m²', unit: '', default: '50' }],
  })
  await make('recipe_components', {
    version: recipeVersion,
    name: 'Bricks',
    item: brick,
    qty_expr: 'per_m2 * pcs / m2',
  })
  await run('recipe.publish', { version: recipeVersion })
  await make('estimate_variables', { version, key: 'height', label: 'Height', unit: 'm', formula: '2.5' })

  await page.goto(`/estimates-new/${estimate}`)
  await page.getByRole('button', { name: 'Paste lines', exact: true }).click()
  await page
    .getByLabel('Rows from a spreadsheet')
    .fill('1\tShell\n1.1\tWall\t10\tm2\t\n1.2\tSlab\t4\tm3\t150.25\n')
  await expect(page.getByText('3 rows')).toBeVisible()
  await takePictures(page, 'paste')
  await checkAxe(page)
  await page.getByRole('button', { name: 'Insert lines' }).click()
  const grid = page.getByRole('grid', { name: 'Lines' })
  await expect(grid.getByText('601.00').first()).toBeVisible()

  await grid.getByText('Wall', { exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Recipe', exact: true }).fill('Brick')
  await page.getByRole('option', { name: /^Brick wall, v1/ }).click()
  await drawer.getByLabel('Bricks per m²').fill('48')
  await drawer.getByRole('button', { name: 'Price by recipe' }).click()
  await expect(
    drawer.getByText(/48 pcs, at 0\.62 EUR per pcs \(from 1 January 2020, typed by hand\)/),
  ).toBeVisible()
  await takePictures(page, 'line-priced')
  await checkAxe(page)
  await drawer.getByLabel('Quantity formula').fill('4 * m * height')
  await drawer.getByRole('button', { name: 'Save' }).click()
  // 4 × 2.5 m² at 48 × 0.62, and the slab
  await expect(grid.getByText('297.60').first()).toBeVisible()
  expect(await read('estimate_versions', version)).toMatchObject({ direct_cost: '898.60' })

  await test.step('a formula is completed in its cell and says what it gives', async () => {
    const cell = await goTo(page, 2, columns.formula)
    await page.keyboard.press('Enter')
    const formula = page.getByRole('textbox', { name: 'Quantity formula' })
    await formula.pressSequentially('2 * m * hei')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    await expect(list.getByRole('option').first()).toContainText('Height')
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/formula-cell.png` })
    await formula.press('Enter')
    await expect(formula).toHaveValue('2 * m * height')
    await expect(page.getByText(/The formula gives .*, but the unit is m³/)).toBeVisible()
    await formula.pressSequentially(' * 0.8 * m')
    await expect(page.getByText('= 4 m³')).toBeVisible()
    await formula.press('Enter')
    await expect(cell).toHaveText('2 * m * height * 0.8 * m')
    await expect.poll(async () => (await read('estimate_versions', version))['direct_cost']).toBe('898.60')
  })

  await test.step('an equals sign typed over the quantity begins a formula', async () => {
    await goTo(page, 2, columns.quantity)
    await page.keyboard.type('=1 * m * height * 1.6 * m')
    await expect(page.getByText('= 4 m³')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(await goTo(page, 2, columns.formula)).toHaveText('1 * m * height * 1.6 * m')
    await expect.poll(async () => (await read('estimate_versions', version))['direct_cost']).toBe('898.60')
  })

  await test.step('rows pasted past the end become lines, with every column', async () => {
    await goTo(page, 2, columns.title)
    await paste(page, 'Slab\tLine\t4\tm3\t150.25\nDoor\tLine\t2\tpcs\t100\nLock\tLine\t2\tpcs\t25')
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(question).toContainText('Add 2 records?')
    await question.getByRole('button', { name: 'Add records' }).click()
    await expect(await goTo(page, 4, columns.total)).toContainText('50.00')
    // 297.60, the slab of 601.00, doors and locks
    expect(await read('estimate_versions', version)).toMatchObject({ direct_cost: '1148.60' })
  })

  await test.step('what the network lost is marked, counted in the sums, and sent again', async () => {
    await page.route('**/api/records/estimate_lines/**', (route) => route.abort())
    const cell = await goTo(page, 3, columns.quantity)
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 change is not saved yet')).toBeVisible()
    await expect(cell).toHaveAttribute('data-tooltip', /Not saved yet/)
    await expect(page.getByText('1,248.60').first()).toBeVisible()
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/unsent.png` })
    expect(await read('estimate_versions', version)).toMatchObject({ direct_cost: '1148.60' })
    await page.unroute('**/api/records/estimate_lines/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('1 change is not saved yet')).toHaveCount(0)
    await expect.poll(async () => (await read('estimate_versions', version))['direct_cost']).toBe('1248.60')
  })

  await test.step('what it would cost if is a look, and writes nothing', async () => {
    await goTo(page, 1, columns.number)
    await page.locator('[data-line="1"]').getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: 'What would it cost if …' }).click()
    const look = page.getByRole('dialog')
    await look.getByLabel('What if: Brick Price').fill('1')
    await page.keyboard.press('Enter')
    // 10 m² of 48 bricks at 1.00 in place of 0.62
    await expect(look.getByRole('row', { name: /Direct cost.*1,248\.60.*1,431\.00/ })).toBeVisible()
    await takePictures(page, 'what-if')
    await checkAxe(page)
    expect(await read('estimate_versions', version)).toMatchObject({ direct_cost: '1248.60' })
    await page.keyboard.press('Escape')
    await expect(look).toHaveCount(0)
  })

  await page.getByRole('link', { name: 'Summary' }).click()
  await expect(page.getByRole('heading', { name: 'Variables' })).toBeVisible()
  await takePictures(page, 'variables')
  await page.getByRole('button', { name: 'Check prices' }).click()
  await expect(page.getByText('All prices are of that day')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Terms' }).getByRole('button', { name: 'Edit' }).click()
  const terms = page.getByRole('dialog')
  await terms.getByRole('group', { name: 'VAT rates' }).getByLabel('Percent').first().fill('20')
  await takePictures(page, 'terms')
  await checkAxe(page)
  await terms
    .getByRole('group', { name: 'VAT rates' })
    .locator('..')
    .getByRole('button', { name: 'Save' })
    .click()
  // 1,248.60 and a fifth of it
  await expect.poll(async () => (await read('estimate_versions', version))['gross']).toBe('1498.32')
})

// Where columns stand in the spreadsheet.
const columns = { number: 0, title: 1, quantity: 3, total: 8, formula: 10 }

/** Goes to a cell of the spreadsheet by keyboard: columns out of sight are not drawn. */
async function goTo(page: Page, line: number, column: number): Promise<Locator> {
  const at = (place: number) =>
    page.getByRole('grid', { name: 'Lines' }).locator(`[data-line="${line}"] [data-column="${place}"]`)
  await at(0).click()
  for (let step = 0; step < column; step++) await page.keyboard.press('ArrowRight')
  return at(column)
}
