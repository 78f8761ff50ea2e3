import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { makePriceBook, makeRecipe } from '../support/price-book.ts'

// What a line gets, and is told, when it takes an item of a catalogue or a recipe.
let work: EstimatingPlace
let items: Record<'brick' | 'block' | 'stone', string>
let version: string

beforeAll(async () => {
  work = await startEstimating(['recipe_components'])
  ;({ items } = await makePriceBook(work, [
    ['brick', 'material', 'pcs', '0.62'],
    ['block', 'material', 'pcs', '2.10'],
    ['stone', 'material', 'pcs', '4.00'],
  ]))
  ;({ version } = (await work.result('estimate.create', { name: 'House' })) as { version: string })
}, 60_000)

afterAll(() => work.server.stop())

const line = async (values: Row = {}): Promise<string> =>
  (await work.make('estimate_lines', { version, title: 'Wall', quantity: '10', ...values }))['id']
const change = (model: string, id: string, values: Row) =>
  work.owner.patch(`/api/records/${model}/${id}`, values)
const why = ({ status, body }: { status: number; body: Row }) => [
  status,
  body['error']?.details[0].path,
  body['error']?.details[0].code,
]

describe('a line and an item that is not to be used any more', () => {
  it('a line does not take a blocked item, whichever way; one that has it goes on with it', async () => {
    const old = await line({ item: items.block })
    const other = await line({ unit: 'pcs', unit_rate: '1', rate_source: 'manual' })
    expect((await change('catalogue_items', items.block, { status: 'blocked' })).status).toBe(200)
    const refused = [422, 'item', 'item_status']
    const values = { version, title: 'Wall', quantity: '1', item: items.block }
    expect(why(await work.owner.post('/api/records/estimate_lines', values))).toEqual(refused)
    const changed = await change('estimate_lines', other, { item: items.block })
    expect(why(changed)).toEqual(refused)
    expect(changed.body.error.details[0]).toMatchObject({
      text: '“{{name}}” is blocked: no line can take it any more. Choose another item.',
      values: { name: 'The block' },
    })
    expect(why(await work.run('estimate.price-line', { line: other, item: items.block }))).toEqual(refused)
    expect(await work.read('estimate_lines', other)).toMatchObject({ rate: '1.000000', item: null })
    // The price it has, anew: as that line, and with all others.
    expect((await work.run('estimate.price-line', { line: old })).status).toBe(200)
    expect((await work.run('estimate.price-line', { line: old, item: items.block })).status).toBe(200)
    const { price_date: date } = await work.read('estimate_versions', version)
    expect(await work.result('estimate.reprice', { version, date, lines: [old] })).toMatchObject({
      priced: 1,
      missing: [],
    })
    expect((await change('estimate_lines', old, { quantity: '20' })).status).toBe(200)
    expect(await work.read('estimate_lines', old)).toMatchObject({ line_total: '42.00' })
  })

  it('a line takes a replaced item, and is told with its price what replaces it', async () => {
    const replaced = { status: 'replaced', replaced_by: items.brick }
    expect((await change('catalogue_items', items.stone, replaced)).status).toBe(200)
    const taken = await line({ item: items.stone })
    const because = async (language: string): Promise<string> =>
      (await work.result('estimate.explain-line', { line: taken, language }))['rows'].at(-1).because
    expect(await because('en')).toContain(', no longer to be used, replaced by brick The brick')
    expect(await because('de')).toContain(', soll nicht mehr verwendet werden, ersetzt durch brick The brick')
    const { items: atHand } = await work.result('estimate.at-hand', {})
    expect(atHand.map(({ record, usable }: Row) => [record, usable])).toContainEqual([items.stone, false])
    expect(
      (await change('catalogue_items', items.stone, { status: 'active', replaced_by: null })).status,
    ).toBe(200)
    expect(await because('en')).not.toContain('no longer')
  })
})

