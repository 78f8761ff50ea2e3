import { breaking } from './support/breaking.ts'
import { enterAs, newPerson, newWorkspace, type Person } from './support/people.ts'
import { startServer } from './support/start-server.ts'
import { expect, server, test } from './support/test.ts'

async function person(): Promise<Person> {
  const made = await newPerson(server())
  await newWorkspace(made)
  return made
}

test('[S-11] [X-05] [K-01] no backend at the start: three retries, then Try Again, which recovers without a reload', async ({
  page,
  context,
}) => {
  await enterAs(context, await person())
  const meta = await breaking(page, /\/api\/_meta/)
  await page.goto('/dashboard')
  await expect(page.getByText('Checking your sign-in again…')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Failed to initialize authentication' })).toBeVisible({
    timeout: 15_000,
  })
  await expect(page.getByRole('button', { name: 'Sign In Again' })).toBeVisible()
  await meta.mend()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
})

test('[S-11] [X-05] something else answers in the backend’s place: Sign In Again leads to the sign-in page', async ({
  page,
}) => {
  const meta = await breaking(page, /\/api\/_meta/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
  )
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Sign In Again' })).toBeVisible({ timeout: 15_000 })
  await meta.mend()
  await page.getByRole('button', { name: 'Sign In Again' }).click()
  await expect(page).toHaveURL('/auth')
})

test('[S-05] [X-06] [X-03] [K-02] the status call fails: asked once, said so, Retry Connection recovers', async ({
  page,
  context,
}) => {
  await enterAs(context, await person())
  const status = await breaking(page, /\/api\/auth\/tenant-status/, (route) =>
    route.fulfill({ status: 503, body: '' }),
  )
  const tenants = await breaking(page, /\/api\/tenants/)
  await page.goto('/models')
  await expect(page).toHaveURL('/auth/select-tenant?next=%2Fmodels')
  await expect(
    page.getByText('Backend server unavailable. Please try selecting your workspace.'),
  ).toBeVisible()
  await expect(
    page.getByText('Failed to connect to workspace. Please check your connection and try again.'),
  ).toBeVisible()
  expect(status.calls()).toBe(1)
  await page.getByRole('button', { name: 'Retry Connection' }).click()
  await expect.poll(status.calls).toBe(2)
  await status.mend()
  await tenants.mend()
  await page.getByRole('button', { name: 'Retry Connection' }).click()
  await expect(page).toHaveURL('/models')
})

test('[S-05] [X-06] the status call hangs, then something else answers in its place: said after 10 s, and it recovers', async ({
  page,
  context,
}) => {
  await enterAs(context, await person())
  await page.clock.install()
  const hanging = await breaking(page, /\/api\/auth\/tenant-status/, () => new Promise(() => undefined))
  await page.goto('/models')
  await expect.poll(hanging.calls).toBe(1)
  const said = page.getByText('Backend server unavailable. Please try selecting your workspace.')
  await expect(said).toHaveCount(0)
  await page.clock.fastForward(10_000)
  await expect(said).toBeVisible()
  await hanging.mend()
  const garbage = await breaking(page, /\/api\/auth\/tenant-status/, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
  )
  const retry = page.getByRole('button', { name: 'Retry Connection' })
  const retried = async (calls: () => number) => {
    await retry.click()
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000)
        return calls()
      })
      .toBe(1)
  }
  await retried(garbage.calls)
  await expect(retry).toBeEnabled()
  await expect(said).toBeVisible()
  await garbage.mend()
  const list = await breaking(page, /\/api\/auth\/tenant-status/, (route) =>
    route.fulfill({ status: 200, json: ['what'] }),
  )
  await retried(list.calls)
  await expect(retry).toBeEnabled()
  await expect(said).toBeVisible()
  await list.mend()
  const right = await breaking(page, /\/api\/auth\/tenant-status/, (route) => route.continue())
  await retried(right.calls)
  await expect(page).toHaveURL('/models')
})

