import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { startServer } from './support/start-server.ts'
import { expect, server, test } from './support/test.ts'

// Elsewhere no page keeps the application on the device: every test would fetch all of it.
test.use({ serviceWorkers: 'allow' })

const photo = join(import.meta.dirname, '../fixtures/readme/projects.webp')

/** Paths of everything the browser keeps in its caches. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const held = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return held.flat().map(({ url }) => new URL(url).pathname)
  })

/** How many rows a database of the page holds; none where there is no such database. */
const rowsIn = (page: Page, database: string, table: string): Promise<number> =>
  page.evaluate(
    async ([name = '', kept = '']) => {
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0
      return new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(new Error('no database')))
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction(kept).objectStore(kept).count()
          counting.addEventListener('success', () => {
            opening.result.close()
            resolve(counting.result)
          })
        })
      })
    },
    [database, table],
  )

/** A new person’s form of a new snag, open in the browser, with the worker that keeps the application at work. */
async function openSnagForm(page: Page, workspace: string) {
  const owner = await newPerson(server(), 'Ole Offline')
  const tenant = await newWorkspace(owner, workspace)
  await callAs(owner, 'POST /api/quick-setup', { trade: null, manage: ['snags'], people: [] }, tenant)
  await enterAs(page.context(), owner)
  await page.goto('/snags')
  await page.getByRole('link', { name: /^Add/ }).first().click()
  const form = page.locator('form')
  await expect(form.getByRole('textbox').first()).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 45_000 })
    .toBe(true)
  return { owner, tenant, form }
}

test('[REL-15] without connection the application opens, and a form with a photo is sent once on return', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const { owner, tenant, form } = await openSnagForm(page, 'Offline GmbH')

  await test.step('the device keeps the files of the build, and nothing that was answered', async () => {
    const paths = await cached(page)
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual(['/index.html'])
  })

  const crack = 'Crack in the ceiling'
  await test.step('the page is loaded anew without connection: the shell, the copy, the form', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    await expect(page.getByText('You see the last copy of this device')).toBeVisible()
    await expect(form.getByRole('textbox').first()).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'offline-form')
  })

  await test.step('it is filled in with a photo and kept, also after another reload', async () => {
    await form.getByLabel(/^Number/).fill('S-1')
    await form.getByLabel(/^Title/).fill(crack)
    await form.locator('input[type=file][multiple]').setInputFiles(photo)
    await expect(form.getByText('Waits on this device')).toBeVisible()
    await expect(form.locator('img')).toBeVisible()
    await form.getByRole('button', { name: 'Keep and send later' }).click()
    await expect(
      form.getByText('Waiting to be sent').or(page.getByText('Waiting to be sent')).first(),
    ).toBeVisible()
    await takePictures(page, 'offline-kept')
    await page.reload()
    await expect(page.getByText('Waiting to be sent: 1')).toBeVisible()
    await takePictures(page, 'offline-waiting')
  })

  await test.step('back online it arrives once, with its photo', async () => {
    await context.setOffline(false)
    await expect(page.getByText('Waiting to be sent: 1')).toHaveCount(0, { timeout: 45_000 })
    await expect(page.getByText('You see the last copy of this device')).toHaveCount(0, { timeout: 20_000 })
    const { rows } = await callAs<{ rows: { id: string; picture?: { name: string; size: number }[] }[] }>(
      owner,
      'GET /api/records/snags',
      undefined,
      tenant,
    )
    expect(rows).toHaveLength(1)
    const [row] = rows
    const { picture } = await callAs<{ picture: { id: string; name: string; size: number }[] }>(
      owner,
      `GET /api/records/snags/${row?.id}`,
      undefined,
      tenant,
    )
    expect(picture).toMatchObject([{ name: 'projects.webp' }])
    expect(picture[0]).not.toHaveProperty('kept')
    expect(await rowsIn(page, 'formwork-files', 'files')).toBe(0)
  })
})

test('[AU-23] whoever signs out leaves no form, no photo and no copy on the device, also without connection', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const { form } = await openSnagForm(page, 'Leaving KG')
  await context.setOffline(true)
  await form.getByLabel(/^Number/).fill('S-1')
  await form.getByLabel(/^Title/).fill('Crack in the wall')
  await form.locator('input[type=file][multiple]').setInputFiles(photo)
  await expect(form.getByText('Waits on this device')).toBeVisible()
  await form.getByRole('button', { name: 'Keep and send later' }).click()
  await expect(page.getByText('Waiting to be sent').first()).toBeVisible()
  expect(await rowsIn(page, 'formwork-outbox', 'waiting')).toBe(1)
  expect(await rowsIn(page, 'formwork-files', 'files')).toBe(1)
  expect(await rowsIn(page, 'formwork-copies', 'copies')).toBeGreaterThan(0)

  // Signing out reaches the server, what waits does not.
  await context.route(
    (url) => /^\/api\/(files|records\/snags)/.test(url.pathname),
    (route) => route.abort('connectionrefused'),
  )
  await context.setOffline(false)
  await page.getByRole('button', { name: 'You: Ole Offline' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page).toHaveURL('/auth')
  const kept = async (): Promise<unknown> => ({
    outbox: await rowsIn(page, 'formwork-outbox', 'waiting'),
    files: await rowsIn(page, 'formwork-files', 'files'),
    copies: await rowsIn(page, 'formwork-copies', 'copies'),
    stored: await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'theme')),
    answers: (await cached(page)).filter((path) => !path.startsWith('/assets/') && path !== '/index.html'),
  })
  const nothing = { outbox: 0, files: 0, copies: 0, stored: [], answers: [] }
  await expect.poll(kept).toEqual(nothing)

  await context.setOffline(true)
  await page.goto('/snags')
  await expect(page.locator('body')).not.toBeEmpty()
  await page.waitForTimeout(2_000)
  await expect(page.locator('body')).not.toContainText(/Ole Offline|Leaving KG|Crack|S-1/)
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0)
  expect(await kept()).toEqual(nothing)
})

