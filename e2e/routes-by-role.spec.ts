import type { Browser, Page } from '@playwright/test'
import { must } from '#base/assert.ts'
import type { Route } from '#contracts/route.ts'
import { matchRoute } from '#engine/routing/match-route.ts'
import { demoPeople, demoPerson, goTo, lookAt, startDemo, type DemoPerson } from './support/demo.ts'
import { linkFor } from './support/mailbox.ts'
import { enterAs } from './support/people.ts'
import type { StartedServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

let demo: StartedServer
test.beforeAll(async () => {
  test.setTimeout(120_000)
  demo = await startDemo()
})
test.afterAll(() => demo.stop())

/** as they are written down; whoever may not open one is told so. */
const promised = [
  '/dashboard /config /onboarding /invite/{token}',
  '/settings /settings/users /settings/logo /settings/access /settings/layout/fields /settings/subdomain /access-control',
  '/customer /customer/project/{projectId} /customer/project/{projectId}/node/{nodeId}',
  '/customer/project/{projectId}/estimates /customer/estimates/{estimateId}',
  '/estimates /estimates/{id} /estimates-new/{id} /estimates/{id}/hierarchy /estimates/{id}/by-type',
  '/estimates/{id}/hierarchy-categorized /estimates/variants-timeline',
  '/catalogues /construction-recipes /construction-recipes-new /catalog /catalog/{itemId} /cost-groups /workflows /diagnostics',
  '/archetypes /objects /models /models/enhanced /configuration /configuration/quick-setup',
  '/invites /layouts /layouts/create /layouts/{id}/edit /routes',
  '/project /project/{id} /bim /bim/project/{id}',
  '/hierarchy/{id}/explorer/{nodeId?} /project/{projectId}/hierarchy/{id}/explorer/{nodeId?}',
  '/progress /join-test-tenant /tenant-setup /o/{token}',
].flatMap((line) => line.split(' '))

/** Pages that no list of screens has: for everybody who is signed in, and for who may change screens. */
const forAll = ['/invite/{token}']
const forAdmins = ['/layouts/{id}/edit']

/** Whose records the ids in addresses are, where no list above says it. */
const modelOf: Readonly<Record<string, string>> = {
  '/bim/project/{id}': 'bim_projects',
  '/catalog/{itemId}': 'catalogue_items',
  '/estimates-new/{id}': 'estimates',
  '/progress/{id}': 'projects',
  '/take-off/run/{id}': 'takeoff_runs',
}

test('[R-04] [R-05] [R-06] [R-07] [R-08] [R-09] [R-10] [R-11] [R-12] [R-13] [R-17] [U-02] every screen opens for every role that may see it, wide and on a phone, and says so to those who may not', async ({
  browser,
}) => {
  // Some four hundred and fifty screens, twice each.
  test.setTimeout(600_000)
  const people = await demoPeople(demo.url)
  const owner = demoPerson(people, 'Owner')
  const archetype = await owner.call<{ id: string }>('POST /api/archetypes', {
    name: 'Things on site',
    schema: { version: 1, assemblies: [{ key: 'base', label: 'Base', fields: [] }] },
  })
  await owner.call('POST /api/records/sys_webhook', {
    name: 'Accounts',
    url: 'https://accounts.example/hook',
    models: ['contact'],
    active: false,
  })
  const all = await routesOf(owner)
  const patterns = [...new Set([...promised, ...all.map(({ path }) => path)])]
  await owner.call('POST /api/invites', { email: 'guest@falkenried.example', role: 'member' })
  const invitation = new URL(await linkFor(demo.url, 'guest@falkenried.example')).pathname
  const fixed = new Map([
    ['/invite/{token}', invitation],
    ['/archetypes/{id}', `/archetypes/${archetype.id}`],
  ])
  const ofOwner = await addressesFor(owner, all, patterns, fixed)
  const faults: string[] = []
  const linked = new Set<string>()
  const waiting = [...people]
  const lane = async (): Promise<void> => {
    for (let person = waiting.shift(); person; person = waiting.shift())
      faults.push(...(await walk(browser, person, { patterns, all, ofOwner, linked })))
  }
  // Three pages at a time: each waits as often as it works.
  await Promise.all([lane(), lane(), lane()])
  expect(faults).toEqual([])
  // A link leads to every screen, but to those that a menu, a choice or an act leads to.
  const reached = new Set([...linked].map((path) => matchRoute(all, path)?.route.path))
  const unreached = all.map(({ path }) => path).filter((path) => !reached.has(path))
  expect(unreached.toSorted()).toEqual(afterActs)
})

const afterActs = [
  '/customer/profile',
  '/customer/project/{projectId}/node/{nodeId}',
  '/diary/{id}/edit',
  '/join-test-tenant',
  '/onboarding',
  '/profile',
  '/take-off/run/{id}',
  '/tenant-setup',
]

const routesOf = async (person: DemoPerson): Promise<Route[]> =>
  (await person.call<{ rows: Route[] }>('GET /api/routes')).rows

interface Way {
  patterns: readonly string[]
  all: readonly Route[]
  ofOwner: ReadonlyMap<string, string>
  /** Where links of the screens that were seen lead to; what is found is added. */
  linked: Set<string>
}

/** Opens all screens as somebody, in one page; what is wrong with them. */
async function walk(browser: Browser, person: DemoPerson, way: Way): Promise<string[]> {
  const { patterns, all, ofOwner, linked } = way
  const own = await routesOf(person)
  const mayOpen = new Set([...own.map(({ path }) => path), ...forAll])
  if (own.some(({ path }) => path === '/layouts')) for (const path of forAdmins) mayOpen.add(path)
  const addresses = await addressesFor(person, all, patterns, ofOwner)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await enterAs(context, person)
  const page = await context.newPage()
  const faults: string[] = []
  let at = ''
  let isOpen = true
  const note = (what: string): void => void faults.push(`${person.role} ${at}: ${what}`)
  page.on('pageerror', ({ message }) => note(message))
  page.on('console', (message) => {
    // What was answered with a refusal is looked at below, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      note(message.text())
  })
  page.on('response', (answer) => {
    const mayBeRefused = refusedAsked.some((call) => call.test(answer.url()))
    if (answer.status() >= 400 && answer.url().includes('/api/') && isOpen && !mayBeRefused)
      note(`${answer.status()} ${answer.url()}`)
  })
  await page.goto(
    `${demo.url}${own.some(({ path }) => path === '/profile') ? '/profile' : '/customer/profile'}`,
  )
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const pattern of patterns) {
    at = must(addresses.get(pattern), `${pattern} has an address`)
    isOpen = mayOpen.has(pattern)
    await goTo(page, at)
    // What somebody may not open says so in the same words at any width.
    for (const width of mayOpen.has(pattern) ? [1440, 390] : [390]) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
      const { heading, lacks } = await lookAt(page)
      for (const what of lacks) note(`at ${width} lacks ${what}`)
      if (refusals.includes(heading) === mayOpen.has(pattern) && isStillAt(page, at))
        note(mayOpen.has(pattern) ? heading : `is open: ${heading}`)
      await takePicture(page, person.role, pattern, width)
    }
    for (const path of await linksOn(page)) linked.add(path)
  }
  await context.close()
  return faults
}

