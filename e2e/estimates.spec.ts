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
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
    await page.getByRole('link', { name: 'Lines', exact: true }).click()
    await expect(page.getByText('This version is fixed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add line' })).toHaveCount(0)
  })

  await test.step('a new version goes on from there, and both are compared', async () => {
    await page.getByRole('link', { name: 'Summary' }).click()
    await page.getByRole('button', { name: 'New version' }).click()
    await expect(page.getByRole('button', { name: 'Send for review' })).toBeVisible()
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
    await expect(page.getByRole('row', { name: /Gross after.*5,041\.61/ })).toBeVisible()
  })
})
