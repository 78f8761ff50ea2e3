import sharp from 'sharp'
import { checkAxe } from './support/check-axe.ts'
import { drawnPixels } from './support/drawn-pixels.ts'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { readModelFile } from './support/read-model.ts'
import { expect, server, test } from './support/test.ts'

interface Made {
  id: string
}

/** A BIM project with one model that has been read. */
async function readModel(owner: Person, workspace: Workspace, file: string): Promise<string> {
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  await call('POST /api/standard-models', { keys: ['bim_changes', 'bim_elements', 'bim_viewpoints'] })
  const project = await call<Made>('POST /api/records/bim_projects', { name: 'Ahorn' })
  const model = await call<Made>('POST /api/records/bim_models', { bim_project: project.id, name: 'House' })
  await readModelFile(owner, workspace, model.id, `fixtures/ifc/${file}`)
  return project.id
}

/** The bytes of the picture that the one kept view has. */
async function keptPicture(owner: Person, workspace: Workspace): Promise<Buffer> {
  const { results } = await callAs<{ results: { rows: { snapshot: Made[] }[] }[] }>(
    owner,
    'POST /api/query',
    { queries: [{ model: 'bim_viewpoints', fields: ['snapshot'] }] },
    workspace,
  )
  const answer = await fetch(`${owner.server}/api/files/${results[0]?.rows[0]?.snapshot[0]?.id ?? ''}`, {
    headers: { Authorization: `Bearer ${owner.session.access_token}`, 'X-Tenant-Id': workspace.id },
  })
  return Buffer.from(await answer.arrayBuffer())
}

