import type { Page } from '@playwright/test'
import { must } from '#base/assert.ts'
import { breaking, holding } from './support/breaking.ts'
import { demoForFile } from './support/demo.ts'
import { enterAs } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'

const demo = demoForFile()

const doneOnce = 'The server could not be reached. Try again when the connection is back: it is done once.'
const told = (page: Page) => page.getByText(doneOnce).first()

/** The records of a model that meet a condition, as the owner sees them. */
async function rowsOf(model: string, where: object): Promise<Record<string, unknown>[]> {
  const asked = { queries: [{ model, where, page: { size: 50 } }] }
  const { results } = await demo.owner.call<{ results: { rows: Record<string, unknown>[] }[] }>(
    'POST /api/query',
    asked,
  )
  return results[0]?.rows ?? []
}

test('[R-12] [X-04] a node moved in the tree without a server stays where it was, says so, and moves once it is back', async ({
  page,
  context,
}) => {
  const places = must(await demo.owner.first('hierarchies', { field: 'kind', op: 'eq', value: 'location' }))
  const make = (name: string) =>
    demo.owner.call<{ id: string }>('POST /api/records/hierarchy_nodes', { hierarchy: places['id'], name })
  await make('Crane yard')
  const { id } = await make('Site office')
  await enterAs(context, demo.owner)
  await page.goto(`${demo.url}/hierarchy/${places['id']}/explorer`)
  const tree = page.getByRole('tree', { name: 'Tree' })
  const item = tree.getByRole('treeitem', { name: /Site office/ }).last()
  const move = () => tree.getByText('Site office').dragTo(tree.getByText('Crane yard'))
  const broken = await breaking(page, new RegExp(`/api/records/hierarchy_nodes/${id}`))
  await move()
  await expect(told(page)).toBeVisible()
  await expect(item).toHaveAttribute('aria-level', '1')
  await takePictures(page, 'saving-tree')
  await broken.mend()
  const slow = await holding(page, new RegExp(`/api/records/hierarchy_nodes/${id}`), 'PATCH')
  await move()
  await expect(tree).toHaveAttribute('aria-busy', 'true')
  await move()
  await slow.letGo()
  await expect(page.getByText('Moved', { exact: true }).first()).toBeVisible()
  await expect(item).toHaveAttribute('aria-level', '2')
  expect(slow.calls()).toBe(1)
})

test('[R-13] [X-04] progress noted without a server stays in its field and is noted once', async ({
  page,
  context,
}) => {
  const project = must(await demo.owner.first('hierarchies', { field: 'kind', op: 'eq', value: 'location' }))[
    'project'
  ]
  await enterAs(context, demo.owner)
  await page.goto(`${demo.url}/progress/${project}`)
  await page.getByRole('tab', { name: 'Lines' }).click()
  const fields = page.getByRole('row').getByRole('textbox')
  const field = fields.first()
  await expect(field).toBeVisible()
  const noted = () => rowsOf('progress_entries', { field: 'quantity', op: 'eq', value: '0.125' })
  const broken = await breaking(page, /\/api\/commands\/progress\.enter/)
  await field.fill('0.125')
  await field.press('Enter')
  await expect(told(page)).toBeVisible()
  await expect(field).toHaveValue('0.125')
  await takePictures(page, 'saving-progress')
  await broken.mend()
  const slow = await holding(page, /\/api\/commands\/progress\.enter/)
  await field.press('Enter')
  await expect.poll(slow.calls).toBe(1)
  await field.press('Enter')
  await slow.letGo()
  await expect(page.getByText('Progress noted').first()).toBeVisible()
  await expect(fields.first()).toHaveValue('')
  expect(slow.calls()).toBe(1)
  expect(await noted()).toHaveLength(1)
})

