import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { addPerson, api, type Api } from '../support/people.ts'
import { makePriceBook, makeRecipe } from '../support/price-book.ts'

let work: EstimatingPlace
let items: Record<string, string> = {}
let prices: Record<string, string> = {}

beforeAll(async () => {
  work = await startEstimating(['recipe_components'])
  ;({ items, prices } = await makePriceBook(work, [
    ['mason', 'labour', 'h', '54'],
    ['crane', 'equipment', 'h', '80'],
    ['brick', 'material', 'pcs', '0.62'],
    ['digger', 'equipment', 'h', '95'],
    ['spare', 'material', 'pcs', null],
  ]))
}, 60_000)

afterAll(() => work.server.stop())

const crewOf = (...members: string[]): Row => ({
  kind: 'item',
  mode: 'productivity',
  name: 'Crew',
  output_per_hour: '2',
  crew: members.map((code) => ({ item: items[code], count: '1' })),
})
const remove = async (code: string, by: Api = work.owner) => {
  const { status, body } = await by.delete(`/api/records/catalogue_items/${items[code]}`)
  return [status, body?.error?.code, body?.error?.details?.map(({ path, message }: Row) => [path, message])]
}

it('an item that a recipe uses stays, as a member of a crew as well, until nothing uses it', async () => {
  await makeRecipe(work, { name: 'Wall' }, [crewOf('mason')])
  const { id: recipe } = await work.make('recipes', { code: 'D', name: 'Draft', output_unit: 'm2' })
  const { id: version } = await work.make('recipe_versions', { recipe, valid_from: '2026-01-01' })
  const { id: crew } = await work.make('recipe_components', { version, ...crewOf('crane') })
  // Prices point to their items, too: they go first.
  for (const code of ['mason', 'crane'])
    expect((await work.owner.delete(`/api/records/catalogue_prices/${prices[code]}`)).status).toBe(204)
  const inCrew = [422, 'in_use', [['recipe_components.crew', 'Recipe components still point here.']]]
  for (const code of ['mason', 'crane']) expect(await remove(code), code).toEqual(inCrew)
  const both = await work.owner.post('/api/records/catalogue_items/bulk', {
    delete: [items['spare'], items['mason']],
  })
  expect([both.status, (await work.read('catalogue_items', String(items['spare'])))['code']]).toEqual([
    422,
    'spare',
  ])
  expect((await work.owner.delete(`/api/records/recipe_components/${crew}`)).status).toBe(204)
  expect((await remove('crane'))[0]).toBe(204)
})

it('who sees no recipes is refused without a word about them', async () => {
  await makeRecipe(work, { name: 'Hidden' }, [
    { sort: 'a', item: items['brick'], qty_expr: '50' },
    { sort: 'b', ...crewOf('digger') },
  ])
  const all = { verbs: ['read', 'create', 'update', 'delete'] }
  const grants = { catalogues: all, catalogue_items: all }
  expect((await work.owner.post('/api/roles', { key: 'buyer', label: 'Buyer', grants })).status).toBe(201)
  const buyer = api(await addPerson(work.person, work.tenant, 'buyer'), work.tenantId)
  for (const code of ['brick', 'digger', 'mason'])
    expect(await remove(code, buyer), code).toEqual([422, 'in_use', undefined])
  expect((await remove('spare', buyer))[0]).toBe(204)
})
