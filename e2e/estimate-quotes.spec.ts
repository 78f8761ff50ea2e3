import { checkAxe } from './support/check-axe.ts'
import { makeEstimatingPlace, makeHouse } from './support/estimates.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

test('[R-07] quotes stand side by side at a line, and the chosen one prices it', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(15_000)
  const place = await makeEstimatingPlace(context)
  const { estimate, version } = await place.run('estimate.create', { name: 'Barn' })
  const { line: roof } = await place.run('estimate.insert-line', { version, kind: 'section', title: 'Roof' })
  const values = { unit: 'm2', quantity: '120' }
  const { line } = await place.run('estimate.insert-line', { version, inside: roof, title: 'Tiles', values })
  const quote = (supplier: string, more: Record<string, unknown>) =>
    place.make('estimate_quotes', { version, line, supplier, ...more })
  await quote('Berg Bedachungen', { price: '41.335', valid_until: '2020-01-31' })
  await quote('Adler Dach GmbH', {
    price: '39.9',
    excluded: 'Scaffold and disposal',
    valid_until: '2099-12-31',
  })
  await page.goto(`/estimates/${estimate}/hierarchy`)
  await page.getByText('1.1', { exact: true }).dblclick()
  const quotes = page.getByRole('table', { name: 'Quotes' })
  await expect(quotes.getByText('Cheapest')).toBeVisible()
  await expect(quotes.getByText('Expired')).toBeVisible()
  await expect(quotes.getByText('4,788.00')).toBeVisible()
  await page.getByRole('button', { name: 'Add quote' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add quote' })
  await dialog.getByLabel('Supplier').fill('Cordes')
  await dialog.getByLabel('Price per unit').fill('45')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(quotes.getByText('Cordes', { exact: true })).toBeVisible()
  await quotes.getByRole('row', { name: /Adler/ }).getByRole('checkbox').check()
  await takePictures(page, 'quotes')
  await checkAxe(page)
  await page.getByRole('button', { name: 'Choose this quote' }).click()
  await expect(quotes.getByText('Chosen', { exact: true })).toBeVisible()
  await expect(page.getByText('Adler Dach GmbH').nth(1)).toBeVisible()
  expect(await place.read('estimate_lines', line ?? '')).toMatchObject({
    rate_source: 'subquote',
    line_total: '4788.00',
  })
})

test('[R-07] a markup is put on a section and on earlier markups by choosing them', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(15_000)
  const place = await makeEstimatingPlace(context)
  const { estimate } = await makeHouse(place)
  await page.goto(`/estimates/${estimate}`)
  await page.getByRole('button', { name: 'Add markup' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add markup' })
  await drawer.getByLabel('Label').fill('Winter')
  await drawer.getByLabel('Key').fill('winter')
  await drawer.getByLabel('Value').fill('5')
  await drawer.getByLabel('For the section').click()
  const sections = page.getByRole('listbox').getByRole('option')
  await expect(sections).toHaveText(['Earthworks', 'Roof', 'Shell'])
  await sections.filter({ hasText: 'Roof' }).click()
  await drawer.getByRole('checkbox', { name: 'Other' }).check()
  await drawer.getByLabel('And on these markups').click()
  await page.getByRole('listbox').getByRole('option', { name: 'Site overhead' }).click()
  await expect(drawer.getByRole('button', { name: 'Remove Site overhead' })).toBeVisible()
  await takePictures(page, 'markup')
  await checkAxe(page)
  await drawer.getByRole('button', { name: 'Create' }).click()
  await expect(drawer).toBeHidden()
  // 5 % of what is typed of the roof, and of the site overhead.
  const row = page.getByRole('row').filter({ hasText: 'Winter' })
  await expect(row.getByText('12,343.22')).toBeVisible()
  await expect(row.getByText('617.16')).toBeVisible()
})
