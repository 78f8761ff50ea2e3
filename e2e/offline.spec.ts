import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
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

test('[REL-15] [RA-08] [AB-05] without connection the application opens, and a form with a photo is sent once on return', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server(), 'Ole Offline')
  const tenant = await newWorkspace(owner)
  await callAs(owner, 'POST /api/quick-setup', { trade: null, manage: ['snags'], people: [] }, tenant)
  await enterAs(context, owner)
  await page.goto('/snags')
  await page.getByRole('link', { name: /^Add/ }).first().click()
  const form = page.locator('form')
  await expect(form.getByRole('textbox').first()).toBeVisible()

  await test.step('the device keeps the files of the build, and nothing that was answered', async () => {
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 45_000 })
      .toBe(true)
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
    const left = await page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('formwork-files')
          opening.addEventListener('error', () => reject(new Error('no database')))
          opening.addEventListener('success', () => {
            const counting = opening.result.transaction('files').objectStore('files').count()
            counting.addEventListener('success', () => resolve(counting.result))
          })
        }),
    )
    expect(left).toBe(0)
  })
})