test('[R-08] [X-04] a workflow saved without a server keeps what was changed, and is saved once', async ({
  page,
  context,
}) => {
  const run = must(await demo.owner.first('sys_workflow_run'))
  await enterAs(context, demo.owner)
  await page.goto(`${demo.url}/workflows/${run['key']}`)
  const steps = page.getByRole('list', { name: 'Steps', exact: true })
  await page.getByRole('button', { name: 'Add step', exact: true }).last().click()
  await page.getByRole('button', { name: 'Tell somebody' }).last().click()
  const panel = page.getByRole('complementary', { name: 'What is chosen' })
  await panel.getByLabel('Subject', { exact: true }).fill('The crane is here')
  const many = await steps.getByRole('listitem').count()
  const save = page.getByRole('button', { name: 'Save and release' })
  const broken = await breaking(page, /\/api\/workflows\//)
  await save.click()
  await expect(told(page)).toBeVisible()
  await expect(save).toBeVisible()
  await expect(panel.getByLabel('Subject', { exact: true })).toHaveValue('The crane is here')
  await takePictures(page, 'saving-workflow')
  await broken.mend()
  const slow = await holding(page, /\/api\/workflows\/[\w-]+$/, 'PATCH')
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await save.click({ force: true })
  await slow.letGo()
  await expect(page.getByText('Workflow saved and released')).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(steps.getByRole('listitem')).toHaveCount(many)
  expect(slow.calls()).toBe(1)
})

test('[R-06] [X-04] what a customer asks and decides without a server stays in the form, and arrives once', async ({
  page,
  context,
}) => {
  const estimate = must(
    await demo.customer.first('estimate_versions', { field: 'status', op: 'eq', value: 'issued' }),
  )
  await enterAs(context, demo.customer)
  const id = (estimate['estimate'] as unknown as { id?: string })?.id ?? estimate['estimate']
  await page.goto(`${demo.url}/customer/estimates/${id}`)
  const form = page.getByRole('dialog')

  await test.step('a question', async () => {
    await page.getByRole('button', { name: 'Ask a question' }).click()
    await form.getByLabel(/^Your question/).fill('When does the crane come?')
    const broken = await breaking(page, /\/api\/records\/estimate_questions/)
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(form.getByText('What you typed is still here.')).toBeVisible()
    await expect(form.getByLabel(/^Your question/)).toHaveValue('When does the crane come?')
    await takePictures(page, 'saving-question')
    await broken.mend()
    const slow = await holding(page, /\/api\/records\/estimate_questions/, 'POST')
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await form.getByRole('button', { name: 'Send', exact: true }).click({ force: true })
    await slow.letGo()
    await expect(form).toHaveCount(0)
    expect(slow.calls()).toBe(1)
    expect(
      await rowsOf('estimate_questions', { field: 'question', op: 'eq', value: 'When does the crane come?' }),
    ).toHaveLength(1)
  })

  await test.step('an acceptance, whose answer alone is lost', async () => {
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await form.getByLabel(/^Name/).fill('Ruth Winter')
    await form.getByLabel(/^I have read/).check()
    const broken = await breaking(page, /\/api\/records\/acceptances/, async (route) => {
      await route.fetch()
      return route.abort('connectionreset')
    })
    await form.getByRole('button', { name: 'Accept estimate' }).click()
    await expect(form.getByText('What you typed is still here.')).toBeVisible()
    await expect(form.getByLabel(/^Name/)).toHaveValue('Ruth Winter')
    await takePictures(page, 'saving-acceptance')
    await broken.mend()
    await form.getByRole('button', { name: 'Accept estimate' }).click()
    await expect(page.getByText('Your decision was sent')).toBeVisible()
    await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
  })
})

test('[R-11] [X-04] a building model whose upload breaks off says so, keeps what was chosen, and goes on', async ({
  page,
  context,
}) => {
  const project = await demo.owner.call<{ id: string }>('POST /api/records/bim_projects', { name: 'Barn' })
  await enterAs(context, demo.owner)
  await page.goto(`${demo.url}/bim/project/${project.id}`)
  await page.getByRole('button', { name: 'Upload an IFC file' }).first().click()
  const form = page.getByRole('dialog')
  const broken = await breaking(page, /\/api\/files\?/)
  await form.locator('input[type=file]').setInputFiles('fixtures/ifc/birkenhof.ifc')
  await expect(form.getByText('Waits on this device')).toBeVisible()
  const away = await breaking(page, /\/api\//)
  await form.getByRole('button', { name: 'Upload and read' }).click()
  await expect(form.getByText('What you typed is still here.')).toBeVisible()
  await expect(form.getByText('birkenhof.ifc')).toBeVisible()
  await takePictures(page, 'saving-upload')
  await away.mend()
  await broken.mend()
  await form.getByRole('button', { name: 'Upload and read' }).click()
  await expect(page.getByText('The file is read in the background')).toBeVisible()
  expect(
    await rowsOf('bim_model_versions', { field: 'bim_project', op: 'eq', value: project.id }),
  ).toHaveLength(1)
})
