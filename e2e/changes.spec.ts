import type { Page, WebSocketRoute } from '@playwright/test'
import { makeCustomers } from './support/customers.ts'
import { callAs } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

const names = ['Adler Bau', 'Berg Immobilien', 'City Wohnen']

/** The page has begun to wait for news. */
const listening = (page: Page): Promise<unknown> =>
  page.waitForRequest((request) => request.url().includes('/api/changes?since='), { timeout: 20_000 })

test('[C-16] what somebody else changes shows by itself, also what the connection was lost for, without losing the place', async ({
  page,
  context,
}) => {
  const { owner, workspace, ids } = await makeCustomers(context, names)
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
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
  const rename = (name: string): Promise<unknown> =>
    callAs(owner, `PATCH /api/records/customers/${ids[2]}`, { name }, workspace)
  const cut = (): Promise<unknown> => Promise.all(sockets.splice(0).map((socket) => socket.close()))
  await test.step('the socket alone is cut, and changes come before it is back', async () => {
    await expect.poll(() => sockets.length).toBeGreaterThan(0)
    await cut()
    await rename('City Living')
    await expect(page.getByText('City Living').first()).toBeVisible()
    await expect.poll(() => sockets.length).toBeGreaterThan(0)
  })
  await test.step('the network is away altogether', async () => {
    await context.setOffline(true)
    await cut()
    await rename('City Leben')
    await expect(page.getByText('City Living').first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('City Leben').first()).toBeVisible({ timeout: 30_000 })
  })
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