test('[R-11] a model is walked around in: tree, list and picture go together', async ({ page, context }) => {
  test.setTimeout(120_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await enterAs(context, owner)
  const project = await readModel(owner, workspace, 'haus-ahorn.ifc')
  await page.goto(`${server()}/bim/project/${project}`)
  const viewer = page.getByRole('region', { name: 'Building model' })
  const facts = page.getByRole('region', { name: 'Element', exact: true })
  const grid = page.getByRole('grid', { name: 'Elements' })
  const button = (name: RegExp) => viewer.getByRole('button', { name })
  let whole = 0

  await test.step('the building is drawn', async () => {
    await expect(viewer.locator('canvas')).toBeVisible()
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeGreaterThan(20_000)
    await expect(grid.getByText('Bath door')).toBeVisible()
    whole = await drawnPixels(page)
    await checkAxe(page)
  })

  await test.step('an element chosen in the list is chosen in the picture, and its facts show', async () => {
    await grid.getByText('IfcDoor').first().click()
    await expect(viewer.getByText('Bath door')).toBeVisible()
    await expect(facts.getByText('IfcDoor')).toBeVisible()
  })

  await test.step('it is shown alone, and all come back', async () => {
    await button(/Hint at the rest/).click()
    await button(/Show only this/).click()
    await expect.poll(() => drawnPixels(page)).toBeLessThan(whole / 4)
    await button(/Show all/).click()
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(whole / 2)
    await button(/Hint at the rest/).click()
  })

  await test.step('an element chosen in the picture is chosen in the list', async () => {
    await viewer.locator('canvas').click()
    await expect(viewer.getByText('Bath door')).toHaveCount(0)
    const name = await viewer.locator('canvas ~ p').first().textContent()
    expect(name).not.toBe('')
    await expect(facts.getByText(name ?? '').first()).toBeVisible()
    await expect(
      grid
        .locator('[aria-rowindex]')
        .filter({ hasText: name ?? '' })
        .first(),
    ).toBeVisible()
    const tree = page.getByRole('tree', { name: 'Places' })
    await expect(tree.locator('[aria-selected="true"]')).toHaveCount(1)
    await expect(tree.locator('[aria-selected="true"]')).toBeVisible()
    await viewer.locator('canvas').press('Escape')
    await expect(page.getByText('Choose an element in the model or in the list.')).toBeVisible()
  })

  await test.step('a place of the tree stands out, in the picture and in the list', async () => {
    const tree = page.getByRole('tree', { name: 'Places' })
    await tree.getByRole('treeitem').first().press('ArrowRight')
    await tree
      .getByText('Upper floor')
      .or(tree.getByText('IfcBuilding', { exact: true }))
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'All elements' })).toBeVisible()
    await page.getByRole('button', { name: 'All elements' }).click()
  })

  await test.step('it is cut, coloured and measured', async () => {
    await button(/^Section \(X\)/).click()
    await expect(viewer.getByRole('slider')).toBeVisible()
    const cut = await drawnPixels(page)
    await button(/^Add plane/).click()
    await expect(viewer.getByRole('slider')).toHaveCount(2)
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeLessThan(cut * 0.9)
    const second = viewer.getByRole('group', { name: 'Plane 2' })
    await second.getByRole('slider').focus()
    const before = await second.getByRole('status').textContent()
    await page.keyboard.press('ArrowRight')
    await expect(second.getByRole('status')).not.toHaveText(before ?? '')
    await second.getByRole('checkbox', { name: 'Plane 2' }).press('Space')
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeGreaterThan(cut * 0.95)
    await checkAxe(page)
    await second.getByRole('button', { name: 'Remove this plane' }).click()
    await expect(viewer.getByRole('slider')).toHaveCount(1)
    await button(/Colours/).click()
    await page.getByRole('menuitemradio', { name: 'IFC class' }).click()
    await expect(viewer.getByRole('region', { name: 'Legend' }).getByText('IfcWindow')).toBeVisible()
    await button(/Measure/).click()
    await expect(viewer.getByText('Press the first point.')).toBeVisible()
    await checkAxe(page)
    await viewer.locator('canvas').press('Escape')
  })

  await test.step('it is flown through with keys and pointer, and turned again afterwards', async () => {
    const canvas = viewer.locator('canvas')
    const picture = () => canvas.screenshot({ type: 'png' }).then((png) => png.toString('base64'))
    const differs = async (before: string): Promise<void> => {
      await expect.poll(async () => (await picture()) !== before, { timeout: 15_000 }).toBe(true)
    }
    await canvas.press('v')
    await expect(viewer.getByText(/^Flying:/)).toBeVisible()
    let before = await picture()
    await page.keyboard.down('w')
    await differs(before)
    await page.keyboard.up('w')
    // Without a graphics card a finer picture is drawn once it stands still.
    await expect
      .poll(
        async () => {
          before = await picture()
          await page.waitForTimeout(600)
          return (await picture()) === before
        },
        { timeout: 15_000 },
      )
      .toBe(true)
    const box = await canvas.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 220, { steps: 4 })
    await page.mouse.up()
    await differs(before)
    await checkAxe(page)
    await canvas.press('Escape')
    await expect(viewer.getByText(/^Flying:/)).toHaveCount(0)
    await canvas.press('f')
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeGreaterThan(whole / 3)
    await page.keyboard.press('?')
    await expect(page.getByText('Fly through it, or turn it again')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a view is kept and gone back to', async () => {
    await button(/^Section box/).click()
    await expect(viewer.getByRole('slider')).toHaveCount(6)
    // The panel is as high from here on.
    const all = await drawnPixels(page)
    await grid.getByText('IfcDoor').first().click()
    await button(/^Section box/).click()
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeLessThan(all * 0.9)
    await viewer.locator('canvas').press('Escape')
    await button(/^Section box/).click()
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeGreaterThan(all * 0.9)
    await expect(button(/^Add plane/)).toBeDisabled()
    await button(/^Views/).click()
    await page.getByLabel('Name of this view').fill('Cut open')
    await page.getByRole('button', { name: 'Keep this view' }).click()
    const kept = page.getByRole('button', { name: 'Cut open' })
    await expect(kept.locator('img')).toBeVisible()
    const picture = await keptPicture(owner, workspace)
    expect(picture.byteLength).toBeLessThanOrEqual(40_000)
    const { width = 0, height = 0, format } = await sharp(picture).metadata()
    expect(format).toMatch(/^(png|jpeg)$/)
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(360)
    // Something is in it.
    const { channels } = await sharp(picture).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5)
    await page.keyboard.press('Escape')
    await viewer.getByRole('button', { name: 'No section' }).click()
    await expect(viewer.getByRole('slider')).toHaveCount(0)
    await button(/^Views/).click()
    await kept.click()
    await expect(viewer.getByRole('slider')).toHaveCount(6)
  })

  await test.step('on a phone each part is a tab', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('tab', { name: 'Places' })).toBeVisible()
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeGreaterThan(5_000)
    const legend = viewer.getByRole('region', { name: 'Legend' })
    await expect(legend.getByText('IfcWindow')).toBeVisible()
    // What was cut stays cut.
    await expect(viewer.getByRole('slider')).toHaveCount(6)
    await button(/^No section/).click()
    await button(/^Views/).click()
    await page.getByRole('button', { name: 'Cut open' }).click()
    await expect(viewer.getByRole('slider')).toHaveCount(6)
    await checkAxe(page)
    await button(/^No section/).click()
    await page.getByRole('tab', { name: 'Places' }).click()
    await expect(page.getByRole('tree', { name: 'Places' })).toBeVisible()
    await checkAxe(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => drawnPixels(page), { timeout: 30_000 }).toBeGreaterThan(20_000)
    await expect(legend.getByText('IfcWindow')).toBeVisible()
    await expect(viewer.getByRole('slider')).toHaveCount(0)
    await takePictures(page, 'viewer')
  })
})
