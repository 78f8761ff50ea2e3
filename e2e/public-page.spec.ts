import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

test('[PT-01] a record is shared by a link with a QR code, read without JavaScript, and taken back', async ({
  page,
  context,
  browser,
}) => {
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const fields = [
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'height', label: 'Height', type: 'decimal', unit: 'm' },
    { key: 'note', label: 'Inner note', type: 'text' },
  ]
  await callAs(
    owner,
    'POST /api/models',
    { key: 'crane', label: 'Cranes', schema: { title_field: 'name', fields } },
    workspace,
  )
  const { id } = await callAs<{ id: string }>(
    owner,
    'POST /api/records/crane',
    { name: 'Tower crane 7', height: '42.50', note: 'CANARY' },
    workspace,
  )
  const { token } = await callAs<{ token: string }>(
    owner,
    `GET /api/records/crane/${id}`,
    undefined,
    workspace,
  )
  await enterAs(context, owner)
  await page.goto(`${server()}/o/${token}`)
  const links = page.getByRole('region', { name: 'Public links' })
  await links.getByRole('button', { name: 'Share publicly' }).click()
  await links.getByRole('checkbox', { name: 'Name' }).check()
  await links.getByRole('checkbox', { name: 'Height' }).check()
  await expect(links.getByText('Tower crane 7')).toBeVisible()
  await links.getByRole('button', { name: 'Make link' }).click()
  const address = await links.getByLabel('Public link').inputValue()
  await expect(links.getByRole('img', { name: 'QR code of the public link' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await links.getByRole('link', { name: 'Save QR code' }).click()
  expect((await saved).suggestedFilename()).toBe('public-link.svg')
  await links.scrollIntoViewIfNeeded()
  await checkAxe(page)
  await takePictures(page, 'public-link')

  await test.step('whoever has the link reads what was chosen, without a script', async () => {
    const outside = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    const visitor = await outside.newPage()
    await visitor.goto(address)
    await expect(visitor.getByRole('heading', { name: 'Tower crane 7' })).toBeVisible()
    await expect(visitor.getByText('42.5 m')).toBeVisible()
    expect(await visitor.content()).not.toContain('CANARY')
    await takePictures(visitor, 'public-page')
    await links.getByRole('button', { name: 'Done' }).click()
    await expect(links.getByText('1 view')).toBeVisible()
    await links.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
    await expect(links.getByText('Taken back')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'This page is not here' })).toBeVisible()
    await outside.close()
  })

  await test.step('PT-07 a second one asks for a password, in a form without a script', async () => {
    await links.getByRole('button', { name: 'Share publicly' }).click()
    await links.getByRole('checkbox', { name: 'Name' }).check()
    await links.getByLabel(/^Password/).fill('short')
    await links.getByRole('button', { name: 'Make link' }).click()
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
    await links.getByLabel(/^Password/).fill('crane & stone = 7')
    await takePictures(page, 'public-link-password')
    await links.getByRole('button', { name: 'Make link' }).click()
    const locked = await links.getByLabel('Public link').inputValue()
    await links.getByRole('button', { name: 'Done' }).click()
    await expect(links.getByText('With password')).toBeVisible()
    const outside = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    const visitor = await outside.newPage()
    await visitor.goto(locked)
    await expect(visitor.getByRole('heading', { name: 'This page asks for a password' })).toBeVisible()
    expect(await visitor.content()).not.toContain('crane')
    await takePictures(visitor, 'public-page-password')
    await visitor.getByLabel('Password').fill('crane & stone = 8')
    await visitor.getByRole('button', { name: 'Open' }).click()
    await expect(visitor.getByRole('alert')).toHaveText('That is not the password. Try again.')
    await visitor.getByLabel('Password').fill('crane & stone = 7')
    await visitor.getByRole('button', { name: 'Open' }).click()
    await expect(visitor.getByRole('heading', { name: 'Tower crane 7' })).toBeVisible()
    expect(visitor.url()).toBe(locked)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'Tower crane 7' })).toBeVisible()
    await outside.close()
  })
})
