import type { Locator, Page } from '@playwright/test'
import { beginWith, type Begun } from './support/begin-with.ts'
import { expect, test } from './support/test.ts'

/** What a part of a chart counts, read in its table and opened there. */
async function openPart(page: Page, chart: string, part: string): Promise<number> {
  const figure = page.getByRole('figure').filter({ hasText: chart })
  await figure.getByRole('button', { name: 'Show as a table' }).click()
  const row = figure.getByRole('row').filter({ has: page.getByRole('button', { name: part, exact: true }) })
  const counted = Number(await row.getByRole('cell').textContent())
  await row.getByRole('button').click()
  return counted
}

/** A list shows exactly these records, and counts as many. */
async function shows(page: Page, list: Locator, names: readonly string[]): Promise<void> {
  await expect(page.getByText(names.length === 1 ? '1 item' : `${names.length} items`)).toBeVisible()
  for (const name of names) await expect(list.getByText(name, { exact: true }).first()).toBeVisible()
}

async function makeProjects({ make }: Begun): Promise<void> {
  for (const [code, name, status] of [
    ['P-1', 'School', 'running'],
    ['P-2', 'Bridge', 'running'],
    ['P-3', 'Town hall', 'won'],
    ['P-4', 'Depot', 'running'],
    ['P-5', 'Pool', 'enquiry'],
  ] as const)
    await make('projects', { code, name, status })
}

test('[R-04] a part of a chart and a number open a list of exactly the records they count', async ({
  page,
  context,
}) => {
  const begun = await beginWith(context, [
    'estimates',
    'estimate_resources',
    'estimate_markups',
    'line_classifications',
    'hierarchies',
    'hierarchy_nodes',
    'hierarchy_node_types',
  ])
  await makeProjects(begun)
  for (const name of ['Shell', 'Roof', 'Pattern']) {
    const { result } = await begun.call<{ result: { estimate: string; version: string } }>(
      'POST /api/commands/estimate.create',
      { name },
    )
    if (name === 'Pattern')
      await begun.call(`PATCH /api/records/estimates/${result.estimate}`, { template: true })
    if (name === 'Roof')
      await begun.call('POST /api/commands/estimate.set-status', {
        version: result.version,
        status: 'in_review',
      })
  }

  await test.step('a part of the ring of projects', async () => {
    await page.goto('/dashboard')
    expect(await openPart(page, 'Projects by status', 'Running')).toBe(3)
    await expect(page).toHaveURL(/\/project$/)
    const list = page.getByRole('grid', { name: 'Projects' })
    await shows(page, list, ['School', 'Bridge', 'Depot'])
    await expect(list.getByText('Town hall')).toHaveCount(0)
    await expect(page.getByText(/Status.*Running/).first()).toBeVisible()
  })

  await test.step('a part of the bars of estimates, whose question leaves templates out', async () => {
    await page.goto('/dashboard')
    expect(await openPart(page, 'Estimates by status', 'Draft')).toBe(1)
    const list = page.getByRole('grid')
    await shows(page, list, ['Shell'])
    await expect(list.getByText('Pattern')).toHaveCount(0)
  })

  await test.step('the number of a model', async () => {
    await page.goto('/dashboard')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Projects\s*5$/ })
      .click()
    await shows(page, page.getByRole('grid', { name: 'Projects' }), [
      'School',
      'Bridge',
      'Town hall',
      'Depot',
      'Pool',
    ])
  })
})

test('[R-04] tiles begin with what has a screen of its own, and all others are one press away', async ({
  page,
  context,
}) => {
  const begun = await beginWith(context, ['estimates', 'hierarchies', 'bim_projects', 'takeoff_rules'])
  const { rows: models } = await begun.call<{ rows: { label: string }[] }>('GET /api/models')
  await page.goto('/dashboard')
  const tiles = page.getByRole('region', { name: 'What this workspace keeps' }).getByRole('link')
  await expect(tiles).toHaveCount(12)
  await expect(tiles.nth(0)).toHaveText(/^Projects/)
  await expect(tiles.filter({ hasText: /^Estimates\s*\d/ })).toHaveCount(1)
  await page.getByRole('button', { name: `Show all ${models.length}` }).click()
  await expect(tiles).toHaveCount(models.length)
  await page.getByRole('button', { name: 'Show fewer' }).click()
  await expect(tiles).toHaveCount(12)
})