describe('a line and the cost group of the recipe it takes', () => {
  const made: Record<string, string> = {}
  const groupOf = async (id: string): Promise<unknown> =>
    (await work.read('estimate_lines', id))['cost_group']

  beforeAll(async () => {
    const { id: set } = await work.make('cost_group_sets', { key: 'own', name: 'Own' })
    for (const code of ['331', '341'])
      made[code] = (await work.make('cost_groups', { set, code, name: code }))['id']
    const part = { item: items.brick, qty_expr: '50' }
    for (const [name, cost_group] of [
      ['Outer wall', made['331']],
      ['Inner wall', made['341']],
    ] as const)
      made[name] = (await makeRecipe(work, { name, cost_group }, [part])).version
  })

  it('it gets it where it has none, by a write and by the command, and with it what is reckoned by groups', async () => {
    const written = await line({ recipe_version: made['Outer wall'] })
    expect(await groupOf(written)).toBe(made['331'])
    const priced = await line({ unit: 'm2' })
    expect(await groupOf(priced)).toBeNull()
    await work.result('estimate.price-line', { line: priced, recipe_version: made['Inner wall'] })
    expect(await groupOf(priced)).toBe(made['341'])
    // Undone with the step it followed from.
    const undone = await line({ unit: 'm2' })
    await change('estimate_lines', undone, { recipe_version: made['Inner wall'] })
    expect(await groupOf(undone)).toBe(made['341'])
    expect((await work.owner.post('/api/undo', {})).body.refused).toEqual([])
    expect(await work.read('estimate_lines', undone)).toMatchObject({
      cost_group: null,
      recipe_version: null,
    })
  })

  it('the one it has stays, and what somebody took out does not come back with new prices', async () => {
    const own = await line({ recipe_version: made['Outer wall'], cost_group: made['341'] })
    expect(await groupOf(own)).toBe(made['341'])
    await change('estimate_lines', own, { recipe_version: made['Outer wall'] })
    expect(await groupOf(own)).toBe(made['341'])
    const without = await line({ recipe_version: made['Outer wall'] })
    await change('estimate_lines', without, { cost_group: null })
    await work.result('estimate.price-line', { line: without })
    const { price_date: date } = await work.read('estimate_versions', version)
    await work.result('estimate.reprice', { version, date, lines: [without] })
    expect(await groupOf(without)).toBeNull()
  })

  it('[FP-19] of a recipe whose group somebody may not see, and to a line they may give none, nothing is given', async () => {
    const all = { verbs: ['read', 'create', 'update', 'delete'] }
    const without = async (key: string): Promise<Row> => {
      const { body } = await work.owner.get(`/api/models/${key}/description`)
      const keys = (body.fields as Row[])
        .filter(({ system }) => !system)
        .map((field) => field['key'] as string)
      return { [key]: { ...all, fields: { read: keys, write: keys.filter((one) => one !== 'cost_group') } } }
    }
    const recipes = (await without('recipes'))['recipes']
    const blind = {
      recipes: { ...recipes, fields: { ...recipes.fields, read: recipes.fields.write } },
    }
    const none = { cost_groups: { ...all, rows: { field: 'code', op: 'eq', value: 'other' } } }
    for (const [key, grants] of Object.entries({
      blind,
      none,
      bound: await without('estimate_lines'),
    })) {
      const role = await work.owner.post('/api/roles', { key, label: key, grants: { '*': all, ...grants } })
      expect(role.status, key).toBe(201)
      const person = api(await addPerson(work.person, work.tenant, key), work.tenantId)
      const id = await line({ unit: 'm2' })
      const taken = await person.patch(`/api/records/estimate_lines/${id}`, {
        recipe_version: made['Outer wall'],
      })
      expect([key, taken.status, await groupOf(id)]).toEqual([key, 200, null])
      const other = await line({ unit: 'm2' })
      const priced = { line: other, recipe_version: made['Outer wall'] }
      const { status } = await person.post('/api/commands/estimate.price-line', priced)
      expect([key, status, await groupOf(other)]).toEqual([key, 200, null])
    }
  })
})
