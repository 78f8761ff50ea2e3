import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { makeEstimatingPlace, makeHouse, type EstimatingPlace } from './support/estimates.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

/** An item that cost 10.00 until 2024 and costs 12.50 since, in a catalogue of its own. */
async function brick(place: EstimatingPlace): Promise<{ catalogue: string; item: string }> {
  const catalogue = await place.make('catalogues', {
    code: 'B',
    name: 'Bricks',
    currency: 'EUR',
    kind: 'own',
  })
  const named = { code: 'brick', name: 'Brick 24 cm', type: 'material', unit: 'm2' }
  const item = await place.make('catalogue_items', { catalogue, ...named })
  const price = { item, currency: 'EUR' }
  await place.make('catalogue_prices', {
    ...price,
    unit_price: '10',
    valid_from: '2020-01-01',
    valid_to: '2024-12-31',
  })
  await place.make('catalogue_prices', { ...price, unit_price: '12.5', valid_from: '2025-01-01' })
  return { catalogue, item }
}

/** The row of a grid that says this. Its parts stand in several panes. */
async function line(page: Page, title: string): Promise<Locator> {
  const named = page.locator('[data-line]').filter({ hasText: title }).first()
  await expect(named).toBeVisible()
  // Sections above it open one after the other, and push it down.
  let at: string | null = null
  let still = 0
  const staysFor = async (): Promise<number> => {
    const before = at
    at = await named.getAttribute('data-line')
    still = at === before ? still + 1 : 0
    return still
  }
  await expect.poll(staysFor, { intervals: [300] }).toBeGreaterThan(3)
  return page.locator(`[data-line="${at}"]`)
}

test('[R-07] the prices of a chosen day are looked at line by line, and taken for the chosen lines', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { item } = await brick(place)
  const { estimate = '', version = '' } = await place.run('estimate.create', { name: 'Walls' })
  for (const [title, quantity] of [
    ['Long wall', '100'],
    ['Short wall', '8'],
  ]) {
    const values = { unit: 'm2', quantity }
    const { line: id } = await place.run('estimate.insert-line', { version, title, values })
    await place.run('estimate.price-line', { line: id, item })
  }
  await page.goto(`${server()}/estimates/${estimate}`)
  await page.getByRole('button', { name: 'Check prices' }).click()
  await expect(page.getByText('All prices are of that day')).toBeVisible()
  await page.getByRole('textbox', { name: 'Prices of' }).fill('01/03/2022')
  await expect(
    page.getByRole('row', { name: /Long wall 12\.50 10\.00 .*1,250\.00 .*1,000\.00/ }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /Net .*1,350\.00 .*1,080\.00/ })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'prices-of-a-day')
  await page.getByRole('checkbox', { name: /Short wall/ }).check()
  await page.getByRole('button', { name: 'Take the prices of the chosen lines' }).click()
  await expect(page.getByText('The lines were priced anew')).toBeVisible()
  await expect
    .poll(async () => (await place.read('estimate_versions', version))['direct_cost'])
    .toBe('1330.00')
})

test('[R-07] a price update names the drafts it changes, and leads to their lines', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const place = await makeEstimatingPlace(context)
  const { catalogue, item } = await brick(place)
  const versions: string[] = []
  for (const [name, quantity] of [
    ['Long wall', '100'],
    ['Short wall', '8'],
  ]) {
    const { version = '' } = await place.run('estimate.create', { name })
    const values = { unit: 'm2', quantity }
    const { line: id } = await place.run('estimate.insert-line', { version, title: 'Wall', values })
    await place.run('estimate.price-line', { line: id, item })
    versions.push(version)
  }
  await page.goto(`${server()}/catalogues/${catalogue}/import`)
  const buffer = Buffer.from('code,name,unit,price\nbrick,Brick 24 cm,m2,14.00\n')
  await page.getByLabel('File to import').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const drafts = page.getByRole('table', { name: 'Drafts that would change' })
  // 12.50 a square metre, and then 14.00.
  await expect(
    drafts.getByRole('row', { name: /Long wall .*\+.*150\.00 .*1,250\.00 .*1,400\.00/ }),
  ).toBeVisible()
  await expect(drafts.getByRole('row', { name: /Short wall .*\+.*12\.00/ })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'price-drafts')
  await drafts.getByRole('button', { name: 'Short wall' }).click()
  const drawer = page.getByRole('dialog', { name: 'Prices of a day' })
  await expect(drawer.getByRole('row', { name: /Wall 12\.50 14\.00/ })).toBeVisible()
  await drawer.getByRole('button', { name: 'Take all these prices' }).click()
  await expect(drafts.getByRole('row', { name: /Short wall/ })).toHaveCount(0)
  await expect(drafts.getByRole('row', { name: /Long wall/ })).toBeVisible()
  expect((await place.read('estimate_versions', versions[1] ?? ''))['direct_cost']).toBe('112.00')
  await page.goto(`${server()}/catalog/${item}`)
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await expect(drafts.getByRole('row', { name: /Long wall .*\+.*150\.00/ })).toBeVisible()
})

