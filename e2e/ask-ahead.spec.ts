import { canonicalJson } from '#base/json.ts'
import type { Query } from '#contracts/query.ts'
import { makeCustomers } from './support/customers.ts'
import { expect, test } from './support/test.ts'

test('a screen opened again asks for its layout, its model and its records before it is known where one is', async ({
  context,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Of records every question, whichever call it travels in.
    const { queries } =
      pathname === '/api/query' ? (request.postDataJSON() as { queries: Query[] }) : { queries: [null] }
    for (const query of queries) asked.push(query ? `${pathname} ${canonicalJson(query)}` : pathname)
  })
  const steps = (): string[] =>
    asked.filter((path) => /^\/api\/(routes|route-access|layouts|models|query)\b/.test(path)).toSorted()
  await makeCustomers(context, ['Hafenbau AG'])
  await page.goto('/customers')
  await expect(page.getByText('Hafenbau AG')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('askedBefore') ?? ''), { timeout: 15_000 })
    .toContain('"model","customers"')
  const before = steps()
  expect(before).toContain('/api/models/customers/description')

  asked.length = 0
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/tenant-status*', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect.poll(steps).toEqual(before)
  answer()
  await expect(page.getByText('Hafenbau AG')).toBeVisible()
  // What was asked ahead is not asked for again.
  expect(steps()).toEqual(before)
})

test('the page itself asks what the server is, before a script does, and nobody asks again', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/_meta')) asked.push(pathname)
  })
  // Without scripts only the page can ask.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  await expect.poll(() => asked).toEqual(['/api/_meta'])
  asked.length = 0
  await page.unroute('**/assets/*.js')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(asked).toEqual(['/api/_meta'])
})
