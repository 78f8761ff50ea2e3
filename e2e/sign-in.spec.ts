import type { Page } from '@playwright/test'
import { checkAxe } from './support/check-axe.ts'
import { codeFor, linkFor } from './support/mailbox.ts'
import { callAs, enterAs, newAddress, newPerson, newWorkspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'
const storage = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }))

test('[S-10] [R-02] [R-04] from nothing to a workspace: account, code, workspace, first screen', async ({
  page,
}) => {
  const email = newAddress()
  await page.goto('/objects?from=link')
  await expect(page).toHaveURL('/auth?next=%2Fobjects%3Ffrom%3Dlink')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('four plain short words')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Send the mail again in/ })).toBeDisabled()
  await page.getByLabel('Six-digit code').fill('000000')
  await expect(page.getByText('This code or link does not work any more.')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await codeFor(server(), email))
  await expect(page).toHaveURL(/\/auth\/select-tenant/)
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await page.getByRole('link', { name: 'Create a workspace' }).click()
  await page.getByLabel('Name of the company').fill('Nordbau GmbH')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  const stored = await storage(page)
  expect(stored['selectedTenantId']).toMatch(/^[0-9a-f-]{36}$/)
  expect(Object.values(stored)).toEqual(expect.arrayContaining(['Nordbau GmbH', 'owner']))
})

test('[S-10] signs in with the keyboard alone and lands where it was asked for', async ({ page }) => {
  const person = await newPerson(server())
  await newWorkspace(person)
  await page.goto('/models')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.keyboard.press('Tab')
  while (!(await page.getByLabel('Email').evaluate((input) => input === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/models')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
})

test('[V-07] [X-07] says what is missing and what is wrong', async ({ page }) => {
  const person = await newPerson(server())
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'You must provide either an email or phone number and a password',
  )
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The sign-in details are not right.')
  await expect(page.getByRole('link', { name: 'Forgot the password?' })).toHaveCount(1)
  await page.getByRole('alert').getByRole('link', { name: 'Forgot the password?' }).click()
  await expect(page).toHaveURL('/auth/forgot')
  await page.goto('/auth/create-account')
  await page.getByLabel('Email').fill(newAddress())
  await page.getByLabel('Password', { exact: true }).fill('password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toContainText('This password is too easy to guess.')
})

test('[R-02] signs in by a code from a mail', async ({ page }) => {
  const person = await newPerson(server())
  await newWorkspace(person)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await codeFor(server(), person.email))
  await expect(page).toHaveURL('/dashboard')
})

test('[R-02] [S-09] a forgotten password: by code, and by the link of the mail', async ({
  page,
  browser,
}) => {
  const person = await newPerson(server())
  await newWorkspace(person)
  await page.goto('/auth/forgot')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await codeFor(server(), person.email))
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('New password').fill('another set of words')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/dashboard')

  const other = await (await browser.newContext()).newPage()
  await other.goto('/auth/forgot')
  await other.getByLabel('Email').fill(person.email)
  await other.getByRole('button', { name: 'Send the mail' }).click()
  await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const link = await linkFor(server(), person.email)
  // A program that looks into mails follows the link, too: that uses nothing up (AU-16).
  expect((await fetch(link)).status).toBe(200)
  await other.goto(link)
  await checkAxe(other, { application: false })
  await other.getByRole('button', { name: 'Go on to the new password' }).click()
  await expect(other.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await other.getByLabel('New password').fill('a third set of words')
  await other.getByRole('button', { name: 'Change password' }).click()
  await expect(other).toHaveURL('/dashboard')
  await other.close()
})

test('a link that was used says so and leads on', async ({ page }) => {
  await page.goto(
    '/auth/callback#error=access_denied&error_code=otp_expired&error_description=%3Cimg%20src%3Dx%3E',
  )
  await expect(page.getByRole('heading', { name: 'This link did not work' })).toBeVisible()
  await expect(page.getByText('Ask for a new one.')).toBeVisible()
  await page.goto('/auth/reset')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/auth/forgot')
})

test('[S-03] [S-04] [R-16] several workspaces: choose one; switch from the navigation', async ({
  page,
  context,
}) => {
  const person = await newPerson(server())
  const first = await newWorkspace(person, 'Nordbau GmbH')
  const second = await newWorkspace(person, 'Südbau AG')
  await enterAs(context, person)
  await page.goto('/auth/select-tenant')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'You: Ada Lovelace' })).toBeVisible()
  await page.getByRole('button', { name: /Südbau AG/ }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: 'Workspace Südbau AG' })).toBeVisible()
  expect((await storage(page))['selectedTenantId']).toBe(second.id)
  await page.getByRole('button', { name: 'Workspace Südbau AG' }).click()
  await page.getByRole('menuitemradio', { name: 'Nordbau GmbH' }).click()
  await expect(page.getByRole('button', { name: 'Workspace Nordbau GmbH' })).toBeVisible()
  expect((await storage(page))['selectedTenantId']).toBe(first.id)
})