test('[R-07] a new estimate begins like an earlier one, and says before what that brings', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { version } = await makeHouse(place)
  const old = await place.read('estimate_versions', version)
  await page.goto(`${server()}/estimates`)
  await page.getByRole('button', { name: 'New estimate' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New estimate' })
  await expect(drawer.getByRole('textbox', { name: /Currency/ })).not.toHaveAttribute('readonly')
  await drawer.getByLabel('What it begins with').selectOption({ label: 'An earlier estimate' })
  await drawer.getByLabel('Like this estimate').selectOption({ label: 'House on the lake' })
  await expect(drawer.getByRole('row', { name: /2 Shell/ })).toBeVisible()
  await expect(drawer.getByRole('row', { name: /Risk and profit .*5\.5%/ })).toBeVisible()
  await expect(drawer.getByRole('row', { name: /Rounding GAEB/ })).toBeVisible()
  // Prices stay in the currency they are in.
  await expect(drawer.getByRole('row', { name: /Currency EUR/ })).toBeVisible()
  await expect(drawer.getByRole('textbox', { name: /Currency/ })).toHaveAttribute('readonly')
  await expect(drawer.getByText('the currency is that of what it begins like')).toBeVisible()
  await expect(drawer.getByRole('row', { name: /Standard rate .*19/ })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'new-estimate-like')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('House on the hill')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'House on the hill', level: 1 })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  await expect.poll(async () => (await place.read('estimates', id))['gross']).toBe(old['gross'])
})

