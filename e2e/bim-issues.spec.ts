import { strToU8, zipSync } from 'fflate'
import { beginWith } from './support/begin-with.ts'
import { checkAxe } from './support/check-axe.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

const markup = `<Markup><Topic Guid="7d3a1c52-0f6e-4b0e-9a3c-5d7f8e9a0b1c" TopicType="Clash" TopicStatus="In Progress">
  <Title>Duct through the beam</Title><Priority>High</Priority><DueDate>2026-12-04T00:00:00Z</DueDate>
  <AssignedTo>eve@other.test</AssignedTo></Topic>
  <Comment Guid="7d3a1c52-0f6e-4b0e-9a3c-5d7f8e9a0b1d"><Author>eve@other.test</Author>
  <Comment>Please move it up</Comment></Comment></Markup>`

test('[R-11] a BCF file becomes views with status, due day and comments, which are answered in a drawer', async ({
  page,
  context,
}) => {
  const { make } = await beginWith(context, ['bim_changes', 'bim_elements', 'bim_viewpoints'])
  const project = await make('bim_projects', { name: 'Mill' })
  await page.goto(`${server()}/bim/project/${project}`)
  await page.getByRole('tab', { name: 'Views' }).click()

  await test.step('what became of the file is said', async () => {
    await page.getByRole('button', { name: 'Take in a BCF file' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.locator('input[type=file]').setInputFiles({
      name: 'issues.bcfzip',
      mimeType: 'application/zip',
      buffer: Buffer.from(zipSync({ 'x/markup.bcf': strToU8(markup) })),
    })
    await expect(drawer.getByText('issues.bcfzip')).toBeVisible()
    await drawer.getByRole('button', { name: 'Upload and read' }).click()
    await expect(drawer.getByText('These people are kept by name only: eve@other.test')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'bcf-taken-in')
    await drawer.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('a view opens with its comments, and is answered', async () => {
    const views = page.getByRole('grid', { name: 'Views' })
    await expect(views.getByText('In progress')).toBeVisible()
    await expect(views.getByText('High')).toBeVisible()
    await views.getByText('Duct through the beam').dblclick()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('Please move it up')).toBeVisible()
    await expect(drawer.getByText('eve@other.test').first()).toBeVisible()
    await drawer.getByRole('textbox', { name: /^Comment/ }).fill('Moved by 20 cm')
    await drawer.getByRole('button', { name: 'Add comment' }).click()
    const said = drawer.getByRole('list', { name: 'Comments' })
    await expect(said.getByText('Moved by 20 cm')).toBeVisible()
    await expect(said.getByText('Ada Lovelace')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'bim-view')
  })
})
