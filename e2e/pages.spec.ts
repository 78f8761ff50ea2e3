import { checkAxe } from './support/check-axe.ts'
import { enterAs, newPerson, newWorkspace } from './support/people.ts'
import { expect, server, test } from './support/test.ts'

const publicPages = [
  ['/', 'The workspace your company shapes itself'],
  ['/marketing-one-pager', 'The workspace your company shapes itself'],
  ['/404', 'There is no such page'],
  ['/auth', 'Sign in'],
  ['/auth/create-account', 'Create an account'],
  ['/auth/check-email', 'Check your email'],
  ['/auth/callback', 'This link did not work'],
  ['/auth/forgot', 'Forgot the password?'],
  ['/auth/reset', 'This link did not work'],
  ['/auth/nowhere', 'There is no such page'],
] as const

for (const [path, heading] of publicPages) {
  test(`[R-01] [R-02] [R-03] ${path} is there for everybody, accessible in both themes and on a phone`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await checkAxe(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await checkAxe(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, 'nothing sticks out at the side').toBeLessThanOrEqual(0)
  })
}

test('[R-01] the sheet on the landing page can be worked with', async ({ page }) => {
  await page.goto('/')
  const sheet = page.getByRole('table', { name: 'Estimate to try out' })
  await page.getByLabel('Quantity of Window, timber and aluminium').fill('20')
  await expect(sheet.getByRole('row', { name: /Window/ })).toContainText('14,840.00')
  await expect(page.getByText('€84,760.69')).toBeVisible()
  await page.getByLabel('Site manager').check()
  await expect(sheet.getByRole('columnheader', { name: 'Price' })).toHaveCount(0)
  await expect(page.getByText('€84,760.69')).toHaveCount(0)
})

test('[R-15] an address nobody has: said inside the frame, with the path as text (XS-07)', async ({
  page,
  context,
}) => {
  const ada = await newPerson(server())
  await newWorkspace(ada)
  await enterAs(context, ada)
  await page.goto('/<img src=x onerror=alert(1)>')
  await expect(page.getByRole('heading', { name: 'There is no screen at this address' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await expect(
    page
      .getByText('/<img src=x onerror=alert(1)>')
      .or(page.getByText('/%3Cimg%20src=x%20onerror=alert(1)%3E')),
  ).toBeVisible()
})

test('[R-14] the address as it was once mistyped leads to the right one', async ({ page, context }) => {
  const ada = await newPerson(server())
  await newWorkspace(ada)
  await enterAs(context, ada)
  await page.goto('/construction-reipies?q=beton#top')
  await expect(page).toHaveURL('/construction-recipes?q=beton#top')
})

test('[R-16] [U-07] the frame: accessible, by keyboard, on a phone, in both themes', async ({
  page,
  context,
}) => {
  const ada = await newPerson(server())
  await newWorkspace(ada)
  await enterAs(context, ada)
  await page.goto('/auth/select-tenant')
  await expect(page.getByRole('heading', { name: 'Choose a workspace' })).toBeVisible()
  await checkAxe(page)
  await page.goto('/auth/create-tenant')
  await checkAxe(page)
  await page.goto('/dashboard')
  await expect(page).toHaveTitle(/· Formwork$/)
  await checkAxe(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('models')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/models')
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toHaveText('')
  await checkAxe(page)

  await page.setViewportSize({ width: 390, height: 844 })
  const places = page.getByRole('navigation', { name: 'Places' })
  await expect(places).toBeVisible()
  await places.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog', { name: 'All places' })).toBeVisible()
  await checkAxe(page)
  await page.getByRole('dialog').getByRole('link', { name: 'Records' }).click()
  await expect(page).toHaveURL('/objects')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[U-07] the theme: follows the system live until one is chosen, which is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/auth')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Appearance and language' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('first load: a list screen stands within 200 kB of script (as npm run size says)', async ({
  page,
  context,
}) => {
  const ada = await newPerson(server())
  await newWorkspace(ada)
  await enterAs(context, ada)
  // They may come in an idle moment later; here they never come, and the list does not wait for them.
  const late = /\/assets\/(?:supabase|form|chart|toast-stack|layout-editor)-/
  await page.route(late, () => undefined)
  await page.goto('/models')
  await expect(page.getByRole('heading', { name: 'Models', level: 1 })).toBeVisible()
  await expect(page.getByText('No models yet').or(page.getByRole('row').nth(1)).first()).toBeVisible()
})

test('the language: German on asking, kept, and numbers its way', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Appearance and language' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('83.276,69 €').first()).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})
