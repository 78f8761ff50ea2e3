import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newMember, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

test('[U-03] [R-06] a customer walks through their project and reads the estimate that was issued', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  const call = async <Answer = { id: string }>(name: string, body?: unknown): Promise<Answer> =>
    callAs<Answer>(owner, name, body, workspace)
  const create = async (model: string, values: object): Promise<string> =>
    (await call(`POST /api/records/${model}`, values)).id
  await call('POST /api/standard-models', {
    keys: [
      'acceptances',
      'estimate_questions',
      'project_news',
      'portal_access',
      'work_plans',
      'progress_entries',
      'actual_costs',
      'hierarchies',
      'hierarchy_nodes',
      'estimates',
      'estimate_lines',
      'estimate_markups',
      'estimate_resources',
      'line_classifications',
    ],
  })
  const firm = await create('customers', { name: 'Hofmann KG' })
  const project = await create('projects', { code: 'P-7', name: 'Primary school Lindau', customer: firm })
  const { result } = await call<{ result: { id: string } }>('POST /api/commands/hierarchy.create', {
    project,
    name: 'Places',
    kind: 'own',
  })
  const house = await create('hierarchy_nodes', {
    hierarchy: result.id,
    name: 'Main building',
    area: '1250.5',
  })
  await create('hierarchy_nodes', { hierarchy: result.id, parent: house, name: 'Ground floor' })
  const estimate = await create('estimates', { name: 'Shell and core', customer: firm, project })
  const { results } = await call<{ results: { rows: { id: string }[] }[] }>('POST /api/query', {
    queries: [{ model: 'estimate_versions', where: { field: 'estimate', op: 'eq', value: estimate } }],
  })
  const version = results[0]?.rows[0]?.id ?? ''
  const section = await create('estimate_lines', { version, kind: 'section', title: 'Masonry' })
  for (const [title, quantity, unit_rate] of [
    ['Sand-lime brick wall, 24 cm', '412.5', '68.40'],
    ['Lintels, precast', '36', '112.00'],
  ])
    await create('estimate_lines', {
      version,
      parent: section,
      kind: 'line',
      title,
      unit: 'm2',
      quantity,
      unit_rate,
    })

  for (const [title, item_type, unit_rate, more] of [
    ['Floor of oak', 'base', '78.50', { alt_group: 'Floor' }],
    ['Floor of ash', 'alternative', '90.00', { alt_group: 'Floor', selected: false }],
    ['Shutters', 'optional_without_total', '742.00', { selected: false }],
  ] as const)
    await create('estimate_lines', {
      version,
      parent: section,
      kind: 'line',
      unit: 'm2',
      quantity: '10',
      title,
      unit_rate,
      item_type,
      vat_code: 'standard',
      ...more,
    })

  await test.step('the owner opens the customer area', async () => {
    const context = await browser.newContext()
    await enterAs(context, owner)
    const page = await context.newPage()
    await page.goto(`${server()}/settings/customer-area`)
    await checkAxe(page)
    await takePictures(page, 'portal-settings')
    await page.getByRole('button', { name: 'Open the customer area' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Open' }).click()
    await expect(page.getByText('The customer area is open')).toBeVisible()
    await context.close()
  })
  for (const status of ['in_review', 'approved', 'issued'])
    await call('POST /api/commands/estimate.set-status', { version, status })

  await test.step('the owner writes news of the project, and shares it', async () => {
    const context = await browser.newContext()
    await enterAs(context, owner)
    const page = await context.newPage()
    await page.goto(`${server()}/project/${project}`)
    await page.getByRole('tab', { name: 'For customers' }).click()
    await expect(page.getByText('No news yet')).toBeVisible()
    await page.getByRole('button', { name: 'Write news' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Title/).fill('The roof is on')
    await form.getByLabel(/^Text/).fill('The carpenters were two days early.')
    await form.getByLabel(/^How far the project is/).fill('45')
    const photos = form.locator('input[type=file][multiple]').first()
    const documents = form.locator('input[type=file][multiple]').last()
    await photos.setInputFiles(['roof', 'timber'].map((name) => `fixtures/demo/photos/${name}.jpg`))
    await documents.setInputFiles({
      name: 'Minutes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('We met on the site.'),
    })
    await form
      .getByRole('switch', { name: /^Shared/ })
      .or(form.getByLabel(/^Shared/))
      .first()
      .check()
    await checkAxe(page)
    await takePictures(page, 'portal-news-form')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByRole('gridcell', { name: 'The roof is on' })).toBeVisible()
    await takePictures(page, 'portal-news-list')
    await context.close()
  })

  const person = await newMember(owner, workspace, 'customer')
  const { rows } = await call<{ rows: { id: string; role: string }[] }>('GET /api/members')
  const customer = rows.find(({ role }) => role === 'customer')
  await call(`PUT /api/members/${customer?.id}`, { record_id: firm })
  const context = await browser.newContext()
  await enterAs(context, person)
  const page = await context.newPage()
  await page.goto(`${server()}/customer`)
  await expect(page.getByText('Primary school Lindau').first()).toBeVisible()
  await expect(page.getByText('Shell and core').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'The roof is on' })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'portal-home')

  await test.step('the bell leads to what they were told', async () => {
    await page.getByRole('link', { name: /^Notifications/ }).click()
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
    await expect(page.getByText('Nothing yet')).toBeVisible()
    await expect(page.getByText(/workflow/i)).toHaveCount(0)
    await page.goBack()
  })

  await test.step('an address that somebody of the workspace copied leads to what they have there', async () => {
    for (const path of ['/profile', `/project/${project}`, `/estimates/${estimate}?from=mail`]) {
      await page.goto(server() + path)
      await expect(page).toHaveURL(`${server()}/customer${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto(`${server()}/settings/users`)
    await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible()
    await page.goto(`${server()}/customer`)
    const list = page.getByRole('grid', { name: 'Your estimates' })
    await expect(list.getByRole('link', { name: 'Shell and core' })).toBeVisible()
  })

  await test.step('the project with its places', async () => {
    await page.getByRole('link', { name: 'The roof is on' }).click()
    await expect(page).toHaveURL(new RegExp(`/customer/project/${project}$`))
    await expect(page.getByText('The carpenters were two days early.')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'How far the project is' })).toBeVisible()
    await expect(page.getByText('Minutes.txt')).toBeVisible()
    await expect(page.getByRole('img', { name: 'The roof is on' })).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'portal-news')
    await page.getByRole('link', { name: 'Places' }).first().click()
    await page.getByRole('tree').getByText('Main building').click()
    await expect(page).toHaveURL(/\/node\/[0-9a-f-]{36}$/)
    await expect(page.getByText('1,250.5').first()).toBeVisible()
    const parts = page.getByRole('navigation', { name: 'Parts of the project' })
    await expect(parts.locator('[aria-current]')).toHaveText('Places')
    await checkAxe(page)
    await takePictures(page, 'portal-project')
    await page.getByRole('link', { name: 'Estimates' }).first().click()
    await expect(page).toHaveURL(/\/estimates$/)
  })

  await test.step('who may only look, and not for long, reads it there, and cannot do more', async () => {
    const own = await browser.newContext()
    await enterAs(own, owner)
    const theirs = await own.newPage()
    await theirs.goto(`${server()}/project/${project}`)
    await theirs.getByRole('tab', { name: 'For customers' }).click()
    await expect(theirs.getByText('Nothing is limited')).toBeVisible()
    await theirs.getByRole('button', { name: 'Share with a customer' }).click()
    const form = theirs.getByRole('dialog')
    await form.getByRole('combobox', { name: /^Customer/ }).fill('Hofmann')
    await theirs.getByRole('option', { name: 'Hofmann KG' }).click()
    await form.getByLabel(/^May/).selectOption({ label: 'Look' })
    const last = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    await form.getByLabel(/^Last day/).fill(last)
    await checkAxe(theirs)
    await takePictures(theirs, 'portal-access-form')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form).toHaveCount(0)
    const grid = theirs.getByRole('grid', { name: 'Customer access' })
    await expect(grid.getByText('Hofmann KG')).toBeVisible()
    await expect(grid.getByText('Look', { exact: true })).toBeVisible()
    await takePictures(theirs, 'portal-access')
    await own.close()

    await page.goto(`${server()}/customer/project/${project}`)
    await expect(page.getByText(/^You can look at this until/)).toBeVisible()
    await page.goto(`${server()}/customer/estimates/${estimate}`)
    await expect(page.getByText(/^You can look at this until/)).toBeVisible()
    await expect(page.getByText(/^You may look at this estimate\. /)).toBeVisible()
    await expect(page.getByText('Floor of ash').first()).toBeVisible()
    for (const name of ['Accept', 'Reject', 'Ask for a change', 'Ask a question'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('radio', { name: /Floor of ash/ })).toBeDisabled()
    await checkAxe(page)
    await takePictures(page, 'portal-look-only')

    const { results: agreed } = await call<{ results: { rows: { id: string }[] }[] }>('POST /api/query', {
      queries: [{ model: 'portal_access' }],
    })
    const access = `/api/records/portal_access/${agreed[0]?.rows[0]?.id ?? ''}`
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await call(`PATCH ${access}`, { until: yesterday })
    await page.goto(`${server()}/customer`)
    await expect(page.getByText('No projects yet')).toBeVisible()
    await expect(page.getByText('Primary school Lindau')).toHaveCount(0)
    await call(`PATCH ${access}`, { right: 'accept', until: null })
  })

  await test.step('the list of estimates says of one what it says itself', async () => {
    await page.goto(`${server()}/customer`)
    const list = page.getByRole('grid', { name: 'Your estimates' })
    await expect(list.getByRole('gridcell', { name: 'For your decision' })).toBeVisible()
    await expect(list.getByRole('gridcell', { name: 'Issued' })).toHaveCount(0)
  })

  await test.step('the estimate with its lines and totals', async () => {
    await page.goto(`${server()}/customer/estimates/${estimate}`)
    await expect(page.getByRole('heading', { name: 'Shell and core' })).toBeVisible()
    await expect(page.getByText('Masonry').first()).toBeVisible()
    await expect(page.getByText('For your decision')).toBeVisible()
    await expect(page.getByRole('row', { name: /Lintels, precast/ })).toContainText('4,032.00')
    await checkAxe(page)
    await takePictures(page, 'portal-estimate')
  })
  await test.step('things are chosen, the server says what they come to, and a question is asked', async () => {
    const gross = page.getByText('Gross', { exact: true }).locator('xpath=..')
    const before = await gross.textContent()
    await page.getByRole('radio', { name: /Floor of ash/ }).check()
    await page.getByRole('checkbox', { name: /Shutters/ }).check()
    await expect(gross).not.toHaveText(before ?? '')
    await page.getByRole('button', { name: 'Ask a question' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Your question/).fill('Is the ash oiled?')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText('Is the ash oiled?')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'portal-choices')
  })
  await test.step('it is accepted by name, with the terms read', async () => {
    await page.getByRole('button', { name: 'Accept' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Name/).fill('Eva Hofmann')
    await form.getByLabel(/^I have read/).check()
    const field = form.locator('canvas')
    await field.scrollIntoViewIfNeeded()
    const box = await field.boundingBox()
    const at = (x: number, y: number) => [(box?.x ?? 0) + x, (box?.y ?? 0) + y] as const
    await page.mouse.move(...at(40, 90))
    await page.mouse.down()
    for (const [x, y] of [
      [70, 40],
      [100, 110],
      [150, 60],
      [220, 90],
    ] as const)
      await page.mouse.move(...at(x, y), { steps: 4 })
    await page.mouse.up()
    await expect(form.getByText('Signed', { exact: true })).toBeVisible()
    await expect(form.getByText('Your choice: Floor of ash, Shutters')).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'portal-decision')
    await form.getByRole('button', { name: 'Accept estimate' }).click()
    await expect(page.getByText('Your decision was sent')).toBeVisible()
    await expect(page.getByText('Created', { exact: true })).toHaveCount(0)
    await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(page.getByText('Is the ash oiled?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
    const { result: progress } = await call<{ result: { lines: { title: string; budget: string }[] } }>(
      'POST /api/commands/progress.lines',
      { project },
    )
    const agreed = progress.lines.filter(({ budget }) => budget !== '0.00').map(({ title }) => title)
    expect(agreed).toEqual(expect.arrayContaining(['Floor of ash', 'Shutters']))
    expect(agreed).not.toContain('Floor of oak')
  })
  await test.step('the owner sees the decision with the signature', async () => {
    const own = await browser.newContext()
    await enterAs(own, owner)
    const theirs = await own.newPage()
    await theirs.goto(`${server()}/estimates/${estimate}`)
    const card = theirs.getByRole('region', { name: 'Decisions of the customer' })
    await expect(card.getByText('Eva Hofmann')).toBeVisible()
    await expect(card.getByText('Gross as shown').locator('xpath=..')).toContainText('€')
    await expect(card.getByRole('img', { name: 'Drawn signature' })).toBeVisible()
    await takePictures(theirs, 'portal-decided')
    await own.close()
  })
  await test.step('who has an estimate in the project of another reads the name of it, heard of or not', async () => {
    const shop = await create('customers', { name: 'Tenant of the shop' })
    const fitOut = await create('estimates', { name: 'Fit-out', customer: shop, project })
    const made = await call<{ current_version: string }>(`GET /api/records/estimates/${fitOut}`)
    await create('estimate_lines', { version: made.current_version, kind: 'line', title: 'Shelves' })
    for (const status of ['in_review', 'approved', 'issued'])
      await call('POST /api/commands/estimate.set-status', { version: made.current_version, status })
    const tenant = await newMember(owner, workspace, 'customer')
    const members = await call<{ rows: { id: string; role: string }[] }>('GET /api/members')
    const other = members.rows.find(({ id, role }) => role === 'customer' && id !== customer?.id)
    await call(`PUT /api/members/${other?.id}`, { record_id: shop })
    const own = await browser.newContext()
    await enterAs(own, tenant)
    const theirs = await own.newPage()
    for (const [part, told] of [
      ['', 'No news yet'],
      ['/places', 'Nothing to walk through yet'],
      ['/estimates', 'Fit-out'],
    ]) {
      await theirs.goto(`${server()}/customer/project/${project}${part}`)
      await expect(theirs.getByRole('heading', { name: 'Primary school Lindau' })).toBeVisible()
      await expect(theirs.getByText(told ?? '').first()).toBeVisible()
    }
    await theirs.goto(`${server()}/customer/project/${project}/places`)
    await expect(theirs.getByText('Nothing to walk through yet')).toBeVisible()
    await expect(theirs.getByText('Choose a part of the project')).toHaveCount(0)
    await takePictures(theirs, 'portal-guest')
    await own.close()
  })
})

test('[U-03] who invites a customer says in the invitation which record stands for them', async ({
  page,
  context,
}) => {
  const owner = await newPerson(server(), 'Mara Falk')
  const workspace = await newWorkspace(owner)
  await callAs(owner, 'POST /api/standard-models', { keys: ['estimates'] }, workspace)
  const firm = await callAs<{ id: string }>(
    owner,
    'POST /api/records/customers',
    { name: 'Hofmann KG' },
    workspace,
  )
  await enterAs(context, owner)
  await page.goto(`${server()}/settings/users`)
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Email/).fill('shop@example.test')
  await form.getByLabel(/^Role/).selectOption({ label: 'Member' })
  await expect(form.getByLabel('Kind of record')).toHaveCount(0)
  await form.getByLabel(/^Role/).selectOption({ label: 'Customer' })
  await expect(form.getByLabel('Kind of record')).toHaveValue('customers')
  await form.getByRole('combobox', { name: 'Record', exact: true }).fill('Hofmann')
  await page.getByRole('option', { name: 'Hofmann KG' }).click()
  await checkAxe(page)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(form).toHaveCount(0)
  const { results } = await callAs<{ results: { rows: object[] }[] }>(
    owner,
    'POST /api/query',
    { queries: [{ model: 'sys_invite', fields: ['role', 'record_id'] }] },
    workspace,
  )
  expect(results[0]?.rows).toMatchObject([{ role: 'customer', record_id: firm.id }])
})
