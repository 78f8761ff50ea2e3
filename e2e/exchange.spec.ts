import { readFile } from 'node:fs/promises'
import * as XLSX from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { callAs } from './support/people.ts'
import { makeEstimatingPlace, makeHouse } from './support/estimates.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

/** Presses a button and answers the file it brings. */
async function fileOf(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const download = await saved
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('[R-06] [R-07] an estimate leaves as an offer and as a tender, and comes back as an estimate', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { estimate } = await makeHouse(place)

  await test.step('the workspace says what stands on its offers', async () => {
    await page.goto(`${server()}/settings/logo`)
    await page.getByLabel('Letterhead').fill('Seestraße 12\n88131 Lindau')
    await page.getByRole('button', { name: 'Save letterhead' }).click()
    await expect(page.getByText('Letterhead saved')).toBeVisible()
    await takePictures(page, 'letterhead')
  })

  await page.goto(`${server()}/estimates/${estimate}`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Offer (PDF)' })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'estimate-export')
  const offer = await fileOf(page, 'Offer (PDF)')
  expect(offer.name).toMatch(/^Offer EST-.*\.pdf$/)
  expect(offer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const tender = await fileOf(page, 'Tender (X83)')
  expect(tender.bytes.toString('utf8')).toContain('Brick wall, 36.5 cm')

  await page.goto(`${server()}/estimates`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText(/GAEB DA XML/)).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'estimate-import')
  const chooser = page.getByLabel('File to import')
  const broken = { name: 'cut-off.x83', mimeType: 'text/xml', buffer: tender.bytes.subarray(0, 900) }
  await chooser.setInputFiles(broken)
  await expect(page.getByText(/damaged or cut off/)).toBeVisible()
  await chooser.setInputFiles({ name: 'house.x83', mimeType: 'text/xml', buffer: tender.bytes })
  await page.getByRole('button', { name: 'Import', exact: true }).last().click()
  await expect(page.getByText('The estimate is imported')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(estimate))
  await page.getByRole('link', { name: 'Lines', exact: true }).click()
  await expect(page.getByText('Brick wall, 36.5 cm')).toBeVisible()

  await test.step('a table says before what does not fit', async () => {
    await page.goto(`${server()}/estimates`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const table = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await chooser.setInputFiles(
      table(
        'pool.csv',
        'Pos,Name,Unit,Qty,Rate,Counted in\n1.1,Tiles,m2,40,60,Area\n1.2,Water,t,70,2212,Area',
      ),
    )
    await expect(page.getByText('Some quantities do not fit their prices')).toBeVisible()
    await expect(page.getByRole('row', { name: /1\.2 Water Area t .*154,840/ })).toBeVisible()
    await chooser.setInputFiles(
      table('parts.csv', 'Pos,Name,Type,Unit,Qty,Price,Amount\n1.1,Tiler,labour,h,20,45,900'),
    )
    await expect(page.getByRole('row', { name: /Labour.*900/ })).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'estimate-import-table')
    await page.getByRole('button', { name: 'Import', exact: true }).last().click()
    await expect(page.getByText('The estimate is imported')).toBeVisible()
  })
  await test.step('its workbook comes back changed, and is a draft of its own', async () => {
    await page.goto(`${server()}/estimates/${estimate}`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const { bytes } = await fileOf(page, 'Workbook (XLSX)')
    const book = XLSX.read(bytes)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] as Record<string, XLSX.CellObject>
    const wall = Object.keys(sheet).find((cell) => String(sheet[cell]?.v).startsWith('Brick wall, 36.5 cm'))
    sheet[`D${wall?.slice(1)}`] = { t: 'n', v: 1234.5 }
    await page.getByRole('button', { name: 'Take changes in again' }).click()
    await takePictures(page, 'workbook-back')
    const buffer = Buffer.from(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await chooser.setInputFiles({ name: 'house.xlsx', mimeType, buffer })
    await expect(page.getByRole('row', { name: /Brick wall, 36\.5 cm.*Quantity.*1234\.5/ })).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'workbook-look')
    await page.getByRole('button', { name: 'Make a draft of it' }).click()
    await expect(page).toHaveURL(/hierarchy\?version=/)
    await expect(page.getByText('1,234.50').first()).toBeVisible()
  })
})

test('[R-07] a price is found on the server by its code, taken, and marked as a favourite', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const place = await makeEstimatingPlace(context)
  const { estimate, version } = await makeHouse(place)
  const catalogue = await place.make('catalogues', {
    code: 'base',
    name: 'Base',
    currency: 'EUR',
    kind: 'own',
  })
  const item = await place.make('catalogue_items', {
    catalogue,
    code: 'ZZ-99',
    name: 'Zinc gutter',
    type: 'material',
    unit: 'm',
  })
  await place.make('catalogue_prices', {
    item,
    currency: 'EUR',
    unit_price: '18.4',
    valid_from: '2020-01-01',
  })
  const others = Array.from({ length: 600 }, (_, at) => ({
    catalogue,
    code: `A-${at}`,
    name: `Anchor ${at}`,
    type: 'material',
    unit: 'pcs',
  }))
  await callAs(place.owner, 'POST /api/records/catalogue_items/bulk', { create: others }, place.workspace)
  await place.run('estimate.insert-line', {
    version,
    title: 'Gutter',
    values: { unit: 'm', quantity: '10' },
  })
  const open = async (): Promise<void> => {
    await page.goto(`${server()}/estimates/${estimate}/hierarchy`)
    // Lines that come later move those below them.
    await expect(page.getByText('Brick wall, 36.5 cm').first()).toBeVisible()
    const at = await page
      .locator('[data-line]')
      .filter({ hasText: 'Gutter' })
      .first()
      .getAttribute('data-line')
    await page.locator(`[data-line="${at}"]`).getByRole('button', { name: 'Actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Resources and texts' }).click()
  }
  await open()
  const picker = page.getByRole('combobox', { name: 'Item', exact: true }).first()
  await picker.click()
  await expect(page.getByRole('option', { name: /Anchor 0/ })).toBeVisible()
  await picker.fill('ZZ-99')
  await page.getByRole('option', { name: /Zinc gutter.*ZZ-99 · m/ }).click()
  await page.getByRole('button', { name: 'Take price' }).click()
  await expect(page.getByText('The line was priced')).toBeVisible()
  await page.getByRole('button', { name: 'Add to favourites' }).click()
  await expect(page.getByRole('button', { name: 'Remove from favourites' })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'line-favourite')
})
