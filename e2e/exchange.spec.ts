import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
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
})
