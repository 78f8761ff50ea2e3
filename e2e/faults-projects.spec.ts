import type { Page } from '@playwright/test'
import { must } from '#base/assert.ts'
import { breaking, fail, refuse, type Broken } from './support/breaking.ts'
import { demoForFile, goTo, lookAt } from './support/demo.ts'
import { enterAs } from './support/people.ts'
import { expect, test } from './support/test.ts'

const demo = demoForFile()

const shell = '_meta|auth|tenants|routes|layouts|route-access|health|account|presence'
const faults = {
  'the server is away': { address: /\/api\//, fault: refuse },
  'the server fails at every question': { address: new RegExp(`/api/(?!${shell})`), fault: fail },
}

for (const [what, { address, fault }] of Object.entries(faults)) {
  test(`[X-04] [X-05] [R-04] [R-05] [R-08] [R-11] [R-12] [R-13] ${what}: every screen of projects, models and settings says so, and is there once it is mended`, async ({
    page,
    context,
  }) => {
    test.setTimeout(240_000)
    await enterAs(context, demo.owner)
    const breakIt = () => breaking(page, address, fault)
    expect(await walk(page, '/profile', await ownerPaths(), breakIt)).toEqual([])
  })

  test(`[X-04] [X-05] [R-06] ${what}: every screen of the customer says so, and is there once it is mended`, async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000)
    await enterAs(context, demo.customer)
    const breakIt = () => breaking(page, address, fault)
    expect(await walk(page, '/customer/profile', await customerPaths(), breakIt)).toEqual([])
  })
}

/** Opens each screen while something is broken, then mends it; what was wrong with them. */
async function walk(
  page: Page,
  from: string,
  paths: readonly string[],
  breakIt: () => Promise<Broken>,
): Promise<string[]> {
  const wrong: string[] = []
  page.on('pageerror', ({ message }) => wrong.push(`${page.url()}: ${message}`))
  await page.clock.install()
  await page.goto(demo.url + from)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const path of paths) {
    const broken = await breakIt()
    await goTo(page, path)
    const said = await until(page, [], async () => {
      // Questions are asked again, after pauses, before they count as failed.
      await page.clock.fastForward(2_000)
      return brokenLook(page)
    })
    for (const what of said) wrong.push(`${path} while it is broken: ${what}`)
    await takePicture(page, path)
    await broken.mend()
    const back = await until(page, [], async () => {
      await page.clock.fastForward(5_000)
      const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
      if ((await again.count()) > 0)
        await again
          .first()
          .click({ timeout: 1_000 })
          .catch(() => undefined)
      // What stands at the top, that an older copy is shown, goes by itself.
      return (await brokenLook(page)).includes('no way to try again') ? [] : ['something is still not there']
    })
    const { lacks } = await lookAt(page)
    for (const what of lacks) wrong.push(`${path} once it is mended: lacks ${what}`)
    for (const what of back) wrong.push(`${path} once it is mended: ${what}`)
  }
  return wrong
}

/** Looks until nothing is wrong, for ten seconds; what is wrong then. */
async function until(page: Page, wanted: string[], look: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + 10_000
  let seen = await look()
  while (seen.join() !== wanted.join() && Date.now() < end) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    seen = await look()
  }
  return seen
}

const brokenLook = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const words = main?.innerText ?? ''
    const waits = main?.querySelector('[aria-busy="true"]')
    const ways = [...document.querySelectorAll('button')].filter((button) =>
      /^(Try again|Retry)$/.test(button.textContent || (button.getAttribute('aria-label') ?? '')),
    )
    return [
      waits ? 'still waits' : '',
      main && ways.length === 0 ? 'no way to try again' : '',
      words.trim() === '' ? 'nothing is said' : '',
      /undefined|\[object|TypeError|Failed to fetch|NaN/.test(words) ? `raw words: ${words}` : '',
    ].filter(Boolean)
  })

async function takePicture(page: Page, path: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder)
    await page.screenshot({
      path: `${folder}/${path
        .replaceAll(/[0-9a-f-]{36}/g, 'id')
        .replaceAll(/\W+/g, '-')
        .slice(1)}.png`,
    })
}

async function ownerPaths(): Promise<string[]> {
  const { call, first } = demo.owner
  const idOf = async (model: string): Promise<string> =>
    must((await first(model))?.['id'], `a record of ${model}`)
  const places = must(await first('hierarchies', { field: 'kind', op: 'eq', value: 'location' }))
  const place = must(
    await first('hierarchy_nodes', { field: 'hierarchy', op: 'eq', value: places['id'] ?? null }),
  )
  const run = must(await first('sys_workflow_run'))
  const { token } = await call<{ token: string }>(`GET /api/records/equipment/${await idOf('equipment')}`)
  const project = places['project']
  return [
    '/dashboard',
    '/project',
    `/project/${project}`,
    `/hierarchy/${places['id']}/explorer`,
    `/project/${project}/hierarchy/${places['id']}/explorer/${place['id']}`,
    '/bim',
    `/bim/project/${await idOf('bim_projects')}`,
    '/take-off',
    `/take-off/${await idOf('takeoff_rule_sets')}`,
    `/take-off/run/${await idOf('takeoff_runs')}`,
    '/progress',
    `/progress/${project}`,
    `/progress/${project}/note`,
    '/workflows',
    `/workflows/${run['key']}`,
    `/workflows/${run['key']}/runs`,
    `/workflows/${run['key']}/runs/${run['id']}`,
    '/notifications',
    `/o/${token}`,
    '/access-control',
    '/settings/users',
    '/settings/access',
    '/settings/layout/fields',
    '/catalogues',
    '/catalog',
    `/catalog/${await idOf('catalogue_items')}`,
    '/construction-recipes',
    '/cost-groups',
    '/archetypes',
    '/objects',
    '/models',
    '/models/enhanced',
    '/config',
    '/configuration/quick-setup',
    '/diagnostics',
    '/invites',
    '/layouts',
    '/layouts/create',
    '/routes',
    '/estimates/variants-timeline',
  ]
}

async function customerPaths(): Promise<string[]> {
  const { first } = demo.customer
  const place = must(await first('hierarchy_nodes'))
  const hierarchy = must(
    await first('hierarchies', { field: 'id', op: 'eq', value: place['hierarchy'] ?? null }),
  )
  const project = hierarchy['project']
  return [
    '/customer',
    `/customer/project/${project}`,
    `/customer/project/${project}/places`,
    `/customer/project/${project}/node/${place['id']}`,
    `/customer/project/${project}/estimates`,
    `/customer/estimates/${must(await first('estimates'))['id']}`,
  ]
}
