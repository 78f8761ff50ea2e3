import { checkAxe } from './support/check-axe.ts'
import { enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('the owner gives the workspace a logo and a colour, which show at once', async ({ page, context }) => {
  test.slow()
  const person = await newPerson(server())
  await newWorkspace(person)
  await enterAs(context, person)
  await page.goto(`${server()}/settings/logo`)
  const colour = page.getByRole('button', { name: 'Save colour' })
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#8a1c7c')
  await colour.click()
  await expect(page.getByText('Colour saved')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--tenant-light-accent')))
    .toMatch(/^#/)
  await page
    .getByLabel('Picture of the logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('img', { name: 'The logo' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Workspace / }).locator('img')).toHaveAttribute(
    'src',
    /\/api\/logos\//,
  )
  await checkAxe(page)
  await takePictures(page, 'brand')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Back to the stock colour' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the stock colour' }).click()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--tenant-light-accent')))
    .toBe('')
})

test('[R-08] owners see how the server and their workspace are', async ({ page, context }) => {
  const person = await newPerson(server())
  await newWorkspace(person)
  await enterAs(context, person)
  await page.goto(`${server()}/diagnostics`)
  await expect(page.getByRole('heading', { name: 'Database' })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'diagnostics')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save for support' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^formwork-.*\.json$/)
})
