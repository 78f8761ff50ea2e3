import type { Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { makeEstimatingPlace, makeHouse } from './support/estimates.ts'
import { press, tabTo, walkByTab } from './support/keyboard.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

/** What is asked for again may be drawn anew in the middle of a walk: then it is walked once more. */
const walkAll = (page: Page): Promise<void> =>
  expect(async () => expect(await walkByTab(page)).toEqual([])).toPass({ timeout: 60_000 })

test('[R-07] [R-18] an estimator goes from the list to an issued offer with the keyboard alone', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const place = await makeEstimatingPlace(context)
  const { estimate } = await makeHouse(place)
  await page.goto('/estimates')
  await expect(page.locator('[data-line]').filter({ hasText: 'House on the lake' }).first()).toBeVisible()
  await tabTo(page, page.getByRole('grid', { name: 'Estimates' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(`/estimates/${estimate}`)

  await test.step('every step of the summary is reached, and says that it is', async () => {
    await expect(page.getByRole('button', { name: 'Send for review' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send for review' })).toBeInViewport({ ratio: 1 })
    await walkAll(page)
    await press(page, page.getByRole('button', { name: 'More', exact: true }))
    const more = page.getByRole('dialog', { name: 'More with this estimate' })
    await expect(more.getByRole('button', { name: 'New variant' })).toBeVisible()
    await checkAxe(page)
    await page.keyboard.press('Escape')
    await expect(more).toHaveCount(0)
  })

  await test.step('a line says why it costs that', async () => {
    await press(page, page.getByRole('link', { name: 'Lines', exact: true }))
    const grid = page.getByRole('treegrid', { name: 'Lines' })
    await expect(page.locator('[data-line="1"]').first()).toBeVisible()
    await tabTo(page, grid)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+Enter')
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('table', { name: 'Explanation of the price' })).toBeVisible()
    await checkAxe(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  })

  await test.step('it is reviewed, approved and issued', async () => {
    await press(page, page.getByRole('link', { name: 'Summary' }))
    for (const name of ['Send for review', 'Approve', 'Issue'])
      await press(page, page.getByRole('button', { name, exact: true }))
    await press(page, page.getByRole('button', { name: 'Issue version' }))
    await expect(page.getByText('Issued').first()).toBeVisible()
  })

  await test.step('a new version is compared with what was issued', async () => {
    await press(page, page.getByRole('button', { name: 'New version' }))
    await expect(page.getByRole('button', { name: 'Send for review' })).toBeVisible()
    await press(page, page.getByRole('link', { name: 'Versions over time' }))
    for (const at of [0, 1]) await press(page, page.getByLabel('Compare').nth(at), 'Space')
    await expect(page.getByRole('table', { name: 'From one total to the other' })).toBeVisible()
    await walkAll(page)
  })
})

test('[R-07] [R-18] an estimate is read by section, approved and had as a PDF on a phone', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const place = await makeEstimatingPlace(context)
  const { estimate, version } = await makeHouse(place)
  await place.run('estimate.set-status', { version, status: 'in_review' })
  await page.setViewportSize({ width: 390, height: 844 })
  const fits = async (): Promise<void> =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${page.url()}: nothing sticks out`,
    ).toBeLessThanOrEqual(0)
  await page.goto('/estimates')
  await fits()
  await page.getByRole('link', { name: 'House on the lake' }).click()
  await expect(page).toHaveURL(`/estimates/${estimate}`)

  await test.step('sections first, then what is in one of them', async () => {
    await page.getByRole('link', { name: 'Lines', exact: true }).click()
    await expect(page.getByText('This version is fixed')).toBeVisible()
    await expect(page.getByText('Shell', { exact: true })).toBeVisible()
    await fits()
    await checkAxe(page)
    await takePictures(page, 'phone-lines')
  })

  await test.step('what waits for a decision is the first thing that can be done', async () => {
    await page.getByRole('link', { name: 'Summary' }).click()
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await expect(approve).toBeInViewport({ ratio: 1 })
    await fits()
    await checkAxe(page)
    await takePictures(page, 'phone-approve')
    await approve.click()
    await page.getByRole('button', { name: 'Issue', exact: true }).click()
    await page.getByRole('button', { name: 'Issue version' }).click()
    await expect(page.getByText('Issued').first()).toBeVisible()
  })

  await test.step('the offer as a PDF', async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Offer (PDF)' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    await fits()
  })
})
