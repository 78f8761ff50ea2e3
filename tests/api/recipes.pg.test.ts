import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let tenantId: string
let ownerId: string
const items: Record<string, string> = {}
const prices: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  const person = await signUp(server)
  const tenant = await makeWorkspace(person, 'Recipes')
  tenantId = tenant.id
  ownerId = person.userId
  owner = api(person, tenant.id)
  await owner.post('/api/standard-models', { keys: ['recipe_components', 'catalogue_prices'] })
  const catalogue = await make('catalogues', { code: 'OWN', name: 'Own prices' })
  const rows = [
    ['mason', 'labour', 'h', '54'],
    ['crane', 'equipment', 'h', '80'],
    ['brick', 'material', 'pcs', '0.62'],
    ['mortar', 'material', 'm3', '145'],
  ] as const
  for (const [code, type, unit, unit_price] of rows) {
    const item = await make('catalogue_items', { catalogue, code, name: `The ${code}`, type, unit })
    items[code] = item
    prices[code] = await make('catalogue_prices', { item, unit_price, valid_from: '2026-01-01' })
  }
})

afterAll(() => server.stop())

async function make(model: string, values: Record<string, unknown>): Promise<string> {
  const { status, body } = await owner.post(`/api/records/${model}`, values)
  expect([status, body.error]).toEqual([201, undefined])
  return body.id
}
const change = (model: string, id: string, values: Record<string, unknown>) =>
  owner.patch(`/api/records/${model}/${id}`, values)
const command = async (name: string, input: Record<string, unknown>, by = owner) =>
  by.post(`/api/commands/recipe.${name}`, input)
const read = async (model: string, id: string) => {
  const where = { field: 'id', op: 'eq', value: id }
  return (await owner.post('/api/query', { queries: [{ model, where }] })).body.results[0].rows[0]
}
let made = 0
const recipe = (name: string, output_unit = 'm2') =>
  make('recipes', { code: `R-${++made}`, name, output_unit })
const draft = (of: string, more: Record<string, unknown> = {}) =>
  make('recipe_versions', { recipe: of, valid_from: '2026-02-01', ...more })
const part = (version: string, values: Record<string, unknown>) =>
  make('recipe_components', { version, name: 'Part', ...values })
const refusal = ({
  status,
  body,
}: {
  status: number
  body: { error: { details: { message: string }[] } }
}) => [status, body.error.details[0]?.message]

/** A brick wall: 50 bricks, 0.03 m³ of mortar with 5 % waste, 0.8 h of a mason. Per m²: 31 + 4.5675 + 43.2 = 78.7675. */
async function wall(name = 'Wall'): Promise<{ id: string; version: string; mortar: string }> {
  const id = await recipe(name)
  const version = await draft(id)
  await part(version, { sort: 'a', item: items.brick, qty_expr: '50' })
  const mortar = await part(version, { sort: 'b', item: items.mortar, qty_expr: '0.03', waste_pct: '5' })
  await part(version, { sort: 'c', item: items.mason, qty_expr: '0.8' })
  return { id, version, mortar }
}

