import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import WebSocket from 'ws'
import type { Route } from '#contracts/route.ts'
import { matchRoute } from '#engine/routing/match-route.ts'
import { callAs, enterAs, type Person, type Workspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { startServer, type StartedServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

let demo: StartedServer
test.beforeAll(async () => {
  test.setTimeout(120_000)
  demo = await startServer({ FORMWORK_DEMO: '1' })
})
test.afterAll(() => demo.stop())

async function signInAsOwner(): Promise<Person> {
  const meta = (await (await fetch(`${demo.url}/api/_meta`)).json()) as {
    supabase: { url: string; anonKey: string }
    features: { demoPeople: { name: string; email: string; role: string; password: string }[] }
  }
  const owner = meta.features.demoPeople.find(({ role }) => role === 'Owner')
  if (!owner) throw new Error('The demo has no owner.')
  const { auth } = createClient(meta.supabase.url, meta.supabase.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
  const { data, error } = await auth.signInWithPassword(owner)
  if (error) throw error
  return { server: demo.url, ...owner, session: data.session }
}

/** Goes to an address as a link would: without loading the page anew. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    for (const old of document.querySelectorAll('h1')) old.dataset['before'] = ''
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

/**
 * What a screen lacks after ten seconds: a heading, something below it, an end of waiting, a way without an error. Looked
 * for at every frame, as there are some two hundred screens to see.
 */
const lacks = async (): Promise<string[]> => {
  const look = (): string[] => {
    const main = document.querySelector('main')
    const heading = main?.querySelector('h1:not([data-before])')?.textContent ?? ''
    const words = (main?.innerText ?? '').replace(heading, '').trim()
    return [
      heading.trim() === '' ? 'a heading' : '',
      words.length <= 10 ? 'content' : '',
      main?.querySelector('[aria-busy="true"]') ? 'an end of waiting' : '',
      document.querySelector('[role="alert"]') ? 'a way without an error' : '',
    ].filter(Boolean)
  }
  const end = performance.now() + 10_000
  while (look().length > 0 && performance.now() < end) await new Promise(requestAnimationFrame)
  return look()
}

async function expectScreen(page: Page, path: string): Promise<void> {
  expect(await page.evaluate(lacks), `${path} lacks`).toEqual([])
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(over, `${path}: nothing sticks out`).toBeLessThanOrEqual(0)
}

test('[R-17] [U-02] every screen of the demo opens for its owner, wide and on a phone', async ({
  browser,
}) => {
  // Some two hundred screens, twice each.
  test.setTimeout(240_000)
  const owner = await signInAsOwner()
  const { rows: workspaces } = await callAs<{ rows: Workspace[] }>(owner, 'GET /api/tenants')
  const call = <Answer>(name: string, body?: unknown): Promise<Answer> =>
    callAs<Answer>(owner, name, body, workspaces[0])
  const first = async (model: string, where?: object): Promise<Record<string, string>> => {
    const queries = [{ model, ...(where && { where }), page: { size: 1 } }]
    const { results } = await call<{ results: { rows: Record<string, string>[] }[] }>('POST /api/query', {
      queries,
    })
    return results[0]?.rows[0] ?? {}
  }
  const { rows: routes } = await call<{ rows: Route[] }>('GET /api/routes')
  const context = await browser.newContext()
  await enterAs(context, owner)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(`${page.url()}: ${message}`))
  page.on('response', (answer) => {
    if (answer.status() >= 400 && answer.url().includes('/api/'))
      faults.push(`${page.url()}: ${answer.status()} ${answer.url()}`)
  })
  await page.goto(`${demo.url}/profile`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // Addresses of records are those that other screens link to, but a few that only an event leads to.
  const places = await first('hierarchies', { field: 'kind', op: 'eq', value: 'location' })
  const place = await first('hierarchy_nodes', { field: 'hierarchy', op: 'eq', value: places['id'] })
  const run = await first('takeoff_runs')
  const crane = await first('equipment')
  const { token } = await call<{ token: string }>(`GET /api/records/equipment/${crane['id']}`)
  const way = [
    ...routes.flatMap(({ path }) => (path.includes('{') ? [] : [path])),
    `/hierarchy/${places['id']}/explorer`,
    `/customer/project/${places['project']}/node/${place['id']}`,
    `/take-off/run/${run['id']}`,
    `/o/${token}`,
  ]
  const seen = new Set<string>()
  for (const path of way) {
    const route = matchRoute(routes, path)?.route
    if (!route || seen.has(route.path)) continue
    seen.add(route.path)
    await goTo(page, path)
    await expectScreen(page, path)
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split(/[?#]/)[0] ?? ''))
    way.push(...new Set(links))
    await page.setViewportSize({ width: 390, height: 844 })
    await expectScreen(page, path)
    await takePictures(page, `demo${route.path.replaceAll(/\W+/g, '-')}`)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  // The demo has no archetypes and no webhooks.
  const unseen = routes.map(({ path }) => path).filter((path) => !seen.has(path))
  expect(unseen.toSorted()).toEqual(['/archetypes/{id}', '/webhooks/{id}'])
  expect(faults).toEqual([])
  await context.close()
})
