import { writeFileSync } from 'node:fs'
import { houses } from '../fixtures/ifc/houses.ts'
import { writeHouse } from '../fixtures/ifc/write-house.ts'
import type { Page } from '@playwright/test'
import { beginWith } from './support/begin-with.ts'
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
  const elsewhere = await callAs<{ id: string }>(
    owner,
    'POST /api/records/bim_projects',
    { name: 'Barn' },
    workspace,
  )
  await callAs(
    owner,
    'POST /api/records/bim_models',
    { name: 'Elsewhere', bim_project: elsewhere.id },
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
    const model = form.getByLabel('As the next version of')
    await model.selectOption('Architecture')
    // Models of other buildings are no choice.
    await expect(model.getByRole('option')).toHaveText(['A new model', 'Architecture'])
    await form.locator('input[type=file]').setInputFiles('fixtures/ifc/birkenhof.ifc')
    await expect(form.getByText('birkenhof.ifc')).toBeVisible()
    await form.getByRole('button', { name: 'Upload and read' }).click()
    await expect(page.getByText('The file is read in the background')).toBeVisible()
    await page.getByRole('button', { name: 'Upload an IFC file' }).first().click()
    await expect(model.locator('option:checked')).toHaveText('A new model')
    await form.locator('input[type=file]').setInputFiles('fixtures/ifc/birkenhof.ifc')
    await expect(model.locator('option:checked')).toHaveText('Architecture')
    await model.selectOption('A new model')
    await expect(form.getByText('this one becomes its next version')).toHaveCount(0)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toHaveCount(0)
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

test('[R-11] a building model is uploaded from the page of its project: how far it is shows, then its elements', async ({
  page,
  context,
}, info) => {
  test.setTimeout(90_000)
  const { make } = await beginWith(context, ['hierarchy_nodes', 'bim_changes', 'bim_viewpoints'])
  const project = await make('projects', { code: 'P-12', name: 'Tower on the quay' })
  const file = info.outputPath('tower.ifc')
  writeFileSync(file, tower(12))
  await page.goto(`${server()}/project/${project}`)
  await page.getByRole('tab', { name: 'Building models' }).click()

  await test.step('the file is on its way', async () => {
    await page.getByRole('button', { name: 'Upload a building model' }).first().click()
    const form = page.getByRole('dialog')
    const letGo = await holdUpload(page)
    await form.locator('input[type=file]').setInputFiles(file)
    await expect(form.getByRole('progressbar', { name: 'Uploading tower.ifc' })).toBeVisible()
    await expect(form.getByText('Files are still on their way.')).toBeVisible()
    letGo()
    await expect(form.getByRole('button', { name: 'Download tower.ifc' })).toBeVisible()
    await form.getByRole('button', { name: 'Upload and read' }).click()
  })

  await test.step('how far it is read shows where its elements will be', async () => {
    await expect(page).toHaveURL(/\/bim\/project\//)
    await expect(page.getByText(/^The file is being read$/)).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'The file is being read' })).toBeVisible()
    await expect(page.getByText('No model has been read yet')).toBeHidden()
    await takePictures(page, 'bim-being-read')
    await expect(page.getByRole('grid', { name: 'Elements' }).getByText('IfcDoor').first()).toBeVisible({
      timeout: 30_000,
    })
    await expect(page.getByText(/^The file is being read$/)).toBeHidden()
  })

  await test.step('a file that cannot be read says why, and what was read before stays', async () => {
    await page.getByRole('button', { name: 'Upload an IFC file' }).first().click()
    const form = page.getByRole('dialog')
    const broken = info.outputPath('broken.ifc')
    writeFileSync(broken, tower(1).slice(0, 4000))
    await form.locator('input[type=file]').setInputFiles(broken)
    await expect(form.getByRole('button', { name: 'Download broken.ifc' })).toBeVisible()
    await form.getByRole('button', { name: 'Upload and read' }).click()
    await expect(page.getByText('The file could not be read')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/^broken\.ifc · The file ends in the middle/)).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Elements' }).getByText('IfcDoor').first()).toBeVisible()
    await takePictures(page, 'bim-unreadable')
  })

  await test.step('the project leads to its elements, and the file is ready', async () => {
    await page.goto(`${server()}/project/${project}?tabs=tab7`)
    const models = page.getByRole('grid', { name: 'Building models of the project' })
    await models.getByRole('link', { name: 'Tower on the quay' }).click()
    await expect(page.getByRole('grid', { name: 'Elements' }).getByText('IfcDoor').first()).toBeVisible()
    await page.getByRole('tab', { name: 'Files' }).click()
    const files = page.getByRole('grid', { name: 'Models and versions' })
    await expect(files.getByText('Ready', { exact: true })).toBeVisible()
  })
})

/** A house of as many floors: large enough to be seen while it is read. */
function tower(floors: number): string {
  const [house] = houses
  const [floor] = house?.storeys ?? []
  if (!house || !floor) throw new Error('no house to build higher')
  const storeys = Array.from({ length: floors }, (_, level) => ({
    ...floor,
    name: `Level ${level}`,
    elevation: level * 3,
  }))
  return writeHouse({ ...house, storeys })
}

/** Holds what is uploaded, as a slow line does, until it is let go. */
async function holdUpload(page: Page): Promise<() => void> {
  let letGo = (): void => undefined
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/api\/files\?/, async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}