test('[C-01] [AB-05] with another server chosen everything goes there, files too, and the policy of the page lets nothing go elsewhere', async ({
  page,
  context,
  violations,
}) => {
  test.setTimeout(150_000)
  const second = await startServer({ CORS_ALLOWED: server() })
  try {
    const there = await newPerson(second.url)
    const tenant = await newWorkspace(there, 'Second GmbH')
    await callAs(there, 'POST /api/quick-setup', { trade: null, manage: ['snags'], people: [] }, tenant)
    const here = await newPerson(server())
    await newWorkspace(here)
    await enterAs(context, here)
    await page.goto(`/auth?api_base=${encodeURIComponent(second.url)}`)
    await expect(page.getByText(`Working with the server ${second.url}`)).toBeVisible()
    await page.evaluate(
      ([key, session]) => localStorage.setItem(key ?? '', session ?? ''),
      [`formwork-session@${second.url}`, JSON.stringify(there.session)],
    )
    const asked: string[] = []
    const isService = (address: string): boolean =>
      /^\/(api|auth\/v1|storage\/v1|rest\/v1|realtime\/v1|functions\/v1)\//.test(new URL(address).pathname)
    const note = (address: string): void => {
      if (isService(address)) asked.push(address.replace(/^ws/, 'http').split('?')[0] ?? '')
    }
    // What the worker asks is among the requests of the context.
    context.on('request', (request) => note(request.url()))
    page.on('websocket', (socket) => note(socket.url()))
    await page.goto('/dashboard')
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    await expect.poll(() => asked.some((address) => address.includes('/realtime/v1/'))).toBe(true)
    await page.goto('/snags')
    await page.getByRole('link', { name: /^Add/ }).first().click()
    const form = page.locator('form')
    await form.getByLabel(/^Number/).fill('S-1')
    await form.getByLabel(/^Title/).fill('Crack in the wall')
    const isFile = (request: Request, method: string): boolean =>
      request.method() === method && new URL(request.url()).pathname.startsWith('/api/files')
    const uploaded = page.waitForRequest((request) => isFile(request, 'POST'))
    await form.locator('input[type=file][multiple]').setInputFiles(photo)
    expect(new URL((await uploaded).url()).origin).toBe(new URL(second.url).origin)
    const downloaded = page.waitForRequest((request) => isFile(request, 'GET'))
    await form.getByRole('button', { name: 'Download projects.webp' }).click()
    expect(new URL((await downloaded).url()).origin).toBe(new URL(second.url).origin)
    // What a form checks by is script, and script is only of the own origin: the other server checks what it is sent.
    expect(violations.filter((text) => !text.includes('/api/validators/'))).toEqual([])
    await page.goto('/profile')
    await expect(page.getByRole('main')).toBeVisible()
    // The worker that keeps the application is of the page, whichever server it talks to.
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL), { timeout: 45_000 })
      .toBe(`${server()}/service-worker.js`)
    // The own server is asked one thing: which others it allows.
    expect(new Set(asked.filter((address) => !address.startsWith(second.url)))).toEqual(
      new Set([`${server()}/api/_meta`]),
    )
    expect(asked.filter((address) => address.startsWith(second.url)).length).toBeGreaterThan(5)
    const blocked = await page.evaluate(async () => {
      const tries = ['https://evil.test/x', 'http://169.254.169.254/x'].map((address) =>
        fetch(address, { mode: 'no-cors' }).then(
          () => 'sent',
          () => 'refused',
        ),
      )
      const picture = new Promise<string>((done) => {
        const image = new Image()
        image.addEventListener('load', () => done('sent'))
        image.addEventListener('error', () => done('refused'))
        image.src = 'https://evil.test/x.png'
      })
      return Promise.all([...tries, picture])
    })
    expect(blocked).toEqual(['refused', 'refused', 'refused'])
    expect(violations.filter((text) => text.includes('evil.test')).length).toBeGreaterThanOrEqual(2)
    violations.length = 0
    expect(
      await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ),
    ).toEqual([`${server()}/`])
    const paths = await cached(page)
    expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual(['/index.html'])
  } finally {
    await second.stop()
  }
})
