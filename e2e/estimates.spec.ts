import { checkAxe } from './support/check-axe.ts'
import { makeEstimatingPlace, makeHouse } from './support/estimates.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

test('[R-07] [R-18] every view of an estimate shows the same cent, readable by all', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
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
