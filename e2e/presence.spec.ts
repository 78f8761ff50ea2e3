import { makeCustomers } from './support/customers.ts'
import { enterAs, newMember } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

const names = ['Adler Bau', 'Berg Immobilien', 'City Wohnen']

test('[C-16] who else is here shows on the list, in the cell and in the form, and goes when they go', async ({
  page,
  context,
  browser,
}) => {
  // Two browsers and pictures of both take their time.
  test.slow()
  const { owner, workspace } = await makeCustomers(context, names)
  const other = await newMember(owner, workspace, 'member')
  const theirs = await browser.newContext()
  await enterAs(theirs, other)
  const there = await theirs.newPage()
  await page.goto('/objects?model=customers')
  await there.goto(new URL('/objects?model=customers', page.url()).href)
  const grid = page.getByRole('grid')
  await expect(page.getByRole('list', { name: 'Also here' }).getByLabel('Grace Hopper')).toBeVisible({
    timeout: 20_000,
  })

  // A cell they edit.
  const cell = there.getByRole('gridcell', { name: '+49 30 555 0100' }).first()
  // Beside the number, which would be dialled.
  await cell.click({ position: { x: 4, y: 4 } })
  await there.keyboard.press('F2')
  await expect(grid.getByRole('img', { name: 'Grace Hopper is editing this' })).toBeVisible()
  const input = there.getByRole('grid').getByRole('textbox')
  await expect(input).toBeFocused()
  await takePictures(page, 'presence-list')
  await input.press('Escape')
  await expect(grid.getByRole('img', { name: 'Grace Hopper is editing this' })).toHaveCount(0)

  // The same record, in its form.
  for (const one of [page, there]) {
    await one.getByRole('link', { name: 'Adler Bau' }).click()
    await one.getByRole('button', { name: 'Edit' }).click()
  }
  await there.getByRole('textbox', { name: 'Phone' }).focus()
  await expect(page.getByText('Grace Hopper is editing Phone')).toBeAttached()
  await takePictures(page, 'presence-form')
  await theirs.close()
  await expect(page.getByRole('list', { name: 'Also here' })).toHaveCount(0)
})
