import type { BrowserContext, Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { walkByTab } from './support/keyboard.ts'
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

const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

/** Nothing sticks out at the side, no serious fault in either theme, and everything is reached by Tab, wide and on a phone. */
async function look(page: Page, path: string): Promise<void> {
  await page.goto(server() + path)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]'), `${path} has an end of waiting`).toHaveCount(0)
  for (const size of [wide, phone]) {
    await page.setViewportSize(size)
    await checkAxe(page)
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(over, `${path} at ${size.width}: nothing sticks out`).toBeLessThanOrEqual(0)
    expect.soft(await walkByTab(page), `${path} at ${size.width} by Tab`).toEqual([])
  }
  await page.setViewportSize(wide)
  await takePictures(page, `people${path.replaceAll(/\W+/g, '-')}`)
}

async function lookAtAll(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const page = await context.newPage()
  for (const path of paths) await look(page, path)
  await page.close()
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
    customer: ['/customer', '/customer/profile'],
  }
  for (const [role, paths] of Object.entries(seen)) {
    const context = await browser.newContext()
    await enterAs(context, await newMember(owner, workspace, role))
    await lookAtAll(context, paths)
    await context.close()
  }
})
