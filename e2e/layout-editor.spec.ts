import type { Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { drag } from './support/drag.ts'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

let owner: Person
let tenant: Workspace

test.beforeAll(async () => {
  owner = await newPerson(server())
  tenant = await newWorkspace(owner)
  const fields = [
    { key: 'name', label: 'Name', type: 'text', required: true },
    { key: 'city', label: 'City', type: 'text' },
  ]
  const schema = { title_field: 'name', fields }
  await callAs(owner, 'POST /api/models', { key: 'suppliers', label: 'Suppliers', schema }, tenant)
  for (const [name, city] of [
    ['Zimmerei Berg', 'Kiel'],
    ['Dach & Wand', 'Lübeck'],
  ])
    await callAs(owner, 'POST /api/records/suppliers', { name, city }, tenant)
})

/** A screen of the workspace's own with a title and a text, and an address. */
async function newScreen(key: string): Promise<void> {
  const body = {
    schema: 1,
    key,
    title: 'Yard',
    params: {},
    sources: {},
    state: {},
    root: 'page',
    nodes: {
      page: { component: 'page', v: 1, props: { title: 'Yard' }, slots: { content: ['first', 'second'] } },
      first: { component: 'text', v: 1, props: { text: 'First text' } },
      second: { component: 'text', v: 1, props: { text: 'Second text' } },
    },
  }
  const route = { path: `/${key}`, layout: key, title: 'Yard' }
  await callAs(owner, `PUT /api/drafts/layout/${key}`, { body }, tenant)
  await callAs(owner, 'POST /api/releases', { only: [{ kind: 'layout', key }] }, tenant)
  await callAs(owner, 'POST /api/routes', route, tenant)
}

interface Drafted {
  nodes: { first: { props: { text: string } } }
}

/** The draft of a screen as the server has it. */
const draftOf = async (key: string): Promise<Drafted> =>
  (await callAs<{ layout: Drafted }>(owner, `GET /api/layouts/${key}?draft=1`, undefined, tenant)).layout

async function openEditor(page: Page, key: string): Promise<void> {
  await enterAs(page.context(), owner)
  await page.goto(`/layouts/${key}/edit`)
  await expect(canvas(page).getByText('First text')).toBeVisible()
}

const canvas = (page: Page) => page.getByRole('region', { name: /^Canvas/ })
const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' })
const saved = (page: Page) => page.getByText(/^Draft saved/)

/** The parts of the outline, without slots. */
const outline = (page: Page) => page.getByRole('tree').getByRole('treeitem')

test('[R-10] a screen is changed and released by keyboard alone', async ({ page }) => {
  await newScreen('keys')
  await openEditor(page, 'keys')

  // Insert: the search box of the palette, then Enter.
  await page.keyboard.press('Insert')
  await page.keyboard.type('heading')
  await page.keyboard.press('Enter')
  await expect(properties(page).getByRole('heading', { name: 'Heading' })).toBeVisible()

  // Set a prop.
  const text = properties(page).getByRole('textbox', { name: 'Text' })
  await text.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Who delivers')
  await expect(canvas(page).getByText('Who delivers')).toBeAttached()
  await expect(saved(page)).toBeVisible()

  // Move up twice, in the outline.
  await page.getByRole('button', { name: 'Outline' }).focus()
  await page.keyboard.press('Enter')
  const heading = outline(page).filter({ hasText: 'Heading' })
  await heading.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  const parts = outline(page).filter({ hasText: /Heading|Text/ })
  await expect(parts).toHaveText([/Heading/, /First text/, /Second text/])

  // Undo the last move, do it again.
  await page.keyboard.press('Control+Z')
  await expect(parts).toHaveText([/First text/, /Heading/, /Second text/])
  await page.keyboard.press('Control+Y')
  await expect(parts).toHaveText([/Heading/, /First text/, /Second text/])

  // Carry a part by keyboard: pick up, choose a place, drop.
  await outline(page).filter({ hasText: 'Second text' }).focus()
  await page.keyboard.press('Space')
  // Arrows carry from when that is said; before, they walk through the outline.
  await expect(page.getByText(/^Picked up/)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(parts).not.toHaveText([/Heading/, /First text/, /Second text/])
  await page.keyboard.press('Control+Z')
  await expect(parts).toHaveText([/Heading/, /First text/, /Second text/])

  // Release.
  await page.getByRole('button', { name: 'Release' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'What is new' }).focus()
  await page.keyboard.type('A heading')
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('As released')).toBeVisible()

  // What everybody sees.
  await page.goto('/keys')
  await expect(page.getByRole('heading', { name: 'Who delivers' })).toBeVisible()
})

test('[R-10] parts are dragged from the palette and within the canvas', async ({ page }) => {
  await newScreen('drags')
  await openEditor(page, 'drags')
  const first = canvas(page).getByText('First text')
  const second = canvas(page).getByText('Second text')

  await drag(page, page.getByRole('button', { name: 'Data grid' }), second, 0.9)
  await expect(canvas(page).getByText('Zimmerei Berg')).toBeAttached()

  // By its handle the second text goes above the first.
  await clickAt(page, second)
  await drag(
    page,
    page.getByText('Text', { exact: true }).and(page.locator('[data-canvas-tool] *')),
    first,
    0.1,
  )
  await page.getByRole('button', { name: 'Outline' }).click()
  await expect(outline(page).filter({ hasText: /text$/ })).toHaveText([/Second text/, /First text/])

  // In the outline it goes back.
  await drag(
    page,
    outline(page).filter({ hasText: 'Second text' }),
    outline(page).filter({ hasText: 'First text' }),
    0.9,
  )
  await expect(outline(page).filter({ hasText: /text$/ })).toHaveText([/First text/, /Second text/])
})

test('[R-10] a draft survives a reload and is seen by nobody until it is released', async ({ page }) => {
  await newScreen('drafts')
  await openEditor(page, 'drafts')
  await clickAt(page, canvas(page).getByText('First text'))
  await properties(page).getByRole('textbox', { name: 'Text' }).fill('Changed text')
  await expect(saved(page)).toBeVisible()

  await page.reload()
  await expect(canvas(page).getByText('Changed text')).toBeAttached()
  await page.goto('/drafts')
  await expect(page.getByText('First text')).toBeVisible()

  await page.goto('/layouts/drafts/edit')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /^Discard draft/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(canvas(page).getByText('First text')).toBeAttached()
  await expect(page.getByText('As released')).toBeVisible()
})

test('[R-10] what is wrong stands at its part and stops the release', async ({ page }) => {
  await newScreen('wrongs')
  await openEditor(page, 'wrongs')
  await clickAt(page, canvas(page).getByText('First text'))
  await properties(page).getByRole('button', { name: 'Text: use an expression' }).click()
  await properties(page).getByRole('textbox', { name: 'Text' }).fill('nothing.here +')
  await expect(
    properties(page)
      .getByText(/ends too early/)
      .first(),
  ).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Release' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Release' })).toBeDisabled()
  await dialog.getByRole('button', { name: /nodes\.first/ }).click()
  await expect(properties(page).getByRole('textbox', { name: 'Text' })).toHaveValue('nothing.here +')
})

