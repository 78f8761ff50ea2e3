import type { BrowserContext, Page } from '@playwright/test'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

interface World {
  owner: Person
  workspace: Workspace
  ids: string[]
}

async function makeWorld(context: BrowserContext): Promise<World> {
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await callAs(owner, 'POST /api/quick-setup', { trade: null, manage: ['customers'], people: [] }, workspace)
  const ids: string[] = []
  for (const name of ['Adler Bau', 'Berg Immobilien', 'City Wohnen']) {
    const made = await callAs<{ id: string }>(
      owner,
      'POST /api/records/customers',
      { name, phone: '+49 30 555 0100' },
      workspace,
    )
    ids.push(made.id)
  }
  await enterAs(context, owner)
  return { owner, workspace, ids }
}

/** The page has begun to wait for news. */
const listening = (page: Page): Promise<unknown> =>
  page.waitForRequest((request) => request.url().includes('/api/changes?since='), { timeout: 20_000 })

test('what somebody else changes shows by itself, without losing the place', async ({ page, context }) => {
  const { owner, workspace, ids } = await makeWorld(context)
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
  const { owner, workspace, ids } = await makeWorld(context)
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
  await page.screenshot({ path: `${test.info().outputDir}/undone.png` })
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText('City Living').first()).toBeVisible()
  // In a text the keys are the text's own.
  await page.getByRole('searchbox').first().fill('City')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('City Living').first()).toBeVisible()
})