describe('recipes', () => {
  it('keep the rate of a draft, its types and hours, and of each component quantity, price and amount', async () => {
    const { version, mortar } = await wall()
    expect(await read('recipe_versions', version)).toMatchObject({
      title: 'Wall, v1',
      version_no: 1,
      rate: '78.767500',
      labour: '43.200000',
      material: '35.567500',
      equipment: '0.000000',
      hours: '0.800000',
      issues: null,
    })
    expect(await read('recipe_components', mortar)).toMatchObject({
      type: 'material',
      quantity: '0.031500',
      price: '145.000000',
      amount: '4.567500',
      price_note: '2026-01-01',
    })
    await change('recipe_components', mortar, { qty_expr: '0.06' })
    expect((await read('recipe_versions', version)).rate).toBe('83.335000')
    expect((await owner.delete(`/api/records/recipe_components/${mortar}`)).status).toBe(204)
    expect((await read('recipe_versions', version)).rate).toBe('74.200000')
  })

  it('let drafts follow a price, published versions never', async () => {
    const first = await wall('Follows')
    const second = await wall('Stays')
    expect((await command('publish', { version: second.version })).status).toBe(200)
    expect((await change('catalogue_prices', prices.brick ?? '', { unit_price: '0.72' })).status).toBe(200)
    expect((await read('recipe_versions', first.version)).rate).toBe('83.767500')
    expect((await read('recipe_versions', second.version)).rate).toBe('78.767500')
    await change('catalogue_prices', prices.brick ?? '', { unit_price: '0.62' })
    expect((await read('recipe_versions', first.version)).rate).toBe('78.767500')
  })

  it('publish only what nothing is wrong with, and say what is', async () => {
    const id = await recipe('Wrong')
    const version = await draft(id)
    const wrong = await part(version, { name: 'Bricks', item: items.brick, qty_expr: '0.24 * m' })
    const { rate, issues } = await read('recipe_versions', version)
    expect([rate, issues.length, issues[0].level]).toEqual([null, 1, 'fault'])
    const refused = await command('publish', { version })
    expect([refused.status, refused.body.error.details[0]]).toMatchObject([
      422,
      { path: 'attributes.status', code: 'dimension', message: issues[0].message },
    ])
    expect((await read('recipe_versions', version)).status).toBe('draft')
    await change('recipe_components', wrong, { qty_expr: '0.24 * thickness' })
    const [formula] = (await read('recipe_versions', version)).issues
    expect([formula.code, formula.values.line, formula.message]).toEqual([
      'formula',
      'Bricks',
      expect.stringMatching(/^Bricks: .*thickness/),
    ])
    await change('recipe_components', wrong, { qty_expr: '50' })
    expect((await command('publish', { version })).body.result).toMatchObject({ rate: '31.000000' })
    expect(await read('recipes', id)).toMatchObject({ current_rate: '31.000000' })
  })

  it('never change once they are published: the database refuses, whoever asks', async () => {
    const { version, mortar } = await wall('Closed')
    await command('publish', { version })
    const before = await read('recipe_versions', version)
    expect(before.checksum).toMatch(/^[0-9a-f]{64}$/)
    const closed = 'A published recipe version does not change. Make a new version of the recipe.'
    const tries = [
      await change('recipe_components', mortar, { qty_expr: '1' }),
      await owner.post('/api/records/recipe_components', {
        version,
        name: 'More',
        item: items.brick,
        qty_expr: '1',
      }),
      await owner.delete(`/api/records/recipe_components/${mortar}`),
      await owner.delete(`/api/records/recipe_versions/${version}`),
      await change('recipe_versions', version, { valid_from: '2026-03-01' }),
    ]
    for (const { status, body } of tries) {
      expect(status).toBe(422)
      expect([closed, 'This is in use and cannot be deleted.']).toContain(body.error.message)
    }
    for (const id of [mortar, version])
      await expect(
        server.sql(
          `update app.objects set attributes = attributes || '{"amount": "1", "rate": "1"}' where tenant_id = $1 and id = $2`,
          [tenantId, id],
        ),
      ).rejects.toThrow(closed)
    expect(await read('recipe_versions', version)).toEqual(before)
  })

  it('nest; a new version copies all, and the draft above follows when the one within is published', async () => {
    const inner = await wall('Inner')
    await command('publish', { version: inner.version })
    const outer = await recipe('Outer')
    const above = await draft(outer)
    await part(above, { sort: 'a', kind: 'recipe', name: 'Wall', child_recipe: inner.id, qty_expr: '2' })
    await part(above, {
      sort: 'b',
      kind: 'percent',
      name: 'Small tools',
      percent_of: 'labour',
      qty_expr: '3',
    })
    expect((await read('recipe_versions', above)).rate).toBe('160.127000')
    const { body } = await command('new-version', { recipe: inner.id, valid_from: '2026-02-01' })
    expect(body.result.made).toBe(true)
    const again = await command('new-version', { recipe: inner.id })
    expect(again.body.result).toEqual({ version: body.result.version, made: false })
    expect(await read('recipe_versions', body.result.version)).toMatchObject({
      version_no: 2,
      rate: '78.767500',
    })
    await part(body.result.version, { sort: 'd', item: items.crane, qty_expr: '0.1' })
    await command('publish', { version: body.result.version })
    expect((await read('recipe_versions', above)).rate).toBe('176.127000')
    expect((await command('where-used', {})).status).toBe(422)
    const used = await command('where-used', { item: items.crane })
    expect(
      used.body.result.rows.map((row: Record<string, unknown>) => [row.name, row.version_no, row.steps]),
    ).toEqual([
      ['Inner', '2', 1],
      ['Outer', '1', 2],
    ])
  })

  it('[R-07] are compared version by version, to the cent, for whoever may see all of both', async () => {
    const first = await wall('Compared')
    await command('publish', { version: first.version })
    const { version: second } = (await command('new-version', { recipe: first.id })).body.result
    const { results } = (
      await owner.post('/api/query', {
        queries: [
          {
            model: 'recipe_components',
            where: { field: 'version', op: 'eq', value: second },
            fields: ['item'],
          },
        ],
      })
    ).body
    const copyOf = (item: string): string =>
      results[0].rows.find((row: { item: unknown }) => JSON.stringify(row.item).includes(items[item] ?? '?'))
        .id
    await change('recipe_components', copyOf('brick'), { qty_expr: '52' })
    await owner.delete(`/api/records/recipe_components/${copyOf('mortar')}`)
    await part(second, { sort: 'd', item: items.crane, qty_expr: '0.1' })
    const ask = (by = owner) => command('compare', { from: first.version, to: second }, by)
    const { status, body } = await ask()
    expect([status, body.error]).toEqual([200, undefined])
    // 78.7675 to 83.44: two bricks more, a crane for mortar; what is left of a cent stands as rounding.
    expect(body.result.bridge).toEqual({
      from: '78.77',
      scope: '3.43',
      quantity: '1.24',
      price: '0.00',
      percentage: '0.00',
      rounding: '0.00',
      to: '83.44',
    })
    const what = body.result.changes.map((one: { what: string; difference: string }) => [
      one.what,
      one.difference,
    ])
    expect(what).toEqual([
      ['Changed', '1.240000'],
      ['Added', '8.000000'],
      ['Removed', '-4.567500'],
    ])
    const other = await wall('Other')
    expect((await command('compare', { from: first.version, to: other.version })).status).toBe(422)
    const stranger = await signUp(server)
    const { id } = await makeWorkspace(stranger, 'Elsewhere')
    expect((await ask(api(stranger, id))).status).toBe(404)
  })

  it('count every component that is written at the same moment', async () => {
    const id = await recipe('Together')
    const version = await draft(id)
    const rows = Array.from({ length: 8 }, (_, index) =>
      owner.post('/api/records/recipe_components', {
        version,
        name: `Part ${index}`,
        item: items.mason,
        qty_expr: '1',
      }),
    )
    expect((await Promise.all(rows)).map(({ status }) => status)).toEqual(rows.map(() => 201))
    expect((await read('recipe_versions', version)).rate).toBe('432.000000')
  })

  it('refuse a circle with its path', async () => {
    const [a, b] = [await recipe('A'), await recipe('B')]
    const [first, second] = [await draft(a), await draft(b)]
    await part(first, { item: items.brick, qty_expr: '1' })
    await command('publish', { version: first })
    await part(second, { kind: 'recipe', name: 'A', child_recipe: a, qty_expr: '1' })
    await command('publish', { version: second })
    const { body } = await command('new-version', { recipe: a, valid_from: '2026-02-01' })
    const circle = { version: body.result.version, kind: 'recipe', name: 'B', child_recipe: b, qty_expr: '1' }
    const refused = await owner.post('/api/records/recipe_components', circle)
    expect(refusal(refused)).toEqual([422, expect.stringMatching(/A → B → A|B → A → B/)])
  })

  it('note a circle in a draft that comes from others, which may go on', async () => {
    const [a, b] = [await recipe('First'), await recipe('Second')]
    const [a1, b1] = [await draft(a), await draft(b)]
    for (const version of [a1, b1]) {
      await part(version, { item: items.brick, qty_expr: '1' })
      await command('publish', { version })
    }
    const next = async (of: string) =>
      (await command('new-version', { recipe: of, valid_from: '2026-02-01' })).body.result.version
    const [a2, b2] = [await next(a), await next(b)]
    await part(a2, { kind: 'recipe', name: 'Second', child_recipe: b, qty_expr: '1' })
    await part(b2, { kind: 'recipe', name: 'First', child_recipe: a, qty_expr: '1' })
    expect((await command('publish', { version: b2 })).status).toBe(200)
    const { rate, issues } = await read('recipe_versions', a2)
    expect([rate, issues[0].code]).toEqual([null, 'cycle'])
    expect((await command('publish', { version: a2 })).status).toBe(422)
  })

  it('take parameters and crews, and explain every cent', async () => {
    const id = await recipe('Wall by thickness')
    const params = [{ kind: 'number', key: 'thickness', label: 'Thickness', unit: 'm', default: '0.24' }]
    const version = await draft(id, { params })
    await part(version, { sort: 'a', key: 'mortar', item: items.mortar, qty_expr: 'thickness * 0.1' })
    await part(version, {
      sort: 'b',
      kind: 'item',
      mode: 'productivity',
      name: 'Crew',
      output_per_hour: '2',
      crew: [
        { item: items.mason, count: '2' },
        { item: items.crane, count: '0.5' },
      ],
    })
    const { rate, hours } = await read('recipe_versions', version)
    expect([rate, hours]).toEqual(['77.480000', '1.000000'])
    const explained = (await command('explain', { version, language: 'de' })).body.result
    expect(explained).toMatchObject({ rate: '77.480000', unit: 'm2', currency: 'EUR' })
    expect(explained.rows.map((row: Record<string, unknown>) => row.depth)).toEqual([0, 1, 1, 2, 2])
    const thick = await command('explain', { version, params: { thickness: '0.36' } })
    expect(thick.body.result.rate).toBe('79.220000')
    const what = await command('explain', { version, overrides: { mortar: { price: '100' } } })
    expect(what.body.result.rate).toBe('76.400000')
    const bad = await change('recipe_versions', version, { params: [{ kind: 'number', key: '1x' }] })
    expect(bad.status).toBe(422)
  })

  it('explain nothing to whoever may not see a part of it', async () => {
    const { version } = await wall('Secret')
    const grants = Object.fromEntries(
      [
        'recipes',
        'recipe_versions',
        'recipe_components',
        'catalogues',
        'catalogue_items',
        'catalogue_prices',
      ].map((model) => [
        model,
        model === 'catalogue_prices'
          ? { verbs: ['read'], rows: { field: 'unit_price', op: 'lt', value: '50' } }
          : { verbs: ['read'] },
      ]),
    )
    const role = { kind: 'role' as const, key: 'narrow', body: { label: 'Narrow', grants } }
    await installDefinitions(server, tenantId, ownerId, [role])
    const { api: narrow } = await placePerson(server, tenantId, 'narrow')
    expect((await command('explain', { version }, narrow)).status).toBe(403)
    expect((await command('compare', { from: version, to: version }, narrow)).status).toBe(403)
    const { api: member } = await placePerson(server, tenantId, 'member')
    expect((await command('explain', { version }, member)).status).toBe(200)
    expect((await command('compare', { from: version, to: version }, member)).status).toBe(200)
  })
})
