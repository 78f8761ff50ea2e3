import { readFileSync } from 'node:fs'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

/** More than is downloaded at once. */
const large = 21_000

test('a large list is exported in the background: cancelled, made again, there after a reload and in a new tab', async ({
  page,
  context,
}) => {
  const keeper = await newPerson(server(), 'Karl Beck')
  const place = await newWorkspace(keeper, 'Südbau GmbH')
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(keeper, name, body, place)
  const fields = [{ key: 'code', label: 'Code', type: 'text' }]
  await call('POST /api/models', { key: 'bolts', label: 'Bolts', schema: { fields } })
  for (let from = 0; from < large; from += 1000)
    await call('POST /api/records/bolts/bulk', {
      create: Array.from({ length: 1000 }, (_, at) => ({ code: `B-${from + at}` })),
    })
  // Two at a time are made: the one of the list waits until these are done, and can be looked at meanwhile.
  const busy = () =>
    call<{ id: string }>('POST /api/exports', { model: 'bolts', format: 'xlsx', name: 'Others' })
  await enterAs(context, keeper)
  await page.goto(`${server()}/objects?model=bolts`)
  await expect(page.getByText('21,000 items')).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  // With its own these are as many as one person may have under way.
  const others = await Promise.all([busy(), busy(), busy(), busy()])
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const toasts = page.getByRole('region', { name: /notifications/i })
  await expect(toasts.getByText('The export was started')).toBeVisible()
  await toasts.getByRole('button', { name: 'Show' }).click()
  const line = page.getByRole('listitem').filter({ hasText: /Bolts \d{4}-\d\d-\d\d\.csv/ })
  await expect(line).toContainText('Running')
  await line.getByRole('button', { name: 'Cancel' }).click()
  await expect(line).toContainText('Cancelled')
  await expect(line.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await checkAxe(page)
  await takePictures(page, 'export-cancelled')

  // Those that are done by now say so.
  await Promise.allSettled(others.map(({ id }) => call(`POST /api/exports/${id}/cancel`)))
  await line.getByRole('button', { name: 'Try again' }).click()
  await page.reload()
  await expect(line.getByText(/^(Running|Done)$/)).toBeVisible()
  await page.close()
  const tab = await context.newPage()
  await tab.goto(`${server()}/transfers`)
  await tab.getByRole('tab', { name: 'Exports' }).click()
  const there = tab.getByRole('listitem').filter({ hasText: /Bolts \d{4}-\d\d-\d\d\.csv/ })
  await expect(there).toContainText('Done', { timeout: 20_000 })
  await expect(there).toContainText('21,000 rows')
  const saved = tab.waitForEvent('download')
  await there.getByRole('button', { name: 'Download' }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect([lines.length, lines[0], new Set(lines).size]).toEqual([large + 1, '\uFEFFCode,Revision', large + 1])
})
