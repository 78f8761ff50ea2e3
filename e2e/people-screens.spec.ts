import type { BrowserContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { checkAxe } from './support/check-axe.ts'
import { press, tabTo, walkByTab, write } from './support/keyboard.ts'
import { linkFor } from './support/mailbox.ts'
import { callAs, enterAs, newMember, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

const signedOut = [
  '/auth',
  '/auth/create-account',
  '/auth/check-email',
  '/auth/check-email?for=sign-in',
  '/auth/check-email?for=password',
  '/auth/callback',
  '/auth/forgot',
  '/auth/reset',
]

const ofOwner = [
  '/settings',
  '/settings/subdomain',
  '/settings/logo',
  '/settings/users',
  '/settings/service-accounts',
  '/settings/access',
  '/settings/layout/fields',
  '/settings/sign-in',
  '/settings/audit',
  '/settings/customer-area',
  '/settings/leave',
  '/access-control',
  '/access-control/check',
  '/invites',
  '/config',
  '/diagnostics',
  '/tenant-setup',
  '/join-test-tenant',
  '/transfers',
  '/api-tokens',
  '/webhooks',
  '/profile',
  '/notifications',
  '/auth/select-tenant',
  '/auth/create-tenant',
  '/auth/reset',
]

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

/** Nothing sticks out at the side, no serious fault in either theme, and everything is reached by Tab, wide and on a phone. */
async function look(page: Page, path: string): Promise<void> {
  await page.goto(server() + path)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]'), `${path} has an end of waiting`).toHaveCount(0)
  for (const size of [wide, phone]) {
    await page.setViewportSize(size)
    // What is still on its way is looked at again.
    await expect(() => checkAxe(page)).toPass({ timeout: 20_000 })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(over, `${path} at ${size.width}: nothing sticks out`).toBeLessThanOrEqual(0)
    expect.soft(await walkByTab(page), `${path} at ${size.width} by Tab`).toEqual([])
  }
  await page.setViewportSize(wide)
  await takePictures(page, `people${path.replaceAll(/\W+/g, '-')}`)
}

/** Two pages share the way: one waits for the server while the other is looked at. */
async function lookAtAll(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const way = paths.values()
  const walk = async (): Promise<void> => {
    const page = await context.newPage()
    for (const path of way) await look(page, path)
    await page.close()
  }
  await Promise.all([walk(), walk()])
}

test('[U-07] the pages of signing in: both themes, wide and on a phone, by Tab alone', async ({
  context,
}) => {
  test.setTimeout(120_000)
  await lookAtAll(context, signedOut)
})

test('[U-07] the screens of people, access and settings: both themes, wide and on a phone, by Tab alone', async ({
  context,
}) => {
  test.setTimeout(240_000)
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const chosen = { trade: null, manage: ['customers'], people: [] }
  await callAs(owner, 'POST /api/quick-setup', chosen, workspace)
  await callAs(owner, 'POST /api/roles', { key: 'site_manager', label: 'Site manager' }, workspace)
  await callAs(owner, 'POST /api/invites', { email: 'new@nordbau.test', role: 'member' }, workspace)
  await newMember(owner, workspace, 'member')
  const elsewhere = await newPerson(server(), 'Jonas Brandt')
  const other = await newWorkspace(elsewhere, 'Südbau AG')
  await callAs(elsewhere, 'POST /api/invites', { email: owner.email, role: 'member' }, other)
  const { pathname } = new URL(await linkFor(server(), owner.email))
  await enterAs(context, owner)
  await lookAtAll(context, [...ofOwner, pathname])
})

test('[U-07] what a member and a customer see of it: both themes, wide and on a phone, by Tab alone', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const seen = {
    member: ['/settings/leave', '/settings/users'],
    customer: ['/customer', '/customer/notifications', '/customer/profile'],
  }
  for (const [role, paths] of Object.entries(seen)) {
    const context = await browser.newContext()
    await enterAs(context, await newMember(owner, workspace, role))
    await lookAtAll(context, paths)
    await context.close()
  }
})

test('[FP-17] a role and a name that somebody else changes show in an open window', async ({ context }) => {
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner, 'Nordbau')
  const member = await newMember(owner, workspace, 'member')
  await enterAs(context, member)
  const page = await context.newPage()
  await page.goto(`${server()}/dashboard`)
  const frame = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(frame.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Configuration' })).toBeHidden()
  await callAs(owner, `PUT /api/members/${member.session.user.id}`, { role: 'admin' }, workspace)
  await expect(frame.getByRole('link', { name: 'Configuration' })).toBeVisible({ timeout: 20_000 })
  await callAs(owner, `PUT /api/tenants/${workspace.id}`, { name: 'Nordbau & Sohn' }, workspace)
  await expect(page.getByRole('button', { name: 'Workspace Nordbau & Sohn' })).toBeVisible({
    timeout: 20_000,
  })
  await context.close()
})

