import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkAxe } from './support/check-axe.ts'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './support/people.ts'
import { takePictures } from './support/pictures.ts'
import { expect, server, test } from './support/test.ts'

const priceBook = join(import.meta.dirname, '../fixtures/catalogues/price-book.csv')

interface Made {
  id: string
}

/** A workspace with the price book of the demo in a catalogue, two cost group sets and two recipes, one inside the other. */
async function fullWorkspace() {
  const owner = await newPerson(server(), 'Kai Kataloge')
  const tenant = await newWorkspace(owner, 'Kataloge Bau')
  await callAs(
    owner,
    'POST /api/standard-models',
    { keys: ['recipe_components', 'catalogue_prices', 'cost_group_maps'] },
    tenant,
  )
  const make = async (model: string, values: Record<string, unknown>): Promise<string> =>
    (await callAs<Made>(owner, `POST /api/records/${model}`, values, tenant)).id
  const run = <Result>(command: string, input: unknown) =>
    callAs<{ result: Result }>(owner, `POST /api/commands/${command}`, input, tenant)
  const catalogue = await make('catalogues', { code: 'FB', name: 'Falkenried price book' })
  const staged = await stage(owner, tenant, readFileSync(priceBook))
  await run('catalogue.import', { import: staged, catalogue, valid_from: '2026-01-01' })
  for (const set of ['uniformat-ii', 'din-276']) await run('cost-groups.add-set', { set })
  const itemOf = async (code: string): Promise<string> => {
    const where = { field: 'code', op: 'eq', value: code }
    const { results } = await callAs<{ results: { rows: Made[] }[] }>(
      owner,
      'POST /api/query',
      { queries: [{ model: 'catalogue_items', where }] },
      tenant,
    )
    return results[0]?.rows[0]?.id ?? ''
  }
  const concrete = await itemOf('CON-0001')
  const mason = await itemOf('LAB-0005')
  const recipe = await make('recipes', { code: 'CO-010', name: 'Strip foundation C25/30', output_unit: 'm³' })
  // Later than the last price of the book begins.
  const version = await make('recipe_versions', { recipe, valid_from: '2026-09-01' })
  const part = (values: Record<string, unknown>) => make('recipe_components', { version, ...values })
  await part({ sort: '10', name: 'Concrete', item: concrete, qty_expr: '1.02', waste_pct: '2' })
  await part({ sort: '20', name: 'Placing', item: mason, qty_expr: '0.8 * h / m3' })
  await part({ sort: '30', kind: 'percent', name: 'Small tools', percent_of: 'labour', qty_expr: '3' })
  await run('recipe.publish', { version })
  const { result } = await run<{ version: string }>('recipe.new-version', { recipe })
  return { owner, tenant, catalogue, concrete, recipe, draft: result.version }
}

