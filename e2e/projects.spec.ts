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
    await expect(page.getByRole('heading', { name: 'Projects', level: 1, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New project' })).toBeHidden()
    await checkAxe(page)
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByText('No projects yet')).toBeVisible()
    await expect(page.locator('header').getByRole('button', { name: 'New project' })).toBeVisible()
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
    await page.getByRole('button', { name: 'Add a node below' }).click()
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Ground floor')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Create|Save|Add)/ })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('table', { name: 'What is inside' }).getByText('Ground floor')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'explorer')
  })

  await test.step('lines of the estimate are put at a node, and their money is summed up along the tree', async () => {
    const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
    await page.getByRole('button', { name: 'Set up' }).click()
    const [project] = (await call<{ rows: { id: string }[] }>('GET /api/records/projects')).rows
    const estimate = await call<{ id: string; current_version: string }>('POST /api/records/estimates', {
      name: 'Shell',
      project: project?.id,
    })
    const line = { version: estimate.current_version, kind: 'line', unit: 'm2', unit_rate: '85.5' }
    await call('POST /api/records/estimate_lines', { ...line, title: 'Masonry, 24 cm', quantity: '100' })
    await call('POST /api/records/estimate_lines', { ...line, title: 'Plaster', quantity: '220' })
    await page.reload()
    await page.getByRole('table', { name: 'What is inside' }).getByText('Ground floor').click()
    await expect(page.getByText('No lines belong here yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add lines' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Masonry, 24 cm').click()
    await expect(drawer.getByText('Masonry, 24 cm')).toHaveCount(0)
    await drawer.getByText('Plaster').click()
    await expect(drawer.getByText('No lines are left')).toBeVisible()
    await checkAxe(page)
    await page.keyboard.press('Escape')
    const lines = page.getByRole('table', { name: 'Lines of the estimate' })
    await expect(lines.getByText(/8,550\.00/)).toBeVisible()
    await page.getByRole('tree', { name: 'Tree' }).getByText('Main building').click()
    await expect(page.getByRole('table', { name: 'What is inside' }).getByText(/27,360\.00/)).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'explorer-money')
  })

  await test.step('each kind of node can have a screen of its own', async () => {
    await page.getByRole('button', { name: 'Kinds of nodes' }).click()
    const kinds = page.getByRole('dialog').getByRole('grid', { name: 'Kinds of nodes' })
    await expect(kinds.getByText('hierarchy-room')).toBeVisible()
    await page.keyboard.press('Escape')
    const hierarchy = /hierarchy\/([0-9a-f-]{36})/.exec(page.url())?.[1]
    const own = page.url()
    const kind = await callAs<{ id: string }>(
      owner,
      'POST /api/records/hierarchy_node_types',
      { hierarchy, name: 'Stair', at_top: true, page: 'hierarchy-room' },
      workspace,
    )
    const stair = await callAs<{ id: string }>(
      owner,
      'POST /api/records/hierarchy_nodes',
      { hierarchy, name: 'Stair A', node_type: kind.id },
      workspace,
    )
    await page.goto(own.replace(/[0-9a-f-]{36}$/, stair.id))
    await expect(page.getByText('Documents and photos').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a node below' })).toHaveCount(0)
    // In a room what was seen there comes first.
    const cards = page
      .locator('main')
      .getByRole('heading', { name: /^(Documents and photos|Lines of the estimate)$/ })
    await expect(cards).toHaveText(['Documents and photos', 'Lines of the estimate'])
    await expect(page.getByRole('button', { name: 'QR labels' })).toBeVisible()
    await takePictures(page, 'explorer-room')
    const change = { page: 'gone-screen' }
    await callAs(owner, `PATCH /api/records/hierarchy_node_types/${kind.id}`, change, workspace)
    await page.reload()
    await expect(page.getByText('The screen for this kind is not there')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a node below' })).toBeVisible()
    await callAs(owner, `DELETE /api/records/hierarchy_nodes/${stair.id}`, undefined, workspace)
    await page.goto(own)
  })

  await test.step('several nodes move at once, and one step takes it back', async () => {
    const hierarchy = /hierarchy\/([0-9a-f-]{36})/.exec(page.url())?.[1]
    for (const name of ['Garage', 'Shed'])
      await callAs(owner, 'POST /api/records/hierarchy_nodes', { hierarchy, name }, workspace)
    await page.reload()
    const tree = page.getByRole('tree', { name: 'Tree' })
    await tree.getByText('Garage').click({ modifiers: ['ControlOrMeta'] })
    await tree.getByText('Shed').click({ modifiers: ['ControlOrMeta'] })
    await expect(page.getByText('2 chosen')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'explorer-chosen')
    await tree.getByText('Shed').dragTo(tree.getByText('Main building'))
    await expect(page.getByText('2 moved')).toBeVisible()
    await expect(tree.getByRole('treeitem', { name: /Garage/ }).last()).toHaveAttribute('aria-level', '2')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(tree.getByRole('treeitem', { name: /Garage/ }).last()).toHaveAttribute('aria-level', '1')
  })

  await test.step('a node is found by its name, and a list becomes nodes', async () => {
    await page.getByLabel('Find a node').fill('Ground')
    await page.getByRole('list', { name: 'Found nodes' }).getByRole('link', { name: 'Ground floor' }).click()
    await expect(page.getByRole('heading', { name: 'Ground floor' })).toBeVisible()
    await page.getByLabel('Find a node').fill('')
    await page.getByRole('button', { name: 'Add from a list' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('Put them below')).toBeVisible()
    const list = drawer.getByLabel('Rows from a spreadsheet')
    await list.fill('Name;Part of;Kind\nFlat 1;Tower;\nKitchen;;Cave')
    await drawer.getByRole('button', { name: 'Add nodes' }).click()
    await expect(drawer.getByRole('listitem')).toHaveText([
      'Row 1: Nothing is called “Tower” that it could be part of.',
      'Row 2: This hierarchy has no kind “Cave”.',
    ])
    await checkAxe(page)
    await takePictures(page, 'explorer-refused')
    await list.fill('Code;Name\n1;Flat 1\n1.1;Kitchen')
    await takePictures(page, 'explorer-list')
    await drawer.getByRole('button', { name: 'Add nodes' }).click()
    await expect(page.getByText('Nodes were added')).toBeVisible()
    await expect(page.getByRole('table', { name: 'What is inside' }).getByText('Flat 1')).toBeVisible()
  })

  await test.step('labels of a node and its parts are one sheet', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'QR labels' }).click()
    expect((await coming).suggestedFilename()).toBe('Nodes.pdf')
  })

  await test.step('[U-08] a form filled in without connection waits on the device and is sent once', async () => {
    await page.getByRole('button', { name: 'Add a node below' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Name/).fill('Boiler room')
    // It arrives and its answer does not: whatever sends it again must not make a second one.
    let first = true
    await page.route('**/api/records/hierarchy_nodes', async (route) => {
      if (first) await route.fetch()
      first = false
      return route.abort('connectionreset')
    })
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByRole('button', { name: 'Keep and send later' }).click()
    await expect(form.getByText('Waiting to be sent')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'form-waiting')
    await page.reload()
    await expect(page.getByText('Waiting to be sent: 1')).toBeVisible()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('Boiler room')).toBeVisible()
    await takePictures(page, 'outbox')
    await page.unroute('**/api/records/hierarchy_nodes')
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await expect(page.getByText('Sent: Boiler room')).toBeVisible()
    await expect(page.getByText('Waiting to be sent: 1')).toHaveCount(0)
    const found = await callAs<{ total: number }>(
      owner,
      `GET /api/records/hierarchy_nodes?total=exact&where=${encodeURIComponent('{"field":"name","op":"eq","value":"Boiler room"}')}`,
      undefined,
      workspace,
    )
    expect(found.total).toBe(1)
  })
})