test('[S-06] [AU-23] signing out leaves only the theme, and reaches the other tab', async ({
  page,
  context,
}) => {
  const person = await newPerson(server())
  await newWorkspace(person)
  await enterAs(context, person)
  await page.goto('/models')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'You: Ada Lovelace' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const other = await context.newPage()
  await other.goto('/models')
  await expect(other.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.getByRole('button', { name: 'You: Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await expect(other).toHaveURL(/\/auth\?next=/)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => storage(page)).toEqual({ theme: 'dark' })
  await page.goBack()
  await expect(page).toHaveURL(/\/auth/)
  await expect(callAs(person, 'GET /api/tenants')).rejects.toThrow('401')
})

test('an invitation: what it says, who may take it, once', async ({ page, context }) => {
  const owner = await newPerson(server(), 'Grace Hopper')
  const workspace = await newWorkspace(owner, 'Westbau KG')
  const invited = await newPerson(server())
  await callAs(owner, 'POST /api/invites', { email: invited.email, role: 'member' }, workspace)
  const link = new URL(await linkFor(server(), invited.email))
  expect(link.pathname).toMatch(/^\/invite\//)
  await page.goto(link.pathname)
  await expect(page.getByRole('heading', { name: 'Sign in to accept your invitation' })).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByText('Use the address your invitation was sent to.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Forgot the password?' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(link.pathname)}`)
  await enterAs(context, invited)
  await page.goto(link.pathname)
  await expect(page.getByRole('heading', { name: 'Join Westbau KG' })).toBeVisible()
  await page.getByRole('button', { name: 'Join workspace' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: 'Workspace Westbau KG' })).toBeVisible()
  await page.goto(link.pathname)
  await expect(page.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible()
})

test('[S-07] [U-06] two tabs whose session runs out together: renewed, and nobody is signed out (REL-16)', async ({
  page,
  context,
}) => {
  const ada = await newPerson(server())
  await newWorkspace(ada)
  await enterAs(context, ada)
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  const other = await context.newPage()
  for (let round = 0; round < 4; round += 1) {
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('formwork-session@')) ?? ''
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 5 }))
    })
    await Promise.all([page.reload(), other.goto('/models')])
    for (const tab of [page, other]) {
      await expect(tab.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
      await expect(tab).toHaveURL(/\/(dashboard|models)$/)
    }
  }
})

test('[P-07] before a session the service gets the public key, afterwards the session', async ({ page }) => {
  const ada = await newPerson(server())
  await newWorkspace(ada)
  const { supabase } = (await (await fetch(`${server()}/api/_meta`)).json()) as {
    supabase: { anonKey: string }
  }
  const sent: Record<string, Record<string, string>> = {}
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/auth/v1/')) sent[path] = request.headers()
  })
  await page.goto('/auth')
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'You: Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  expect(sent['/auth/v1/token']?.['apikey']).toBe(supabase.anonKey)
  expect(sent['/auth/v1/token']?.['authorization'] ?? `Bearer ${supabase.anonKey}`).toBe(
    `Bearer ${supabase.anonKey}`,
  )
  expect(sent['/auth/v1/logout']?.['apikey']).toBe(supabase.anonKey)
  expect(sent['/auth/v1/logout']?.['authorization']).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
})