test('[U-01] by keyboard alone: a sign-in elsewhere ended, a second factor, a logo, and the way out', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const admin = await newMember(owner, workspace, 'admin')
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`${server()}/auth`)
  await write(elsewhere, elsewhere.getByLabel('Email'), admin.email)
  await write(elsewhere, elsewhere.getByLabel('Password', { exact: true }), admin.password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL(/\/dashboard$/)

  await enterAs(context, admin)
  await page.goto(`${server()}/profile`)
  await test.step('a sign-in elsewhere', async () => {
    await press(page, page.getByRole('button', { name: /^Sign out there/ }).first())
    await expect(page.getByText('Signed out there', { exact: true })).toBeVisible()
  })
  await test.step('a second factor', async () => {
    await press(page, page.getByRole('button', { name: 'Set up a second factor' }))
    await expect(page.getByText('Scan this with an authenticator app')).toBeFocused()
    const secret = await page.getByLabel('No camera? Type this key instead').inputValue()
    await tabTo(page, page.getByLabel('Six-digit code'))
    await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    await press(page, page.getByRole('button', { name: 'I have kept them' }))
    // New ones make the old ones worthless: that is asked first.
    await press(page, page.getByRole('button', { name: 'New recovery codes (10 left)' }))
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'New recovery codes (10 left)' })).toBeFocused()
  })
  await test.step('a logo', async () => {
    await page.goto(`${server()}/settings/logo`)
    const choosing = page.waitForEvent('filechooser')
    await press(page, page.getByRole('button', { name: 'Choose a logo' }))
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
    const inFrame = page.getByRole('button', { name: 'Workspace Nordbau GmbH' }).locator('img')
    await expect(inFrame).toHaveAttribute('src', /\/api\/logos\//)
    await press(page, page.getByRole('button', { name: 'Take the logo away' }))
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Take the logo away' }))
    await expect(inFrame).toHaveCount(0)
  })
  await test.step('the way out', async () => {
    await press(page, page.getByRole('button', { name: 'Workspace Nordbau GmbH' }))
    const wayOut = page.getByRole('menuitem', { name: 'Leave or close' })
    // A menu takes the focus a moment after it is seen.
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(wayOut).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings\/leave$/)
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(trail.getByRole('link', { name: 'Settings' })).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Leave workspace' }))
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }))
    await expect(page).toHaveURL(/\/auth\/select-tenant/)
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  })
})

test('[U-01] rights and words that were changed and not saved are not left behind unasked', async ({
  page,
  context,
}) => {
  // Every step goes by Tab from the beginning of the page.
  test.setTimeout(120_000)
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const chosen = { trade: null, manage: ['customers'], people: [] }
  await callAs(owner, 'POST /api/quick-setup', chosen, workspace)
  await enterAs(context, owner)
  const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const stays = async (): Promise<void> => {
    await expect(asks.getByRole('button', { name: 'Stay here' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(asks).toHaveCount(0)
  }
  await page.goto(`${server()}/access-control`)
  const phone = page.getByRole('checkbox', { name: 'Phone: Member, Read' })
  await press(page, phone, 'Space')
  await press(page, page.getByRole('link', { name: 'Roles' }))
  await stays()
  await expect(phone).not.toBeChecked()
  await press(page, page.getByRole('button', { name: 'Discard' }))
  await press(page, page.getByRole('link', { name: 'Roles' }))
  await expect(page).toHaveURL(/\/settings\/access$/)
  await press(page, page.getByRole('button', { name: /^Customer/ }))
  await press(page, page.getByRole('checkbox', { name: 'Customers: Read' }), 'Space')
  await press(page, page.getByRole('link', { name: 'Check' }))
  await stays()
  await press(page, page.getByRole('button', { name: 'Discard' }))
  await page.goto(`${server()}/settings/logo`)
  await write(page, page.getByLabel('Letterhead'), 'Nordbau GmbH, Kiel')
  await press(page, page.getByRole('main').getByRole('link', { name: 'Settings' }))
  await stays()
  await expect(page.getByLabel('Letterhead')).toHaveValue('Nordbau GmbH, Kiel')
})
