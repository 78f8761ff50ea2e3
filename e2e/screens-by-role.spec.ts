import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

test('[R-04] [R-09] a role is given its own dashboard, which who looks as that role sees', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  for (const [key, label] of [
    ['estimator', 'Estimator'],
    ['site_manager', 'Site manager'],
  ])
    await call('POST /api/roles', { key, label })
  await call('POST /api/standard-models', {
    keys: [
      'estimate_resources',
      'estimate_markups',
      'line_classifications',
      'progress_entries',
      'actual_costs',
      'work_plans',
    ],
  })
  await enterAs(context, owner)
  await page.goto(`${server()}/routes`)

  await test.step('the addresses say which screen a role sees', async () => {
    const address = page.getByRole('grid').getByText('/dashboard', { exact: true })
    await page.getByRole('searchbox').first().fill('/dashboard')
    await expect(page.getByText('1 item', { exact: true })).toBeVisible()
    for (const [at, [role, screen]] of [
      ['Estimator', 'Dashboard for estimating'] as const,
      ['Site manager', 'Dashboard for the site'] as const,
    ].entries()) {
      await address.hover()
      await page.getByRole('grid').getByRole('button', { name: 'Actions', exact: true }).click()
      await page.getByRole('menu').getByText('Screens by role').click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('button', { name: 'Add row' }).click()
      await drawer.getByLabel('Role', { exact: true }).nth(at).selectOption({ label: role })
      await drawer.getByLabel('Screen', { exact: true }).nth(at).selectOption({ label: screen })
      await checkAxe(page)
      await takePictures(page, 'route-roles')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await expect(drawer).toHaveCount(0)
    }
  })

  await test.step('each role sees its own, everybody else the one of the address', async () => {
    const { rows } = await call<{ rows: { path: string; layout: string }[] }>('GET /api/routes')
    expect(rows.find(({ path }) => path === '/dashboard')?.layout).toBe('dashboard')
    for (const [role, heading] of [
      ['estimator', 'Estimating'],
      ['site_manager', 'On site'],
    ] as const) {
      const { token } = await call<{ token: string }>('POST /api/preview', { role })
      await page.route(/\/api\//, async (route) =>
        route.continue({ headers: { ...route.request().headers(), 'x-preview': token } }),
      )
      await page.goto(`${server()}/dashboard`)
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
      await checkAxe(page)
      await takePictures(page, `dashboard-${role}`)
      await page.unroute(/\/api\//)
    }
    await page.goto(`${server()}/dashboard`)
    await expect(page.getByText('What matters now')).toBeVisible()
  })
})