test('[R-07] a new estimate that cannot begin like another one is not there, and what was typed stays', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { estimate } = await makeHouse(place)
  await page.goto(`${server()}/estimates`)
  await page.getByRole('button', { name: 'New estimate' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New estimate' })
  await drawer.getByLabel('What it begins with').selectOption({ label: 'An earlier estimate' })
  await drawer.getByLabel('Like this estimate').selectOption({ label: 'House on the lake' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('House on the hill')
  // Somebody removes it while the form is filled in.
  await place.run('estimate.remove', { estimate })
  await drawer.getByRole('button', { name: 'Create' }).click()
  await expect(drawer.getByText('What it begins like is not there any more')).toBeVisible()
  await expect(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue('House on the hill')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No estimates yet')).toBeVisible()
})

test('[R-07] an estimate becomes a template, which new ones begin like and no figure counts', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { estimate, version } = await makeHouse(place)
  const old = await place.read('estimate_versions', version)
  await place.run('estimate.create', { name: 'Garage' })
  await page.goto(`${server()}/estimates`)
  await page.getByRole('button', { name: 'New estimate' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New estimate' })
  await drawer.getByLabel('What it begins with').selectOption({ label: 'A template' })
  await expect(drawer.getByText('No templates yet')).toBeVisible()
  await takePictures(page, 'no-templates')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${server()}/estimates/${estimate}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await takePictures(page, 'estimate-more')
  await page.getByRole('button', { name: 'Use as template' }).click()
  await expect(page.getByText('This is a template')).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'template')

  await page.goto(`${server()}/estimates`)
  await expect(page.locator('[data-line]').filter({ hasText: 'Garage' }).first()).toBeVisible()
  // A template is marked where both are listed.
  await expect(page.locator('[data-line]').filter({ hasText: 'House on the lake' }).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Template' })).toBeVisible()
  await page.getByLabel('Which estimates').selectOption({ label: 'Templates' })
  await expect(page.locator('[data-line]').filter({ hasText: 'Garage' })).toHaveCount(0)
  await expect(page.locator('[data-line]').filter({ hasText: 'House on the lake' }).first()).toBeVisible()
  await takePictures(page, 'templates')
  await page.getByRole('button', { name: 'New estimate' }).first().click()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('House on the hill')
  await drawer.getByLabel('What it begins with').selectOption({ label: 'A template' })
  await drawer.getByLabel('Template', { exact: true }).selectOption({ label: 'House on the lake' })
  await expect(drawer.getByRole('row', { name: /2 Shell/ })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'new-estimate-of-a-template')
  await expect(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue('House on the hill')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'House on the hill', level: 1 })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  await expect.poll(async () => (await place.read('estimates', id))['gross']).toBe(old['gross'])
  await expect(page.getByText('This is a template')).toHaveCount(0)

  await page.goto(`${server()}/estimates/${estimate}`)
  await page.getByRole('button', { name: 'No longer a template' }).click()
  await expect(page.getByText('This is a template')).toHaveCount(0)
})

test('[R-07] the money of an estimate over time is drawn from the days that are given', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { estimate } = await makeHouse(place)
  await page.goto(`${server()}/estimates/${estimate}`)
  await expect(page.getByText('From when to when is it built?')).toBeVisible()
  await page.getByRole('textbox', { name: 'Work begins' }).fill('01/05/2026')
  await page.getByRole('textbox', { name: 'Work ends' }).fill('31/07/2026')
  const table = page.getByRole('table', { name: 'Month by month' })
  await expect(table.getByRole('row', { name: /May 2026/ })).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(5)
  await page.getByRole('combobox', { name: 'Customer pays' }).selectOption({ label: 'After 60 days' })
  await expect(table.getByRole('row')).toHaveCount(6)
  await table.scrollIntoViewIfNeeded()
  await checkAxe(page)
  await takePictures(page, 'cash-over-time')
})

test('[R-07] lines go to another estimate, with what is inside them', async ({ page, context }) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { estimate } = await makeHouse(place)
  const { version: garage = '' } = await place.run('estimate.create', { name: 'Garage', currency: 'CHF' })
  await page.goto(`${server()}/estimates/${estimate}/hierarchy`)
  await (await line(page, 'Shell')).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Copy to an estimate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy lines to an estimate' })
  await dialog.getByLabel('Draft they go to').selectOption({ label: await titleOf(place, garage) })
  await expect(dialog.getByText('Another currency')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy lines' })).toBeDisabled()
  const rate = dialog.getByRole('textbox', { name: /Rate: 1 EUR/ })
  await rate.fill('0.95')
  await rate.press('Enter')
  await expect(dialog.getByRole('cell', { name: '0.95' })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'copy-lines')
  await dialog.getByRole('button', { name: 'Copy lines' }).click()
  await expect(page.getByText('The lines were copied')).toBeVisible()
  // 212 × 138.90 × 0.95, and the foundations; the lintels have no price.
  await expect.poll(async () => (await place.read('estimate_versions', garage))['line_count']).toBe(4)
})

const titleOf = async (place: EstimatingPlace, version: string): Promise<string> =>
  String((await place.read('estimate_versions', version))['title'])

test('[R-07] [R-08] recipes leave as a price base and come into another catalogue, looked at before', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { catalogue, item } = await brick(place)
  const recipe = await place.make('recipes', {
    catalogue,
    code: 'W24',
    name: 'Wall, 24 cm',
    output_unit: 'm2',
  })
  const version = await place.make('recipe_versions', { recipe, valid_from: '2025-01-01', currency: 'EUR' })
  await place.make('recipe_components', { version, name: 'Brick', item, qty_expr: '1.05' })
  await place.run('recipe.publish', { version })
  await page.goto(`${server()}/catalogues/${catalogue}`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export recipes (BC3)' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/\.bc3$/)
  const bytes = await readFile(await download.path())
  await takePictures(page, 'catalogue')

  await page.goto(`${server()}/construction-recipes`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Import recipes' })
  await drawer.getByLabel('Catalogue they go to').selectOption({ label: 'Bricks' })
  const buffer = Buffer.from(bytes.toString('latin1').replaceAll('W24', 'W30'), 'latin1')
  await drawer
    .getByLabel('File to import')
    .setInputFiles({ name: 'walls.bc3', mimeType: 'text/plain', buffer })
  await expect(drawer.getByRole('row', { name: /W30 .*Wall, 24 cm/ })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'recipe-import')
  await drawer.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(drawer.getByText('The recipes are imported')).toBeVisible()
  await takePictures(page, 'recipe-import-done')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid').getByText('W30')).toBeVisible()
})

test('[R-08] favourites and what was used last are a filter of the lists', async ({ page, context }) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { catalogue, item } = await brick(place)
  await place.make('catalogue_items', {
    catalogue,
    code: 'mortar',
    name: 'Mortar, ready mixed',
    type: 'material',
    unit: 't',
  })
  const { version = '' } = await place.run('estimate.create', { name: 'Walls' })
  const values = { unit: 'm2', quantity: '1' }
  const { line: id } = await place.run('estimate.insert-line', { version, title: 'Wall', values })
  await place.run('estimate.price-line', { line: id, item })
  await page.goto(`${server()}/catalog`)
  const grid = page.getByRole('grid')
  const show = page.getByRole('combobox', { name: 'Show' })
  await expect(grid.getByText('Mortar, ready mixed')).toBeVisible()
  await show.selectOption({ label: 'Favourites' })
  await expect(page.getByText('No favourites yet')).toBeVisible()
  await takePictures(page, 'favourites-empty')
  await page.getByRole('button', { name: 'All items' }).click()
  await expect(grid.getByText('Mortar, ready mixed')).toBeVisible()
  await show.selectOption({ label: 'Used last' })
  await expect(grid.getByText('Brick 24 cm')).toBeVisible()
  await expect(grid.getByText('Mortar, ready mixed')).toBeHidden()
  await show.selectOption({ label: 'All items' })
  const mark = async (action: string): Promise<void> => {
    const row = await line(page, 'Mortar, ready mixed')
    await row.getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await mark('Add to favourites')
  await expect(page.getByText('It is among your favourites now')).toBeVisible()
  await show.selectOption({ label: 'Favourites' })
  await expect(grid.getByText('Mortar, ready mixed')).toBeVisible()
  await expect(grid.getByText('Brick 24 cm')).toBeHidden()
  await checkAxe(page)
  await takePictures(page, 'favourites')
  await mark('Remove from favourites')
  await expect(page.getByText('No favourites yet')).toBeVisible()
})

test('[R-07] the prices of an offer in X84 are looked at, and taken for the chosen lines', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { estimate, version } = await makeHouse(place)
  await page.goto(`${server()}/estimates/${estimate}`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Prices (X84)' }).click()
  const bytes = await readFile(await (await saved).path())
  const text = bytes.toString('utf8')
  expect(text).toContain('<UP>')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Import prices' }).click()
  const drawer = page.getByRole('dialog')
  await checkAxe(page)
  // 84.5 m³ of topsoil at another price; somebody else's crane.
  const other = text
    .replace(/<UP>[^<]*<\/UP>/, '<UP>20.00</UP>')
    .replace(/<IT>[^<]*<\/IT>/, '<IT>1690.00</IT>')
  const choose = (name: string, words: string): Promise<void> =>
    drawer
      .getByLabel('File to import')
      .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(words) })
  await choose('francs.x84', other.replaceAll('>EUR<', '>CHF<'))
  await expect(drawer.getByText('The prices of this file are in CHF, the estimate is in EUR.')).toBeVisible()
  await takePictures(page, 'import-prices-refused')
  await choose('offer.x84', other)
  await expect(
    drawer.getByRole('row', { name: /Strip topsoil.* 12\.40 20\.00 .*1,690\.00 .*642\.20/ }),
  ).toBeVisible()
  // The lintels have no price, and so are not offered.
  await expect(drawer.getByRole('row', { name: /Lintels.*Not offered/ })).toBeVisible()
  await expect(drawer.getByRole('row', { name: /^Gross/ })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'import-prices')
  const direct = async () => (await place.read('estimate_versions', version))['direct_cost']
  const before = Number(await direct())
  await drawer.getByRole('checkbox', { name: /Strip topsoil/ }).check()
  await drawer.getByRole('button', { name: 'Take the prices of the chosen lines' }).click()
  await expect(page.getByText('The prices are imported')).toBeVisible()
  await expect.poll(async () => Number(await direct()) - before).toBeCloseTo(642.2, 2)
})

test('[R-07] lines without a price say so beside their rate, and their number leads from one to the next', async ({
  page,
  context,
}) => {
  const { run } = await makeEstimatingPlace(context)
  const { estimate = '', version = '' } = await run('estimate.create', { name: 'Shed' })
  for (let at = 1; at <= 60; at++) {
    const values = { unit: 'm2', quantity: '2', ...(at % 25 !== 0 && { unit_rate: '10' }) }
    await run('estimate.insert-line', { version, title: `Line no. ${at}`, values })
  }
  await page.goto(`${server()}/estimates/${estimate}/hierarchy`)
  const next = { name: 'Lines without a price: 2' }
  await page.getByRole('link', next).click()
  const grid = page.getByRole('grid')
  const cursorIn = (title: string) =>
    expect
      .poll(async () => {
        const id = await grid.getAttribute('aria-activedescendant')
        const at = id?.split('-').at(-2)
        return at === undefined ? '' : page.locator(`[data-line="${at}"]`).allInnerTexts()
      })
      .toEqual(expect.arrayContaining([expect.stringContaining(title)]))
  await cursorIn('Line no. 25')
  await expect(grid.getByText('No rate').first()).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'lines-without-a-price')
  await page.getByRole('button', next).click()
  await cursorIn('Line no. 50')
  await page.getByRole('button', next).click()
  await cursorIn('Line no. 25')
})
