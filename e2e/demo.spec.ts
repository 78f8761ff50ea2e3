import { createClient } from '@supabase/supabase-js'
import type { Browser, Page } from '@playwright/test'
import WebSocket from 'ws'
import { callAs, enterAs, type Person, type Workspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { startServer, type StartedServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

interface Row extends Record<string, unknown> {
  id: string
}
interface Seat {
  person: Person
  workspace: Workspace
  find(model: string, where?: object): Promise<Row>
}

let demo: StartedServer
test.beforeAll(async () => {
  test.setTimeout(180_000)
  demo = await startServer({ FORMWORK_DEMO: '1' })
})
test.afterAll(() => demo.stop())

async function sit(role: string): Promise<Seat> {
  const meta = (await (await fetch(`${demo.url}/api/_meta`)).json()) as {
    supabase: { url: string; anonKey: string }
    features: { demoPeople: { name: string; email: string; role: string; password: string }[] }
  }
  const who = meta.features.demoPeople.find((one) => one.role === role)
  if (!who) throw new Error(`nobody is ${role}`)
  const { auth } = createClient(meta.supabase.url, meta.supabase.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
  const { data, error } = await auth.signInWithPassword(who)
  if (error) throw error
  const person = { server: demo.url, ...who, session: data.session }
  const { rows } = await callAs<{ rows: Workspace[] }>(person, 'GET /api/tenants')
  const workspace = rows[0] as Workspace
  const find = async (model: string, where?: object): Promise<Row> => {
    const queries = [{ model, ...(where && { where }), page: { size: 1 } }]
    const { results } = await callAs<{ results: { rows: Row[] }[] }>(
      person,
      'POST /api/query',
      { queries },
      workspace,
    )
    const row = results[0]?.rows[0]
    if (!row) throw new Error(`no ${model}`)
    return row
  }
  return { person, workspace, find }
}

const is = (field: string, value: unknown) => ({ field, op: 'eq', value })

/** Address → something of its content that only real content shows. */
type Screens = readonly (readonly [path: string, shows: RegExp])[]

async function ownerScreens({ find, person, workspace }: Seat): Promise<Screens> {
  const [project, shell, location] = await Promise.all([
    find('projects', is('code', '24-017')),
    find('estimates', is('name', 'Shell, Birkenhof')),
    find('hierarchies', is('kind', 'location')),
  ])
  const [flats, flat, building, item, recipe, set, run, crane] = await Promise.all([
    find('estimates', { field: 'name', op: 'starts', value: 'Block of flats' }),
    find('hierarchy_nodes', is('code', 'A.0.01')),
    find('bim_projects'),
    find('catalogue_items'),
    find('recipes', is('code', 'MA-010')),
    find('takeoff_rule_sets'),
    find('takeoff_runs', is('rules', 6)),
    find('equipment', is('number', 'K-01')),
  ])
  const object = await callAs<{ token: string }>(
    person,
    `GET /api/records/equipment/${crane.id}`,
    undefined,
    workspace,
  )
  const tree = `/hierarchy/${location.id}/explorer`
  return [
    ['/dashboard', /Birkenhof/],
    ['/config', /Falkenried Bau/],
    ['/onboarding', /Set up|workspace/],
    ['/settings', /People/],
    ['/settings/users', /Lea Brandt/],
    ['/settings/logo', /Falkenried/],
    ['/settings/access', /Field tech/],
    ['/settings/layout/fields', /Order of fields/],
    ['/settings/subdomain', /falkenried/],
    ['/settings/customer-area', /Open the customer area/],
    ['/access-control', /Finance/],
    ['/estimates', /Shell, Birkenhof/],
    [`/estimates/${shell.id}`, /Masonry/],
    [`/estimates-new/${shell.id}`, /Masonry/],
    [`/estimates/${flats.id}/hierarchy`, /Site setup/],
    [`/estimates/${flats.id}/by-type`, /Labour/],
    [`/estimates/${flats.id}/hierarchy-categorized`, /Block of flats/],
    [`/estimates/variants-timeline?estimate=${flats.id}`, /timber|Block of flats/],
    ['/estimates/questions', /When can we choose/],
    ['/catalogues', /Falkenried price book/],
    ['/construction-recipes', /Sand-lime wall/],
    [`/construction-recipes/${recipe.id}`, /Sand-lime/],
    ['/construction-recipes-new', /Sand-lime wall/],
    ['/catalog', /FB-2026|Falkenried/],
    [`/catalog/${item.id}`, /Price list 2026/],
    ['/cost-groups', /310/],
    ['/workflows', /Material request/],
    ['/workflows/material_request', /The owner decides/],
    ['/workflows/material_request/runs', /Done|Waits|approval/i],
    ['/workflows/runs', /Material request/],
    ['/notifications', /A page that is open to everybody/],
    ['/diagnostics', /Database|Migrations/],
    ['/archetypes', /Archetypes/],
    ['/objects', /Records/],
    ['/models', /Price book|price_item/],
    ['/models/enhanced', /Fields/],
    ['/configuration', /Models/],
    ['/configuration/quick-setup', /Quick setup/],
    ['/invites', /Lea Brandt|Invite/],
    ['/layouts', /snags|Snags/],
    ['/layouts/create', /New screen/],
    ['/routes', /\/snags/],
    ['/project', /Birkenhof, eight flats/],
    [`/project/${project.id}`, /Birkenhof/],
    ['/bim', /Birkenhof/],
    [`/bim/project/${building.id}`, /Architecture/],
    ['/take-off', /Shell, Birkenhof/],
    [`/take-off/${set.id}`, /Outer walls/],
    [`/take-off/run/${run.id}`, /Elements counted/],
    [tree, /House A/],
    [`${tree}/${flat.id}`, /Flat 1/],
    [`/project/${project.id}${tree}/${flat.id}`, /Flat 1/],
    ['/progress', /Birkenhof, eight flats/],
    [`/progress/${project.id}`, /Flat roof/],
    ['/join-test-tenant', /workspace/i],
    ['/tenant-setup', /workspace|Set up/i],
    [`/o/${object.token}`, /Tower crane/],
  ]
}

async function customerScreens({ find }: Seat): Promise<Screens> {
  const [project, flat, offered] = await Promise.all([
    find('projects'),
    find('hierarchy_nodes', is('code', 'A.1.02')),
    find('estimates', is('name', 'Finishes, Birkenhof')),
  ])
  return [
    ['/customer', /Birkenhof, eight flats/],
    [`/customer/project/${project.id}`, /House A/],
    [`/customer/project/${project.id}/node/${flat.id}`, /Flat 5/],
    [`/customer/project/${project.id}/estimates`, /Finishes, Birkenhof/],
    [`/customer/estimates/${offered.id}`, /Ash parquet/],
  ]
}

const memberScreens = async ({ find }: Seat): Promise<Screens> => {
  const project = await find('projects', is('code', '24-017'))
  return [
    ['/dashboard', /Birkenhof/],
    ['/estimates', /Shell, Birkenhof/],
    [`/project/${project.id}`, /Birkenhof/],
    ['/progress', /Birkenhof, eight flats/],
    ['/bim', /Birkenhof/],
    ['/construction-recipes', /Sand-lime wall/],
  ]
}

async function settled(page: Page, shows: RegExp): Promise<void> {
  const main = page.getByRole('main')
  await expect(
    main
      .getByText(shows)
      .or(main.locator(`input[value]`).and(main.getByLabel(shows)))
      .first(),
  ).toBeAttached()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('main [role="alert"]')).toHaveCount(0)
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(over, 'nothing sticks out at the side').toBeLessThanOrEqual(0)
}

async function walk(browser: Browser, seat: Seat, screens: Screens, name: string): Promise<void> {
  const context = await browser.newContext()
  await enterAs(context, seat.person)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', (answer) => {
    if (answer.status() >= 400 && answer.url().includes('/api/'))
      faults.push(`${answer.status()} ${answer.url()}`)
  })
  for (const [path, shows] of screens) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(demo.url + path)
      await settled(page, shows)
      await page.setViewportSize({ width: 390, height: 844 })
      await settled(page, shows)
      await takePictures(page, `${name}${path.replaceAll(/[0-9a-f-]{36}/g, 'id').replaceAll(/\W+/g, '-')}`)
      expect.soft(faults, path).toEqual([])
      faults.length = 0
    })
  }
  await context.close()
}

test('[R-04] [R-05] [R-07] [R-08] [R-09] [R-10] [R-11] [R-12] [R-13] the demo shows its owner something on every screen', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const seat = await sit('Owner')
  await walk(browser, seat, await ownerScreens(seat), 'owner')
})

test('[R-06] [R-11] the demo shows its customer and its members what they are there for', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const customer = await sit('Customer')
  await walk(browser, customer, await customerScreens(customer), 'customer')
  const member = await sit('Member')
  await walk(browser, member, await memberScreens(member), 'member')
})
