import { checkAxe } from './support/check-axe.ts'
import { makeEstimatingPlace, makeHouse } from './support/estimates.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

test('[R-07] versions over time say what each step changed, and the way to the accepted one', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(15_000)
  const place = await makeEstimatingPlace(context)
  await page.goto('/estimates/variants-timeline')
  await expect(page.getByText('No estimates yet')).toBeVisible()
  const { estimate, version: first } = await makeHouse(place)
  const { version: timber = '' } = await place.run('estimate.new-variant', {
    version: first,
    variant: 'timber',
  })
  for (const title of ['Timber frame', 'Cladding'])
    await place.run('estimate.insert-line', {
      version: timber,
      title,
      values: { unit: 'm2', quantity: '212', unit_rate: '121.35' },
    })
  const { version: second = '' } = await place.run('estimate.new-version', { version: first })
  const { version: third = '' } = await place.run('estimate.new-version', { version: timber })
  await place.run('estimate.insert-line', {
    version: third,
    title: 'Roof terrace',
    values: { unit: 'm2', quantity: '18', unit_rate: '310' },
  })
  for (const status of ['in_review', 'approved', 'issued', 'accepted'])
    await place.run('estimate.set-status', { version: third, status })

  await page.goto(`/estimates/variants-timeline?estimate=${estimate}`)
  const lanes = page.getByRole('region', { name: 'Versions from left to right' })
  const steps = lanes.getByRole('button', { expanded: false })
  await expect(steps).toHaveCount(3)
  const toTimber = lanes.getByRole('button', { name: '2 lines added' })
  await expect(toTimber).toContainText('+2')
  await expect(lanes.getByRole('button', { name: '1 line added' })).toContainText('+1')
  await expect(lanes.getByRole('button', { name: 'No line changed' })).toBeVisible()
  await expect(page.getByText(/Way to the accepted version:.*v1.*→.*v2.*→.*v4/)).toBeVisible()

  await test.step('a step says where its money comes from, by keyboard and by pointer', async () => {
    await toTimber.focus()
    const panel = page.getByRole('region', { name: /^From .*v1.* to .*v2/ })
    await expect(panel.getByRole('row', { name: /Scope/ })).toContainText('+')
    await expect(panel.getByRole('row', { name: /Markups/ })).toContainText('+')
    await expect(panel.getByRole('row', { name: /Quantity/ })).toHaveCount(0)
    await page.waitForTimeout(300)
    await takePictures(page, 'timeline-step')
    await checkAxe(page)
    await lanes.getByRole('button', { name: 'No line changed' }).hover()
    await expect(page.getByRole('region', { name: /^From .*v1.* to .*v3/ })).toContainText(
      'No amount changed',
    )
    await lanes.getByRole('button', { name: '1 line added' }).click()
    await page.getByRole('button', { name: 'Compare line by line' }).click()
    await expect(page.getByText(/v2 timber and .*v4 timber are compared below/)).toBeFocused()
    await expect(page.getByRole('table', { name: 'Changes line by line' })).toContainText('Roof terrace')
  })

  await test.step('any two are compared, and what of a line is another is named', async () => {
    await place.run('estimate.insert-line', {
      version: second,
      title: 'Stairs',
      values: { unit: 'pcs', quantity: '1', unit_rate: '4000' },
    })
    await expect(lanes.getByRole('button', { name: '1 line added' })).toHaveCount(2)
    await lanes.getByLabel('Compare').nth(2).check()
    await lanes.getByLabel('Compare').nth(0).check()
    const changes = page.getByRole('table', { name: 'Changes line by line' })
    await expect(changes).toContainText('Stairs')
    await lanes.getByLabel('Compare').nth(1).check()
    await lanes.getByLabel('Compare').nth(2).check()
    await expect(changes.getByRole('row')).toHaveCount(4)
    await page.waitForTimeout(300)
    await takePictures(page, 'timeline-compared')
  })

  await test.step('a list on a phone, with the step below the name of what it comes from', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await toTimber.click()
    await expect(page.getByRole('region', { name: /^From .*v1.* to .*v2/ })).toContainText('Scope')
    const [card, step] = [await lanes.boundingBox(), await toTimber.boundingBox()]
    expect((step?.x ?? 0) + (step?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await checkAxe(page)
    await toTimber.scrollIntoViewIfNeeded()
    const folder = process.env['PICTURES']
    if (folder) await page.screenshot({ path: `${folder}/timeline-phone.png`, fullPage: true })
  })
})