async function stage(owner: Person, tenant: Workspace, bytes: Buffer): Promise<string> {
  const answer = await fetch(`${owner.server}/api/imports?name=price-book.csv`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.session.access_token}`, 'X-Tenant-Id': tenant.id },
    body: new Uint8Array(bytes),
  })
  return ((await answer.json()) as Made).id
}

test('[R-08] catalogues, cost groups and recipes of an empty workspace say how to get them', async ({
  page,
  context,
}) => {
  const owner = await newPerson(server(), 'Lea Leer')
  await newWorkspace(owner, 'Leer Bau')
  await enterAs(context, owner)
  for (const [path, heading] of [
    ['/catalogues', 'Catalogues'],
    ['/catalog', 'Catalogues'],
    ['/cost-groups', 'Cost groups'],
    ['/construction-recipes', 'Construction recipes'],
    ['/construction-recipes-new', 'Construction recipes'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(New|Add) / })).toHaveCount(0)
    await takePictures(page, `empty${path.replaceAll('/', '-')}`)
  }
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('No recipe yet')).toBeVisible()
  // What was made is what one goes on with.
  await page.getByRole('button', { name: 'New recipe' }).first().click()
  const form = page.getByRole('dialog', { name: 'New recipe' })
  await form.getByLabel('Code').fill('WA-1')
  await form.getByLabel('Name').fill('Wall')
  await form.getByLabel('Unit').first().fill('m2')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/construction-recipes\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Wall', level: 1 })).toBeVisible()
  await page.goto('/construction-reipies')
  await expect(page).toHaveURL(/\/construction-recipes$/)
})

test('[R-08] [R-18] items with prices over time, sets side by side, and a recipe priced while it is typed', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  const { owner, tenant, catalogue, concrete, recipe, draft } = await fullWorkspace()
  await enterAs(context, owner)
  const places: [string, string, string][] = [
    ['catalogues', '/catalogues', 'Catalogues'],
    ['catalogue', `/catalogues/${catalogue}`, 'Falkenried price book'],
    ['catalog', '/catalog', 'Catalogues'],
    ['item', `/catalog/${concrete}`, 'Ready-mixed concrete C12/15'],
    ['cost-groups', '/cost-groups', 'Cost groups'],
    ['recipes', '/construction-recipes', 'Construction recipes'],
    ['recipe', `/construction-recipes/${recipe}`, 'Strip foundation C25/30'],
    ['recipes-new', '/construction-recipes-new', 'Construction recipes'],
    ['recipe-new', `/construction-recipes-new/${draft}`, 'Strip foundation C25/30, v2'],
  ]
  for (const [name, path, heading] of places) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.locator('[role="grid"], [role="treegrid"]').first()).toBeVisible()
    await expect(page.locator('[role="alert"]')).toHaveCount(0)
    await checkAxe(page)
    await takePictures(page, name)
  }
  await expect(page.getByRole('row', { name: /Small tools 3 %/ })).toBeVisible()
  await takePictures(page, 'recipe-new-explained')
  const more = { version: draft, sort: '15', name: 'Blinding', item: concrete, qty_expr: '0.1' }
  await callAs(owner, 'POST /api/records/recipe_components', more, tenant)
  await page.goto(`/construction-recipes/${recipe}`)
  await page.getByRole('tab', { name: 'Compare' }).click()
  await expect(page.getByRole('table', { name: 'Changes component by component' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Rate after/ })).toBeVisible()
  await takePictures(page, 'recipe-compare')
  await checkAxe(page)
  await test.step('parameters and a crew are filled in row by row', async () => {
    await page.goto(`/construction-recipes-new/${draft}`)
    const said = async (query: object): Promise<unknown> => {
      const { results } = await callAs<{ results: { rows: unknown[] }[] }>(
        owner,
        'POST /api/query',
        { queries: [query] },
        tenant,
      )
      return results[0]?.rows[0]
    }
    await page.getByRole('button', { name: 'Day and parameters' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Add parameter' }).click()
    await form.getByLabel('Label').fill('Brick')
    await form.getByLabel('Name in formulas').fill('brick')
    await form.getByLabel('Kind').selectOption('choice')
    await form.getByLabel('Choices').fill('DF: Thin\nNF')
    await form.getByLabel('Usually').fill('NF')
    await form.getByRole('button', { name: 'Add parameter' }).click()
    const [kept, first] = [2, 1].map((at) => form.getByRole('group', { name: `Parameters ${at}` }))
    await kept?.getByLabel('Kind').selectOption('choice')
    await kept?.getByLabel('Choices').fill('A\nB')
    await first?.getByRole('button', { name: 'Remove' }).click()
    await expect(form.getByLabel('Choices')).toHaveValue('A\nB')
    await form.getByLabel('Choices').fill('DF: Thin\nNF')
    await form.getByLabel('Label').fill('Brick')
    await form.getByLabel('Name in formulas').fill('brick')
    await form.getByLabel('Usually').fill('NF')
    await checkAxe(page)
    await takePictures(page, 'recipe-parameters')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form).toBeHidden()
    const choices = [
      { value: 'DF', label: 'Thin' },
      { value: 'NF', label: 'NF' },
    ]
    expect(
      await said({
        model: 'recipe_versions',
        where: { field: 'id', op: 'eq', value: draft },
        fields: ['params'],
      }),
    ).toMatchObject({
      params: [{ key: 'brick', label: 'Brick', kind: 'choice', default: 'NF', choices }],
    })
    await page.getByRole('button', { name: 'New component' }).click()
    await form.getByLabel('Name').fill('Crew of two')
    await expect(form.getByLabel('Percentage of')).toHaveCount(0)
    await form.getByLabel('By', { exact: true }).selectOption('productivity')
    await form.getByLabel('Units per hour').fill('2')
    await form.getByRole('button', { name: 'Add to the crew' }).click()
    const member = form.getByRole('group', { name: 'Crew 1' })
    await member.getByLabel('Item').fill('Ready-mixed')
    await page
      .getByRole('option', { name: /Ready-mixed concrete/ })
      .first()
      .click()
    await member.getByLabel('How many').fill('2')
    await takePictures(page, 'recipe-crew')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form).toBeHidden()
    const where = { field: 'name', op: 'eq', value: 'Crew of two' }
    expect(await said({ model: 'recipe_components', where, fields: ['crew'] })).toMatchObject({
      crew: [{ item: expect.stringMatching(/^[\da-f-]{36}$/), count: '2' }],
    })
  })
})

test('a price book is looked at before it is taken in, and the second time it changes nothing', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000)
  const owner = await newPerson(server(), 'Ina Import')
  const tenant = await newWorkspace(owner, 'Import Bau')
  await callAs(owner, 'POST /api/standard-models', { keys: ['catalogue_prices'] }, tenant)
  const { id } = await callAs<Made>(
    owner,
    'POST /api/records/catalogues',
    { code: 'FB', name: 'Falkenried price book' },
    tenant,
  )
  await enterAs(context, owner)
  await page.goto(`/catalogues/${id}/import`)
  await page.getByLabel('File to import').setInputFiles(priceBook)
  await expect(page.getByRole('row', { name: /Items 2,513 0 0/ })).toBeVisible()
  await expect(
    page.getByText('These columns are not read: cost_internal, lead_time_days, stock_item.'),
  ).toBeVisible()
  await expect(
    page.getByText(/^Items are taken without a supplier where none or several have its name: .*Kiesel/),
  ).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'import')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('The catalogue has its items and prices now.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Show the catalogue' }).click()
  await expect(page).toHaveURL(new RegExp(`/catalogues/${id}$`))
  await page.goto(`/catalogues/${id}/import`)
  await page.getByLabel('File to import').setInputFiles(priceBook)
  await expect(page.getByText('The file changes nothing: all of it is there already.')).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  const tiers = [
    'code;name;unit;price;region;min qty;valid to',
    'CON-0001;"Ready-mixed concrete C12/15, exposure XC1, chute";m³;80;DE-BE;10;',
    'NEW-1;Gabion;pcs;45;;;2030-12-31',
    'NEW-1;Gabion;pcs;41;;20;',
    'NEW-1;Gabion;pcs;40;;20;',
  ].join('\n')
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'tiers.csv', mimeType: 'text/csv', buffer: Buffer.from(tiers) })
  await expect(page.getByRole('row', { name: /^CON-0001 DE-BE · from 10 Price empty 80/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^NEW-1 Gabion pcs until 31 Dec 2030 45/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^NEW-1 Gabion pcs from 20 41/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^5 NEW-1 from 20 Line 4 has a price/ })).toBeVisible()
  await checkAxe(page)
  await takePictures(page, 'import-tiers')
})
