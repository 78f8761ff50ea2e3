import type { Page } from '@playwright/test'
import { startOidcProvider, type OidcProvider } from '../tests/support/start-oidc-provider.ts'
import { checkAxe } from './support/check-axe.ts'
import { tabTo } from './support/keyboard.ts'
import { takePictures } from './support/pictures.ts'
import { codeFor, linkFor } from './support/mailbox.ts'
import { callAs, newAddress, newPerson, type Workspace } from './support/people.ts'
import { startServer, type StartedServer } from './support/start-server.ts'
import { expect, test } from './support/test.ts'

// A server with sign-in by accounts elsewhere and by text message: one provider answers, one is away.
let provider: OidcProvider
let server: StartedServer

test.beforeAll(async () => {
  provider = await startOidcProvider()
  const known = ['google', 'azure', 'github', 'apple'].map((id) => ({
    id,
    client_id: 'formwork',
    client_secret: 'none',
  }))
  const custom = { client_id: 'formwork', client_secret: 'secret of formwork', trust_email: true }
  server = await startServer({
    AUTH_PROVIDERS: JSON.stringify([
      ...known,
      { ...custom, id: 'custom:works', name: 'Stadtwerke', issuer: provider.issuer },
      { ...custom, id: 'custom:away', name: 'Away', issuer: 'http://127.0.0.1:9' },
    ]),
    SMS_COUNTRIES: 'DE',
    APP_DOMAIN: 'formwork.test',
  })
  provider.serve(`${server.url}/auth/v1/callback`)
})
test.afterAll(async () => {
  await server.stop()
  await provider.stop()
})

test('[C-14] [R-02] with an account elsewhere, by keyboard alone; a provider that is away is said', async ({
  page,
}) => {
  test.slow()
  provider.person = {
    sub: 'mara',
    claims: { email: newAddress('mara'), email_verified: true, name: 'Mara Falk' },
  }
  await page.goto(`${server.url}/auth?next=/profile`)
  for (const name of ['Google', 'Microsoft', 'GitHub', 'Apple', 'Stadtwerke'])
    await expect(page.getByRole('button', { name: `Continue with ${name}` })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'providers')
  await tabTo(page, page.getByRole('button', { name: 'Continue with Away' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Signing in did not work' })).toBeVisible()
  await expect(page.getByText('The other service does not answer.')).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'provider-away')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await tabTo(page, page.getByRole('button', { name: 'Continue with Stadtwerke' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth\/select-tenant|\/profile/)
  await takePictures(page, 'provider-arrived')
})

test('[C-14] [R-02] by a code sent to a phone: the right one counts after a wrong one, typed at leisure or at once', async ({
  page,
}) => {
  const phone = '+4915123456789'
  await page.goto(`${server.url}/auth/create-account`)
  await page.getByLabel('Your name').fill('Mara Falk')
  await page.getByLabel('Email or phone number').fill('+49 151 23456789')
  await page.getByLabel('Password', { exact: true }).fill('four plain short words')
  await page.getByRole('button', { name: 'Create account' }).click()
  const field = page.getByLabel('Six-digit code')
  await field.click()
  await page.keyboard.type('000000')
  await expect(page.getByText('This code or link does not work any more.')).toBeVisible()
  // The digits go on where the refused ones stood, as on a phone.
  await page.keyboard.type(await codeFor(server.url, phone))
  await expect(page).toHaveURL(/\/auth\/select-tenant/)

  await page.getByRole('button', { name: 'You: Mara Falk' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email or phone number').fill(phone)
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await expect(page.getByRole('heading', { name: 'Check your messages' })).toBeVisible()
  // The answer to the wrong digits is slow, and the right ones are there before it.
  await page.route('**/auth/v1/verify', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  const code = await codeFor(server.url, phone)
  const wrong = page.waitForRequest('**/auth/v1/verify')
  await field.fill(code === '111111' ? '222222' : '111111')
  await wrong
  await field.fill(code)
  await expect(page).toHaveURL(/\/auth\/select-tenant/)
})

test('[S-04] [SD-05] at the address of a workspace: with a password, by a mailed link and by an account elsewhere', async ({
  browser,
}) => {
  test.slow()
  const acme = server.url.replace('127.0.0.1', 'acme.formwork.test')
  const owner = await newPerson(server.url, 'Mara Falk')
  const made = await callAs<Workspace>(owner, 'POST /api/tenants', { name: 'Acme Bau', subdomain: 'acme' })
  const arrive = async (way: (page: Page) => Promise<void>): Promise<void> => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin.startsWith('http') && origin !== acme) elsewhere.push(pathname)
    })
    await page.goto(`${acme}/auth?next=/profile`)
    await way(page)
    await expect(page).toHaveURL(`${acme}/profile`)
    await expect(page.getByRole('button', { name: 'Workspace Acme Bau' })).toBeVisible()
    // Only links of mails and accounts elsewhere come from other addresses; the application itself asks here alone.
    expect(elsewhere.filter((path) => /^\/(?:api|storage|realtime)\//.test(path))).toEqual([])
    await context.close()
  }
  await test.step('with a password', () =>
    arrive(async (page) => {
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.getByLabel(/^Email/).fill(owner.email)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }))
  await test.step('by the link of a mail', () =>
    arrive(async (page) => {
      await page.goto(`${acme}/auth/forgot`)
      await page.getByLabel('Email').fill(owner.email)
      await page.getByRole('button', { name: 'Send the mail' }).click()
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await page.goto(await linkFor(server.url, owner.email))
      await page.getByRole('button', { name: 'Go on to the new password' }).click()
      await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
      await page.getByLabel('New password').fill('another set of words')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page).toHaveURL(`${acme}/dashboard`)
      await page.goto(`${acme}/profile`)
    }))
  await test.step('by an account elsewhere', () =>
    arrive(async (page) => {
      provider.person = {
        sub: `mara-${made.id}`,
        claims: { email: owner.email, email_verified: true, name: 'Mara Falk' },
      }
      await page.getByRole('button', { name: 'Continue with Stadtwerke' }).click()
    }))
})
