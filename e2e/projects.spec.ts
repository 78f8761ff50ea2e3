import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

test('[R-11] [R-12] a project gets its places: set up, made, walked through in the explorer', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await enterAs(context, owner)
  await page.goto(`${server()}/project`)

  await test.step('what is not there yet is set up by one button', async () => {
    await expect(page.getByText('Projects and hierarchies are not set up yet')).toBeVisible()
    await checkAxe(page)
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByText('No projects yet')).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Projects' }).first()).toBeVisible()
  })

  const { id } = await callAs<{ id: string }>(
    owner,
    'POST /api/records/projects',
    { code: 'P-7', name: 'Primary school Lindau' },
    workspace,
  )
  await test.step('places are added with their usual kinds', async () => {
    await page.goto(`${server()}/project/${id}`)
    await expect(page.getByRole('heading', { name: 'Primary school Lindau' })).toBeVisible()
    await page.getByRole('button', { name: 'Add places' }).click()
    await expect(page.getByText('Hierarchy made')).toBeVisible()
    await page.goto(`${server()}/project/${id}`)
    await checkAxe(page)
    await takePictures(page, 'project')
    await page.getByRole('link', { name: 'Places' }).first().click()
    await expect(page).toHaveURL(/\/explorer$/)
  })

  await test.step('nodes are added at the top and below, and stand in the tree', async () => {
    await page.getByRole('button', { name: 'New node at the top' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Name/).fill('Main building')
    await form
      .getByRole('button', { name: /^(Create|Save|Add)/ })
      .first()
      .click()
    await page.keyboard.press('Escape')
    const tree = page.getByRole('tree', { name: 'Tree' })
    await tree.getByText('Main building').click()
    await expect(page).toHaveURL(/\/explorer\/[0-9a-f-]{36}$/)
    await page.getByRole('button', { name: 'Add a part' }).click()
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Ground floor')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Create|Save|Add)/ })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('gridcell', { name: 'Ground floor' })).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'explorer')
  })
})
