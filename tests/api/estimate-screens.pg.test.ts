import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, api, type Api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace
/** Reads and writes all of an estimate but whether it is a template. */
let clerk: Api
/** Reads no template either. */
let guest: Api
let version: string

beforeAll(async () => {
  work = await startEstimating()
  const { body } = await work.owner.get('/api/models/estimates/description')
  const keys = (body.fields as Row[]).filter(({ system }) => !system).map(({ key }) => key as string)
  const fields = keys.filter((key) => key !== 'template')
  const all = { verbs: ['read', 'create', 'update'] }
  const unmarked = { ...all, fields: { read: fields, write: fields } }
  const rows = { field: 'template', op: 'ne', value: true }
  clerk = await someone('clerk', { '*': all, estimates: unmarked })
  guest = await someone('guest', { '*': all, estimates: { ...unmarked, rows } })
  ;({ version } = (await work.result('estimate.create', { name: 'House' })) as { version: string })
  const { estimate } = await work.result('estimate.create', { name: 'How we begin' })
  await work.owner.patch(`/api/records/estimates/${estimate}`, { template: true })
}, 60_000)

afterAll(() => work.server.stop())

async function someone(key: string, grants: object): Promise<Api> {
  const made = await work.owner.post('/api/roles', { key, label: key, grants })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return api(await addPerson(work.person, work.tenant, key), work.tenantId)
}

const nodesOf = async (person: Api, layout: string): Promise<Row> =>
  (await person.get(`/api/layouts/${layout}`)).body.layout.nodes

describe('for whoever may not read which estimates are templates', () => {
  it('the list of estimates is whole, and offers no choice that would do nothing', async () => {
    expect((await nodesOf(work.owner, 'estimates'))['show'].when['=']).toContain('template')
    const nodes = await nodesOf(clerk, 'estimates')
    expect(JSON.stringify(nodes)).not.toContain('emplate')
    expect(nodes['grid'].slots).toEqual({ toolbar: [] })
    expect(nodes['grid'].props.where).toEqual({ '=': 'state.where' })
    const { body } = await clerk.post('/api/query', { queries: [{ model: 'estimates', fields: ['name'] }] })
    expect(body.results[0].rows.map(({ name }: Row) => name).toSorted()).toEqual(['House', 'How we begin'])
  })

  it('a version is issued as for everybody', async () => {
    const { issue, 'template-note': note } = await nodesOf(clerk, 'estimate')
    expect([issue.when, note]).toEqual([{ '=': "sources.version.status == 'approved'" }, undefined])
    await work.issue(version, 'approved')
    const issued = await clerk.post('/api/commands/estimate.set-status', { version, status: 'issued' })
    expect([issued.status, (await work.read('estimate_versions', version))['status']]).toEqual([
      200,
      'issued',
    ])
  })

  it('the dashboard counts the estimates that they read', async () => {
    const counted = async (person: Api): Promise<number> => {
      const { model, group, without } = (await nodesOf(person, 'dashboard'))['estimates'].props
      expect(without).toBe(person === work.owner ? 'template' : undefined)
      const where = without && { where: { field: without, op: 'ne', value: true } }
      const query = { model, group: [group], aggregate: [{ fn: 'count', as: 'n' }], ...where }
      const { body } = await person.post('/api/query', { queries: [query] })
      return body.results[0].rows.reduce((sum: number, { n }: Row) => sum + Number(n), 0)
    }
    expect([await counted(work.owner), await counted(clerk), await counted(guest)]).toEqual([1, 2, 1])
  })
})

it('[R-07] what is needed is told by resource and unit, of the lines that count', async () => {
  const { version: own } = await work.result('estimate.create', { name: 'Needed' })
  const mason = { name: 'Mason', type: 'labour', unit: 'h', price: '50' }
  for (const [title, qty_per_unit, more] of [
    ['Wall', '0.5', {}],
    ['Pillar', '2', {}],
    ['Arch', '9', { item_type: 'optional_without_total' }],
  ] as const) {
    const values = { unit: 'm2', quantity: '10', ...more }
    const { line } = await work.result('estimate.insert-line', { version: own, title, values })
    await work.make('estimate_resources', { ...mason, version: own, line, qty_per_unit })
  }
  const { hours, rows } = await work.result('estimate.needed', { version: own })
  expect(hours).toBe('25')
  expect(rows).toEqual([{ type: 'labour', item_code: null, name: 'Mason', unit: 'h', quantity: '25' }])
})

it('[R-07] resources are told by type, item and price: quantities to order, hours and amounts that add up', async () => {
  const { version: own } = await work.result('estimate.create', { name: 'By type' })
  const sand = { name: 'Sand', type: 'material', unit: 't' }
  for (const [title, quantity, values] of [
    ['Bed', '10', { ...sand, item_code: 'S1', qty_per_unit: '0.2', price: '18.5' }],
    ['Path', '4', { ...sand, item_code: 'S1', qty_per_unit: '1', price: '18.50' }],
    ['Other sand', '3', { ...sand, item_code: 'S2', qty_per_unit: '1', price: '18.5' }],
    ['Dearer', '2', { ...sand, item_code: 'S1', qty_per_unit: '1', price: '20' }],
    ['No price', '7', { ...sand, item_code: 'S1', qty_per_unit: '1' }],
    ['Wall', '6', { name: 'Mason', type: 'labour', unit: 'min', qty_per_unit: '30', price: '1' }],
    ['Tools', '1', { name: 'Tools', type: 'equipment', unit: '%', qty_per_unit: '3', price: '2' }],
  ] as const) {
    const line = { version: own, title, values: { unit: 'm2', quantity } }
    const { line: id } = await work.result('estimate.insert-line', line)
    await work.make('estimate_resources', { version: own, line: id, ...values })
  }
  const typed = { unit: 'm2', quantity: '1', unit_rate: '9.99' }
  await work.result('estimate.insert-line', { version: own, title: 'Typed', values: typed })
  const { priced, currency } = await work.result('estimate.needed', { version: own, language: 'de' })
  const rows = (priced as Row[]).map(({ type, item_code, price, quantity, hours, amount }) =>
    [type, item_code, price, quantity, hours, amount].join(' '),
  )
  expect(rows).toEqual([
    'labour  1 180 3 180.00',
    'material S1 18.5 6  111.00',
    'material S2 18.5 3  55.50',
    'material S1 20 2  40.00',
    'material S1  7  0.00',
    'equipment     6.00',
    'other     9.99',
  ])
  expect((priced as Row[]).at(-1)).toMatchObject({
    what: 'Other',
    name: 'Preise, die keine Ressource erklärt',
  })
  expect(currency).toBe('EUR')
  const cents = (priced as Row[]).reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0)
  const { direct_cost: direct } = await work.read('estimate_versions', own)
  expect(cents).toBe(Number(direct.replace('.', '')))
})
