import { readFileSync, writeFileSync } from 'node:fs'
import { houses } from '../fixtures/ifc/houses.ts'
import { writeHouse } from '../fixtures/ifc/write-house.ts'
import { beginWith } from './support/begin-with.ts'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { readModelFile } from './support/read-model.ts'
import { expect, server, test } from './support/test.ts'

interface Made {
  id: string
}

test('[R-11] a building model becomes lines: a rule, what it finds, a run, a proposal that is accepted', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000)
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  const call = <Answer>(name: string, body?: unknown) => callAs<Answer>(owner, name, body, workspace)
  const make = async (model: string, values: object): Promise<string> =>
    (await call<Made>(`POST /api/records/${model}`, values)).id
  await enterAs(context, owner)
  await page.goto(`${server()}/take-off`)

  await test.step('what is not there yet is set up by one button', async () => {
    await expect(page.getByText('Take-off is not set up yet')).toBeVisible()
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByText('No rule sets yet')).toBeVisible()
    await takePictures(page, 'takeoff-empty')
  })

  const uploaded = await fetch(`${server()}/api/files?name=haus.ifc`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.session.access_token}`,
      'X-Tenant-Id': workspace.id,
      'Content-Type': 'application/octet-stream',
    },
    body: new Uint8Array(readFileSync('fixtures/ifc/haus-ahorn.ifc')),
  })
  const file = (await uploaded.json()) as Made
  const project = await make('bim_projects', { name: 'Haus Ahorn' })
  const model = await make('bim_models', { bim_project: project, name: 'Architecture' })
  const version = await make('bim_model_versions', { bim_model: model, file: [{ id: file.id }] })
  await call('POST /api/commands/bim.read', { version })
  await expect
    .poll(
      async () => (await call<{ status: string }>(`GET /api/records/bim_model_versions/${version}`)).status,
      { timeout: 60_000 },
    )
    .toBe('ready')
  const set = await make('takeoff_rule_sets', {
    name: 'Shell, Haus Ahorn',
    bim_project: project,
    method: 'DIN 18299 ff.',
  })
  await make('takeoff_rules', {
    rule_set: set,
    name: 'Walls',
    ifc_class: 'IfcWall',
    qty_expr: 'net_side_area',
    unit: 'm2',
    split_by: ['type_name'],
    section: 'Shell',
  })
  await make('estimates', { name: 'Haus Ahorn' })

  await test.step('a rule is typed, refused when its dimension is wrong, and shows what it finds', async () => {
    await page.goto(`${server()}/take-off/${set}`)
    await page.getByRole('button', { name: 'New rule' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: /^Name/ }).fill('Slabs')
    await form.getByRole('combobox', { name: /^IFC class/ }).fill('IfcSlab')
    await form.getByRole('combobox', { name: /^Formula/ }).fill('net_volume')
    await form.getByRole('textbox', { name: /^Unit/ }).fill('m2')
    const save = form.getByRole('button', { name: /^(Create|Save)/ })
    await save.click()
    await expect(form.getByText(/but it is counted in m²/).first()).toBeVisible()
    await form.getByRole('textbox', { name: /^Unit/ }).fill('m3')
    // What its elements must have, and what its formula reads of them, is said row by row.
    await form.getByRole('button', { name: 'Add a property' }).first().click()
    const asked = form.getByRole('group', { name: 'Further conditions 1' })
    await asked.getByRole('combobox', { name: 'Property', exact: true }).fill('LoadBearing')
    await asked.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'is there or missing' })
    await form.getByRole('button', { name: 'Add a property' }).nth(1).click()
    const read = form.getByRole('group', { name: 'Properties in the formula 1' })
    await read.getByRole('textbox', { name: 'Name in formulas' }).fill('layer')
    await read.getByRole('combobox', { name: 'Property', exact: true }).fill('Thickness')
    await read.getByRole('textbox', { name: 'Unit' }).fill('mm')
    // The properties that slabs of the model have are offered; others can be written.
    const split = form.getByRole('combobox', { name: /^A line for each/ })
    await split.fill('LoadBear')
    await page.getByRole('option', { name: 'Pset_SlabCommon: LoadBearing' }).click()
    await split.fill('pset.Own.Lot')
    await page.getByRole('option', { name: /pset\.Own\.Lot/ }).click()
    await takePictures(page, 'takeoff-rule')
    await save.click()
    await expect(form).toHaveCount(0)
    const saved = await call<{ rows: Record<string, unknown>[] }>('GET /api/records/takeoff_rules')
    expect(saved.rows.find(({ name }) => name === 'Slabs')).toMatchObject({
      filter: { properties: [{ name: 'LoadBearing', op: 'empty', value: false }] },
      variables: [{ key: 'layer', name: 'Thickness', unit: 'mm' }],
      split_by: ['pset.Pset_SlabCommon.LoadBearing', 'pset.Own.Lot'],
    })
    await expect(page.getByText('Slabs')).toBeVisible()
    const grid = page.getByRole('grid', { name: 'Rules' })
    await grid.getByText('Slabs').dblclick()
    await expect(page.getByText('Elements found')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Elements' }).getByText(/m3/).first()).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'takeoff-set')
    await page.getByRole('tab', { name: 'On the model' }).click()
    const picture = page.getByRole('region', { name: 'What the rule finds' })
    await expect(picture.locator('canvas')).toBeVisible()
    await takePictures(page, 'takeoff-on-the-model')
    await page.getByRole('tab', { name: 'Lines and elements' }).click()
  })

  await test.step('a run shows how much is counted; its proposal is accepted into a draft', async () => {
    await page.getByRole('button', { name: 'Run the rules' }).click()
    await expect(page).toHaveURL(/take-off\/run\//)
    await expect(page.getByText('Elements counted').first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Estimate' }).selectOption({ label: 'Haus Ahorn' })
    await page.getByRole('combobox', { name: 'Draft' }).selectOption({ index: 1 })
    await expect(
      page.getByRole('table', { name: 'Changes line by line' }).getByText('Added').first(),
    ).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'takeoff-run')
    await page.getByRole('button', { name: 'Accept proposal' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept proposal' }).click()
    await expect(page.getByText('The draft holds what was counted')).toBeVisible()
    await expect(page.getByText('Nothing changes', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Counted items' }).click()
    await expect(page.getByRole('grid', { name: 'Counted items' })).toBeVisible()
    await takePictures(page, 'takeoff-items')
    await page.getByRole('tab', { name: 'Not counted' }).click()
    await expect(page.getByRole('table', { name: 'Not counted' })).toBeVisible()
  })

  await test.step('the model is coloured by what its elements cost', async () => {
    await call('POST /api/standard-models', { keys: ['bim_changes', 'bim_viewpoints'] })
    const { rows } = await call<{ rows: { id: string; title: string }[] }>('GET /api/records/estimate_lines')
    for (const { id } of rows.filter(({ title }) => title !== 'Shell'))
      await call(`PATCH /api/records/estimate_lines/${id}`, { rate_source: 'manual', unit_rate: '85.5' })
    await page.goto(`${server()}/bim/project/${project}`)
    const viewer = page.getByRole('region', { name: 'Building model' })
    await viewer.getByRole('button', { name: 'Colours' }).click()
    await page.getByRole('menuitemradio', { name: 'Costs' }).click()
    const legend = viewer.getByRole('region', { name: 'Legend' })
    await expect(legend.getByText(/EUR, not accepted yet/)).toBeVisible()
    await expect(legend.getByText('Without costs')).toBeVisible()
    await expect(legend.getByText(/^from /)).toBeVisible()
    await checkAxe(page)
    await takePictures(page, 'viewer-costs')
  })
})

test('[R-11] a later version of a building model becomes a priced list of lines added, changed and removed', async ({
  page,
  context,
}, info) => {
  test.setTimeout(90_000)
  const { owner, workspace, call, make } = await beginWith(context, [
    'bim_changes',
    'bim_viewpoints',
    'recipe_components',
    'catalogue_prices',
    'takeoff_items',
    'line_links',
    'estimate_resources',
    'estimate_markups',
    'line_classifications',
  ])
  const run = async (command: string, input: object): Promise<Record<string, string>> =>
    (await call<{ result: Record<string, string> }>(`POST /api/commands/${command}`, input)).result
  const read = (model: string, file: string) => readModelFile(owner, workspace, model, file)

  const project = await make('bim_projects', { name: 'Haus Ahorn' })
  const model = await make('bim_models', { bim_project: project, name: 'Architecture' })
  const first = read(model, 'fixtures/ifc/haus-ahorn.ifc')
  const catalogue = await make('catalogues', { code: 'own', name: 'Own', currency: 'EUR', kind: 'own' })
  const item = await make('catalogue_items', {
    catalogue,
    code: 'W1',
    name: 'Window',
    type: 'material',
    unit: 'm2',
  })
  await make('catalogue_prices', { item, currency: 'EUR', unit_price: '800', valid_from: '2020-01-01' })
  const set = await make('takeoff_rule_sets', { name: 'Windows, Haus Ahorn', bim_project: project })
  await make('takeoff_rules', {
    rule_set: set,
    name: 'Windows',
    ifc_class: 'IfcWindow',
    qty_expr: 'area',
    unit: 'm2',
    title: '{name}',
    split_by: ['name'],
    item,
  })
  await first
  const { version = '' } = await run('estimate.create', { name: 'Haus Ahorn' })
  const { run: counted } = await run('takeoff.run', { rule_set: set })
  const { hash } = await run('takeoff.propose', { run: counted, version })
  await run('takeoff.accept', { run: counted, version, hash })
  await run('estimate.new-version', { version })

  await test.step('the later file tells what of the model is new, gone and different', async () => {
    const path = info.outputPath('haus-ahorn-rev-b.ifc')
    writeFileSync(path, withoutReadingWindow())
    await read(model, path)
    await page.goto(`${server()}/bim/project/${project}`)
    await page.getByRole('tab', { name: 'Changes' }).click()
    const changes = page.getByRole('grid', { name: 'Changes since the version before' })
    for (const told of ['Study east window Added', 'Dining window Changed', 'Reading window Removed'])
      await expect(changes.getByRole('row', { name: new RegExp(told) })).toBeVisible()
  })

  await test.step('its rules are run, and the draft is told what that costs line by line', async () => {
    await page.goto(`${server()}/take-off/${set}`)
    await page.getByRole('button', { name: 'Run the rules' }).click()
    await page.getByRole('combobox', { name: 'Estimate' }).selectOption({ label: 'Haus Ahorn' })
    await page.getByRole('combobox', { name: 'Draft' }).selectOption({ index: 1 })
    const lines = page.getByRole('table', { name: 'Changes line by line' })
    for (const told of [
      /^Added Study east window – 1\.36 m² \+€1,088\.00/,
      /^Changed Dining window 5\.98 7\.36 m² \+€1,104\.00/,
      /^Removed Reading window 2\.176 – m² .€1,740\.80/,
    ])
      await expect(lines.getByRole('row', { name: told })).toBeVisible()
    await expect(lines.getByRole('row')).toHaveCount(4)
    await expect(page.getByText('€451.20', { exact: true }), 'the difference of all three').toBeVisible()
    await takePictures(page, 'takeoff-revision')
    await page.getByRole('button', { name: 'Accept proposal' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept proposal' }).click()
    await expect(page.getByText('Nothing changes', { exact: true })).toBeVisible()
  })
})

/** The later export of the house, with one window less than the first. */
function withoutReadingWindow(): string {
  const later = houses.find(({ file }) => file === 'haus-ahorn-rev-b.ifc')
  if (!later) throw new Error('no later version')
  const storeys = later.storeys.map((storey) => ({
    ...storey,
    walls: storey.walls.map((wall) => ({
      ...wall,
      openings: wall.openings.filter(({ name }) => name !== 'Reading window'),
    })),
  }))
  return writeHouse({ ...later, storeys })
}