test('[X-03] a workspace that cannot be chosen right now', async ({ page, context }) => {
  const owner = await newPerson(server())
  await newWorkspace(owner, 'Nordbau GmbH')
  await newWorkspace(owner, 'Südbau AG')
  await enterAs(context, owner)
  await page.goto('/auth/select-tenant')
  const choice = await breaking(page, /\/api\/auth\/select-tenant/)
  await page.getByRole('button', { name: /Nordbau GmbH/ }).click()
  await expect(
    page.getByText('Failed to connect to workspace. Please check your connection and try again.'),
  ).toBeVisible()
  await choice.mend()
  await page.getByRole('button', { name: /Nordbau GmbH/ }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('[X-04] the backend goes away while working: banner with Retry, gone when it is back, by itself too', async ({
  page,
  context,
}) => {
  await enterAs(context, await person())
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  const banner = page.getByText('Backend server is unavailable. Some features may be limited.')
  await expect(banner).toHaveCount(0)
  const api = await breaking(page, /\/api\//)
  await page.getByRole('link', { name: 'Records' }).first().click()
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Retry', exact: true }).first().click()
  await expect(banner).toBeVisible()
  await api.mend()
  // Nobody presses anything, and what failed meanwhile puts nothing off.
  await expect(banner).toHaveCount(0, { timeout: 11_000 })
  await expect(page).toHaveURL('/objects')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Records' })).toBeVisible()
})

test('[X-04] work in the background that fails is no reason to call the backend away', async ({
  page,
  context,
}) => {
  await enterAs(context, await person())
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  const checks = { database: 'ok', storage: 'ok', realtime: 'failing', jobs: 'failing' }
  await page.route(/\/api\/health/, (route) =>
    route.fulfill({ status: 503, json: { status: 'failing', checks } }),
  )
  const banner = page.getByText('Backend server is unavailable. Some features may be limited.')
  const api = await breaking(page, /\/api\//)
  await page.getByRole('link', { name: 'Records' }).first().click()
  await expect(banner).toBeVisible()
  await api.mend()
  await expect(banner).toHaveCount(0, { timeout: 11_000 })
})

test('[X-05] [C-12] 401 after one refresh: signed out, with the reason', async ({ page, context }) => {
  await enterAs(context, await person())
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  const query = await breaking(page, /\/api\/(routes|layouts|query|models)/, (route) =>
    route.fulfill({
      status: 401,
      json: { error: { code: 'unauthorized', message: 'unauthorized', requestId: 'r' } },
    }),
  )
  // What the page asks by itself may be refused first: then the link is gone before it is pressed.
  const link = page.getByRole('link', { name: 'Records' }).first()
  await link.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText('Authentication failed. Please sign in again.')).toBeVisible()
  expect(query.calls()).toBeGreaterThan(0)
})

test('[S-08] [X-05] a session that ended elsewhere: said, and signed out', async ({ page, context }) => {
  const ada = await person()
  ada.session = { ...ada.session, expires_at: Math.floor(Date.now() / 1000) - 10, refresh_token: 'gone' }
  await enterAs(context, ada)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText('Session expired. Please sign in again.')).toBeVisible()
})

test('[C-12] 409 asks for a workspace again', async ({ page, context }) => {
  await enterAs(context, await person())
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await breaking(page, /\/api\/layouts\/objects/, (route) =>
    route.fulfill({
      status: 409,
      json: {
        error: { code: 'tenant_selection_required', message: 'tenant_selection_required', requestId: 'r' },
      },
    }),
  )
  await page.getByRole('link', { name: 'Records' }).first().click()
  await expect(page).toHaveURL('/auth/select-tenant?next=%2Fobjects')
})

test('[P-01] a workspace and a role written into the browser open nothing (SD-10)', async ({
  page,
  context,
}) => {
  const owner = await newPerson(server(), 'Grace Hopper')
  const foreign = await newWorkspace(owner, 'Westbau KG')
  const ada = await person()
  await enterAs(context, ada)
  await context.addInitScript((id) => {
    localStorage.setItem('selectedTenantId', id)
    localStorage.setItem('selectedTenantRole', 'owner')
  }, foreign.id)
  await page.goto('/dashboard')
  await expect(page.getByText('Westbau KG')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /Choose a workspace|Nordbau GmbH/ })).toBeVisible()
})

test('[C-01] an address in a link: refused visibly, not stored, nothing sent (AB-01, AB-02)', async ({
  page,
  context,
}) => {
  await enterAs(context, await person())
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server())) foreign.push(request.url())
  })
  for (const base of [
    'https://evil.test',
    '//evil.test',
    `${server()}@evil.test`,
    'javascript:alert(1)',
    `${server()}/path`,
  ]) {
    await page.goto(`/dashboard?api_base=${encodeURIComponent(base)}`)
    await expect(page.getByText('The server in this link was refused')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('apiBase'))).toBeNull()
  }
  expect(foreign).toEqual([])
})

test('[C-01] another allowed server: its own sign-in, a permanent notice, and the way back (AB-04, AB-07)', async ({
  page,
  context,
}) => {
  test.slow()
  const second = await startServer({ CORS_ALLOWED: server() })
  try {
    const ada = await person()
    await enterAs(context, ada)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(second.url)) sent.push(request.headers()['authorization'] ?? '')
    })
    await page.goto(`/dashboard?api_base=${encodeURIComponent(second.url)}`)
    const notice = page.getByText(`Working with the server ${second.url}`)
    await expect(notice).toBeVisible()
    await expect(page).toHaveURL(/\/auth/)
    expect(sent.filter((header) => header.includes(ada.session.access_token))).toEqual([])
    await page.getByRole('button', { name: 'Back to the own server' }).click()
    await page.goto('/dashboard')
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    await expect(notice).toHaveCount(0)
  } finally {
    await second.stop()
  }
})

test('[S-02] [X-02] the address of a workspace one is not in: refused by name, with a way on', async ({
  page,
  context,
}) => {
  const address = server().replace('127.0.0.1', 'acme.formwork.test')
  const stranger = await newPerson(server())
  await enterAs(context, stranger, address)
  await page.goto(`${address}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Access denied to workspace acme' })).toBeVisible()
  await expect(page.getByText("You don't have access to workspace acme")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in as somebody else' })).toBeVisible()
})
