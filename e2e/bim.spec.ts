import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

test('[R-11] an IFC file becomes places, elements and quantities: uploaded, read, looked through', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await enterAs(context, owner)
  await page.goto(`${server()}/bim`)

  await test.step('what is not there yet is set up by one button', async () => {
    await expect(page.getByText('Building models are not set up yet')).toBeVisible()
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByText('No BIM projects yet')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'bim-empty')
  })

  const project = await callAs<{ id: string }>(
    owner,
    'POST /api/records/bim_projects',
    { name: 'Birkenhof' },
    workspace,
  )
  await page.goto(`${server()}/bim/project/${project.id}`)

  await test.step('a model is added and its file uploaded', async () => {
    await page.getByRole('button', { name: 'New model' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Name/).fill('Architecture')
    await form
      .getByRole('button', { name: /^(Create|Save|Add)/ })
      .first()
      .click()
    await expect(form).toHaveCount(0)
    await page.getByRole('button', { name: 'Upload an IFC file' }).first().click()
    await form.getByLabel(/^Building model/).click()
    await page.getByRole('option', { name: /Architecture/ }).click()
    await form.locator('input[type=file]').setInputFiles('fixtures/ifc/birkenhof.ifc')
    await expect(form.getByText('birkenhof.ifc')).toBeVisible()
    await form.getByRole('button', { name: 'Upload and read' }).click()
    await expect(page.getByText('The file is read in the background')).toBeVisible()
  })

  await test.step('once it is read, its elements are there, by place, with their quantities', async () => {
    await expect(page.getByRole('grid', { name: 'Elements' })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('tree', { name: 'Places' }).getByText('Birkenweg 4')).toBeVisible()
    await page.getByRole('tab', { name: 'Files' }).click()
    await expect(page.getByText('Elements with quantities').first()).toBeVisible()
    await takePictures(page, 'bim-files')
    await page.getByRole('tab', { name: 'Model', exact: true }).click()
    const grid = page.getByRole('grid', { name: 'Elements' })
    await expect(grid.getByText('IfcDoor').first()).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'bim-project')
    await grid.getByText('IfcDoor').first().click()
    await page.getByRole('button', { name: 'Quantities and property sets' }).click()
    const facts = page.getByRole('dialog')
    await facts.getByRole('tab', { name: 'Property sets' }).click()
    await expect(facts.getByText('Pset_DoorCommon')).toBeVisible()
    await takePictures(page, 'bim-sets')
    await facts.getByRole('tab', { name: 'Quantities' }).click()
    await expect(
      facts
        .getByRole('cell', { name: 'gross_area' })
        .or(facts.getByRole('cell', { name: 'height' }))
        .first(),
    ).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'bim-quantities')
    await page.keyboard.press('Escape')
  })

  await test.step('a place narrows the elements', async () => {
    const tree = page.getByRole('tree', { name: 'Places' })
    await tree.getByText('Birkenweg 4').click()
    await expect(page.getByRole('button', { name: 'All elements' })).toBeVisible()
  })

  await test.step('the list of files says that it is ready', async () => {
    await page.goto(`${server()}/bim`)
    await expect(page.getByText('Ready').first()).toBeVisible()
    await takePictures(page, 'bim-list')
  })
})
