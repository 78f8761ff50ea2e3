import type { Page } from '@playwright/test'
import { makeCustomers } from './support/customers.ts'
import { callAs } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

const names = ['Adler Bau', 'Berg Immobilien', 'City Wohnen']

/** The page has begun to wait for news. */
const listening = (page: Page): Promise<unknown> =>
  page.waitForRequest((request) => request.url().includes('/api/changes?since='), { timeout: 20_000 })

test('what somebody else changes shows by itself, without losing the place', async ({ page, context }) => {
  const { owner, workspace, ids } = await makeCustomers(context, names)
  const waits = listening(page)
  await page.goto('/objects?model=customers')
  await expect(page.getByText('Adler Bau').first()).toBeVisible()
  await waits
  await callAs(owner, `PATCH /api/records/customers/${ids[0]}`, { name: 'Adler Hochbau' }, workspace)
  await expect(page.getByText('Adler Hochbau').first()).toBeVisible()
  await callAs(owner, 'POST /api/records/customers', { name: 'Dorn Holz' }, workspace)
  await expect(page.getByText('Dorn Holz').first()).toBeVisible()
  await callAs(owner, `DELETE /api/records/customers/${ids[1]}`, undefined, workspace)
  await expect(page.getByText('Berg Immobilien')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/objects')
})

test('Ctrl+Z takes back what was done last, Ctrl+Shift+Z does it again, also after a reload', async ({
  page,
  context,
}) => {
  const { owner, workspace, ids } = await makeCustomers(context, names)
  await callAs(owner, `PATCH /api/records/customers/${ids[2]}`, { name: 'City Living' }, workspace)
  await page.goto('/objects?model=customers')
  await expect(page.getByText('City Living').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('City Living').first()).toBeVisible()
  await page.locator('main').focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('City Wohnen').first()).toBeVisible()
  const toasts = page.getByRole('region', { name: /notifications/i })
  await expect(toasts.getByText('Undone')).toBeVisible()
  await expect(toasts.getByText('Changed Name of “City Living”')).toBeVisible()
  await takePictures(page, 'undone')
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText('City Living').first()).toBeVisible()
  // In a text the keys are the text's own.
  await page.getByRole('searchbox').first().fill('City')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('City Living').first()).toBeVisible()
})