test('[R-17] a shipped screen is changed for this workspace and reset', async ({ page }) => {
  await enterAs(page.context(), owner)
  await page.goto('/layouts/users/edit')
  await page.getByRole('button', { name: 'Outline' }).click()
  await outline(page).filter({ hasText: 'Page' }).first().click()
  await properties(page).getByRole('textbox', { name: 'Subtitle' }).fill('Our people')
  await expect(saved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Changed here')).toBeVisible()
  await page.goto('/settings/users')
  await expect(page.getByText('Our people')).toBeVisible()

  await page.goto('/layouts/users/edit')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /^Reset to shipped/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to shipped' }).click()
  await expect(page.getByText('Shipped', { exact: true })).toBeVisible()
})

test('a value set at one width holds there only and is marked', async ({ page }) => {
  await newScreen('widths')
  await openEditor(page, 'widths')
  await page.getByRole('radio', { name: /^Phone/ }).click()
  await clickAt(page, canvas(page).getByText('First text'))
  await properties(page).getByRole('textbox', { name: 'Text' }).fill('On a phone')
  await expect(properties(page).getByRole('button', { name: 'Text: as at every width' })).toBeVisible()
  await expect(canvas(page).getByText('On a phone')).toBeAttached()
  await page.getByRole('radio', { name: 'All widths' }).click()
  await expect(canvas(page).getByText('First text')).toBeAttached()
})

test('[R-10] what somebody else saved meanwhile is not overwritten unasked, and leaving loses nothing', async ({
  page,
}) => {
  await newScreen('shared')
  await openEditor(page, 'shared')
  await clickAt(page, canvas(page).getByText('First text'))
  const text = properties(page).getByRole('textbox', { name: 'Text' })
  await text.fill('Mine')
  await expect(saved(page)).toBeVisible()

  const theirs = await draftOf('shared')
  theirs.nodes.first.props.text = 'Theirs'
  await callAs(owner, 'PUT /api/drafts/layout/shared', { body: theirs }, tenant)
  await text.fill('Mine again')
  await expect(page.getByText('Somebody else changed this draft')).toBeVisible()
  expect((await draftOf('shared')).nodes.first.props.text).toBe('Theirs')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(saved(page)).toBeVisible()

  await text.fill('On the way out')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
  expect((await draftOf('shared')).nodes.first.props.text).toBe('On the way out')
})

test('the editor has no accessibility violation, light and dark', async ({ page }) => {
  await newScreen('axe')
  await openEditor(page, 'axe')
  await clickAt(page, canvas(page).getByText('First text'))
  await checkAxe(page)
  await page.getByRole('button', { name: 'Outline' }).click()
  await checkAxe(page)
  await page.getByRole('button', { name: 'Screen', exact: true }).click()
  await checkAxe(page)
})

type Target = ReturnType<Page['getByText']>

/** Clicks where something of the canvas is; the screen itself is inert. */
async function clickAt(page: Page, target: Target): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('not on the screen')
  // At its right: the tools of what is chosen now may lie over its left.
  await page.mouse.click(box.x + box.width * 0.9, box.y + box.height / 2)
}
