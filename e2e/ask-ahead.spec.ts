import { makeCustomers } from './support/customers.ts'
import { expect, test } from './support/test.ts'

test('a screen opened again asks for its layout and its model before it is known where one is', async ({
  context,
  page,
}) => {
  await makeCustomers(context, ['Hafenbau AG'])
  await page.goto('/customers')
  await expect(page.getByText('Hafenbau AG')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('askedBefore')), { timeout: 15_000 })
    .toContain('"model","customers"')

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/tenant-status*', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect
    .poll(() => asked)
    .toEqual(
      expect.arrayContaining([
        '/api/auth/tenant-status',
        '/api/routes',
        '/api/layouts/customers',
        '/api/layouts/customers/components',
        '/api/models/customers/description',
      ]),
    )
  answer()
  await expect(page.getByText('Hafenbau AG')).toBeVisible()
  for (const path of ['/api/routes', '/api/layouts/customers', '/api/models/customers/description'])
    expect(
      asked.filter((other) => other === path),
      path,
    ).toHaveLength(1)
})