const refusals = [
  'You may not open this screen',
  'There is no screen at this address',
  'You may not edit screens',
]

/**
 * Asked for by every profile, where who may not share is refused and sees no place for it; and an invitation, which says so
 * to everybody but the one it is for.
 */
const refusedAsked = [/\/shares$/, /\/invites\/[\w-]+\/view$/]

/** Who may not open one place may be led to their own for the same thing. */
const isStillAt = (page: Page, path: string): boolean => new URL(page.url()).pathname === path

const linksOn = (page: Page): Promise<string[]> =>
  page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split(/[?#]/)[0] ?? ''))

/** Into the folder that `PICTURES` names, for people to look at. */
async function takePicture(page: Page, role: string, pattern: string, width: number): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  const name = pattern.replaceAll(/\W+/g, '-').replace(/^-/, '')
  await page.waitForTimeout(150)
  await page.screenshot({ path: `${folder}/${role.replace(' ', '-')}/${width}/${name}.png` })
}

/** An address of every screen, with records that this person sees; else that of somebody who sees some. */
async function addressesFor(
  person: DemoPerson,
  all: readonly Route[],
  patterns: readonly string[],
  others: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const known = await knownAddresses(person)
  const addresses = new Map<string, string>()
  for (const pattern of patterns) {
    const list = all.find(({ path }) => path === pattern.slice(0, pattern.indexOf('/{')))
    const model = modelOf[pattern.replace(/(\})\/.*/, '$1')] ?? list?.lists
    const id = pattern.includes('{') && model && (await person.first(model))?.['id']
    const address = known[pattern] ?? (id ? pattern.replace(/\{\w+\}/, id) : pattern)
    addresses.set(pattern, address.includes('{') ? (others.get(pattern) ?? address) : address)
  }
  return addresses
}

/** Addresses that name more than one record, or something that is none. */
async function knownAddresses(person: DemoPerson): Promise<Record<string, string>> {
  const { call, first } = person
  const found: Record<string, string> = {}
  const add = (pattern: string, ...values: (string | undefined)[]): void => {
    const rest = [...values]
    if (values.every(Boolean)) found[pattern] = pattern.replaceAll(/\{\w+\??\}/g, () => rest.shift() ?? '')
  }
  const places = await first('hierarchies', { field: 'kind', op: 'eq', value: 'location' })
  const place = await first('hierarchy_nodes', {
    field: 'hierarchy',
    op: 'eq',
    value: places?.['id'] ?? null,
  })
  const project = places?.['project'] ?? (await first('projects'))?.['id']
  add('/hierarchy/{id}/explorer/{nodeId?}', places?.['id'], place?.['id'])
  add('/project/{projectId}/hierarchy/{id}/explorer/{nodeId?}', project, places?.['id'], place?.['id'])
  add('/customer/project/{projectId}', project)
  add('/customer/project/{projectId}/places', project)
  add('/customer/project/{projectId}/estimates', project)
  add('/customer/project/{projectId}/node/{nodeId}', project, place?.['id'])
  add('/customer/estimates/{estimateId}', (await first('estimates'))?.['id'])
  const crane = (await first('equipment'))?.['id']
  if (crane) add('/o/{token}', (await call<{ token: string }>(`GET /api/records/equipment/${crane}`)).token)
  add('/webhooks/{id}', (await first('sys_webhook'))?.['id'])
  add('/layouts/{id}/edit', 'dashboard')
  const run = await first('sys_workflow_run')
  add('/workflows/{key}', run?.['key'])
  add('/workflows/{key}/runs', run?.['key'])
  add('/workflows/{key}/runs/{id}', run?.['key'], run?.['id'])
  return found
}
