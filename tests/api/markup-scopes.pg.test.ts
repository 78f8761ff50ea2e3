import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { documentIn, type WorksheetForm } from '#estimating/worksheet-form.ts'
import {
  keptAndWhole,
  startEstimating,
  type EstimatingPlace,
  type Row,
} from '../support/estimating-workspace.ts'
import { addPerson, api } from '../support/people.ts'

let work: EstimatingPlace
let set: string
let trades: string
const groups: Record<string, string> = {}

beforeAll(async () => {
  work = await startEstimating()
  set = (await work.make('cost_group_sets', { key: 'OWN', name: 'Own' }))['id']
  for (const [code, parent] of [
    ['300', null],
    ['330', '300'],
    ['331', '330'],
    ['400', null],
  ] as const) {
    const values = { set, code, name: `Group ${code}`, parent: parent && groups[parent] }
    groups[code] = (await work.make('cost_groups', values))['id']
  }
  trades = (await work.make('cost_group_sets', { key: 'TRADES', name: 'Trades' }))['id']
  groups['T1'] = (await work.make('cost_groups', { set: trades, code: 'T1', name: 'Trade 1' }))['id']
}, 60_000)

afterAll(() => work.server.stop())

const draft = async (): Promise<string> =>
  (await work.result('estimate.create', { name: 'House' }))['version']
const node = async (version: string, values: Row): Promise<string> =>
  (await work.make('estimate_lines', { version, title: 'Part', unit: 'm2', quantity: '1', ...values }))['id']
const section = (version: string, parent: string | null = null): Promise<string> =>
  node(version, { kind: 'section', parent })
const tryMarkup = (version: string, values: Row) =>
  work.owner.post('/api/records/estimate_markups', {
    version,
    key: 'm',
    label: 'Markup',
    value: '10',
    ...values,
  })
const markup = async (version: string, values: Row): Promise<string> =>
  (await work.make('estimate_markups', { version, key: 'm', label: 'Markup', value: '10', ...values }))['id']
const base = async (id: string): Promise<string[]> => {
  const { base_amount, amount } = await work.read('estimate_markups', id)
  return [base_amount, amount]
}
const refusal = ({ status, body }: { status: number; body: Row }): unknown[] => [
  status,
  body['error'].details?.[0]?.path,
  body['error'].details?.[0]?.code,
]

/** Everywhere the version is reckoned anew it comes to what is kept. */
async function expectSame(version: string): Promise<void> {
  const kept = await work.read('estimate_versions', version)
  const { form } = await work.result('estimate.worksheet', { version })
  const totals = rollUpEstimate(documentIn(form as WorksheetForm))
  expect([totals.net, totals.gross]).toEqual([kept['net'], kept['gross']])
  const both = await keptAndWhole(work, version)
  expect(both.kept).toEqual(both.whole)
  const nets = (await work.inside('estimate_lines', version)).flatMap(({ kind, net_total }) =>
    kind === 'line' ? [net_total] : [],
  )
  for (const one of [set, trades]) expect(await netByGroup(version, one)).toBe(sumOf(nets))
}

const sumOf = (amounts: readonly string[]): string =>
  roundHalfUp(
    amounts.reduce((sum, amount) => sum.plus(amount), decimal(0)),
    2,
  )

/** What all groups of a set come to, with the markups inside the rates. */
async function netByGroup(version: string, one: string): Promise<string> {
  const { rows } = await work.result('estimate.totals-by-group', { version, set: one, of: 'net' })
  return sumOf((rows as Row[]).flatMap(({ depth, amount }) => (depth === 0 ? [amount] : [])))
}

describe('a markup for a section', () => {
  it('is reckoned on all that is inside it, and follows lines that move in and out', async () => {
    const version = await draft()
    const [roof, walls] = [await section(version), await section(version)]
    const inner = await section(version, roof)
    await node(version, { parent: roof, unit_rate: '100' })
    await node(version, { parent: inner, unit_rate: '33.33' })
    const wall = await node(version, { parent: walls, unit_rate: '1000' })
    const id = await markup(version, { section: roof })
    expect(await base(id)).toEqual(['133.33', '13.33'])
    await work.result('estimate.move-line', { line: wall, inside: inner })
    expect(await base(id)).toEqual(['1133.33', '113.33'])
    await work.owner.patch(`/api/records/estimate_lines/${wall}`, { unit_rate: '2000' })
    expect(await base(id)).toEqual(['2133.33', '213.33'])
    expect(await work.read('estimate_versions', version)).toMatchObject({
      direct_cost: '2133.33',
      net: '2346.66',
    })
    await expectSame(version)
    await work.owner.patch(`/api/records/estimate_markups/${id}`, { section: null })
    expect(await base(id)).toEqual(['2133.33', '213.33'])
  })

  it('goes into the next version with its section, and into rates of its lines alone', async () => {
    const version = await draft()
    const [roof, walls] = [await section(version), await section(version)]
    await node(version, { parent: roof, unit_rate: '100' })
    await node(version, { parent: walls, unit_rate: '1000' })
    await markup(version, { section: roof, spread: 'into_rates' })
    const { version: next } = await work.result('estimate.new-version', { version })
    const [copy] = await work.inside('estimate_markups', next)
    const lines = await work.inside('estimate_lines', next)
    const sections = lines.filter(({ kind }) => kind === 'section')
    expect(sections.map(({ id }) => id)).toContain(copy?.['section'])
    expect(copy).toMatchObject({ base_amount: '100.00', amount: '10.00' })
    expect(lines.map(({ net_total }) => net_total).toSorted()).toEqual([
      '1000.00',
      '1000.00',
      '110.00',
      '110.00',
    ])
    const { bridge } = await work.result('estimate.compare', { from: version, to: next })
    expect(bridge).toMatchObject({ markup: '0.00', scope: '0.00' })
    await expectSame(next)
    // What it is for cannot be taken away under it.
    const gone = await work.run('estimate.remove-line', { line: copy?.['section'] })
    expect(gone.status).toBe(422)
  })

  it('is for a section of its own version', async () => {
    const [one, two] = [await draft(), await draft()]
    expect(refusal(await tryMarkup(one, { section: await section(two) }))).toEqual([
      422,
      'section',
      'unknown_section',
    ])
    expect(refusal(await tryMarkup(one, { section: await node(one, { unit_rate: '1' }) }))).toEqual([
      422,
      'section',
      'unknown_section',
    ])
  })
})

describe('a markup for cost groups', () => {
  it('is reckoned on the groups and all inside them, with the shares of lines, as the view by cost group has them', async () => {
    const version = await draft()
    const first = await node(version, { unit_rate: '100', cost_group: groups['331'] })
    await node(version, { unit_rate: '0.05', cost_group: groups['400'] })
    await node(version, { unit_rate: '7' })
    const id = await markup(version, { basis_groups: [groups['300']] })
    expect(await base(id)).toEqual(['100.00', '10.00'])
    // A third of the line belongs elsewhere; then a third of it to another group that counts.
    const share = { line: first, share: '33.333333' }
    const { id: other } = await work.make('line_classifications', { ...share, cost_group: groups['400'] })
    expect(await base(id)).toEqual(['66.67', '6.67'])
    await work.make('line_classifications', { ...share, cost_group: groups['330'] })
    const { rows } = await work.result('estimate.totals-by-group', { version, set })
    const [whole] = (rows as Row[]).filter(({ code }) => code === '300')
    expect(await base(id)).toEqual([whole?.['amount'], '6.67'])
    await expectSame(version)
    expect((await work.owner.delete(`/api/records/line_classifications/${other}`)).status).toBe(204)
    expect(await base(id)).toEqual(['100.00', '10.00'])
  })

  it('takes the types in these groups where it names types, too, and builds on earlier markups', async () => {
    const version = await draft()
    const wall = await node(version, { cost_group: groups['330'], quantity: '3' })
    for (const [type, price] of [
      ['labour', '10'],
      ['material', '5'],
    ])
      await work.make('estimate_resources', {
        version,
        line: wall,
        name: type,
        type,
        qty_per_unit: '1',
        price,
      })
    await node(version, { unit_rate: '500' })
    const first = await markup(version, { basis_groups: [groups['330']], basis_types: ['labour'] })
    const second = { key: 'n', basis_groups: [groups['330']], basis_keys: 'm', spread: 'into_rates' }
    expect(await base(first)).toEqual(['30.00', '3.00'])
    expect(await base(await markup(version, second))).toEqual(['48.00', '4.80'])
    await expectSame(version)
  })

  it('is carried by its lines in the view by any set', async () => {
    const version = await draft()
    const line = await node(version, { unit_rate: '100.01', cost_group: groups['T1'] })
    for (const code of ['300', '400'])
      await work.make('line_classifications', { line, cost_group: groups[code], share: '50' })
    await markup(version, { basis_groups: [groups['300']], value: '1000', spread: 'into_rates' })
    expect(await work.read('estimate_versions', version)).toMatchObject({ net: '600.11' })
    expect([await netByGroup(version, set), await netByGroup(version, trades)]).toEqual(['600.11', '600.11'])
    await expectSame(version)
  })

  it('sends a browser none of the further groups that a role does not see', async () => {
    const write = { verbs: ['read', 'create', 'update', 'delete'] }
    const grants = Object.fromEntries(
      ['estimates', 'versions', 'lines', 'resources', 'markups', 'variables'].map((key) => [
        key === 'estimates' ? key : `estimate_${key}`,
        write,
      ]),
    )
    await work.owner.post('/api/roles', { key: 'plain', label: 'Plain', grants })
    const person = api(await addPerson(work.person, work.tenant, 'plain'), work.tenantId)
    const version = await draft()
    const line = await node(version, { unit_rate: '100', cost_group: groups['331'] })
    await work.make('line_classifications', { line, cost_group: groups['400'], share: '25' })
    const formOf = async () =>
      (await person.post('/api/commands/estimate.worksheet', { version })).body.result.form
    expect(await formOf()).not.toBeNull()
    await markup(version, { basis_groups: [groups['300']] })
    expect(await formOf()).toBeNull()
    expect((await work.result('estimate.worksheet', { version }))['form']).not.toBeNull()
  })

  it('is for groups of one set', async () => {
    const version = await draft()
    const { id: elsewhere } = await work.make('cost_group_sets', { key: 'ELSE', name: 'Else' })
    const { id } = await work.make('cost_groups', { set: elsewhere, code: '1', name: 'One' })
    expect(refusal(await tryMarkup(version, { basis_groups: [groups['300'], id] }))).toEqual([
      422,
      'basis_groups',
      'one_set',
    ])
    expect(await work.inside('estimate_markups', version)).toEqual([])
  })

  it('follows groups that come into those it is for and leave them, in drafts', async () => {
    const version = await draft()
    const values = { set, code: '370', name: 'Moving', parent: groups['400'] }
    const { id: moving } = await work.make('cost_groups', values)
    await node(version, { unit_rate: '100', cost_group: moving })
    const id = await markup(version, { basis_groups: [groups['300']] })
    expect(await base(id)).toEqual(['0.00', '0.00'])
    const moveTo = async (parent: string | undefined) =>
      expect((await work.owner.patch(`/api/records/cost_groups/${moving}`, { parent })).status).toBe(200)
    await moveTo(groups['330'])
    expect(await base(id)).toEqual(['100.00', '10.00'])
    expect((await work.read('estimate_versions', version))['net']).toBe('110.00')
    await moveTo(groups['400'])
    expect(await base(id)).toEqual(['0.00', '0.00'])
    await expectSame(version)
  })

  it('[E-13] stays as it was once the version is fixed, whatever becomes of the set', async () => {
    const version = await draft()
    const { id: extra } = await work.make('cost_groups', {
      set,
      code: '390',
      name: 'Extra',
      parent: groups['300'],
    })
    await node(version, { unit_rate: '100', cost_group: extra })
    const id = await markup(version, { basis_groups: [groups['300']] })
    await work.issue(version)
    const moved = await work.owner.patch(`/api/records/cost_groups/${extra}`, { parent: groups['400'] })
    expect(moved.status).toBe(200)
    const { version: next } = await work.result('estimate.new-version', { version })
    const [copy] = await work.inside('estimate_markups', next)
    // The next draft goes by the set of today; what was issued does not.
    expect([await base(id), await base(copy?.['id'])]).toEqual([
      ['100.00', '10.00'],
      ['0.00', '0.00'],
    ])
    const { bridge } = await work.result('estimate.compare', { from: version, to: next })
    expect(bridge).toMatchObject({ from: '130.90', to: '119.00', markup: '-10.00' })
    await expect(
      work.server.sql(`update app.objects set attributes = attributes - 'groups' where id = $1`, [id]),
    ).rejects.toThrow('is no draft')
  })
})

describe('a markup per unit', () => {
  it('counts the units given, or what resources take in its unit', async () => {
    const version = await draft()
    const wall = await node(version, { quantity: '4' })
    await work.make('estimate_resources', {
      version,
      line: wall,
      name: 'Mason',
      type: 'labour',
      unit: 'h',
      qty_per_unit: '2.5',
      price: '60',
    })
    const site = await markup(version, { kind: 'per_unit', value: '12.25', unit_quantity: '8' })
    const hours = await markup(version, { key: 'hours', kind: 'per_unit', value: '1.5', unit: 'h' })
    expect((await base(site))[1]).toBe('98.00')
    expect((await base(hours))[1]).toBe('15.00')
    await work.owner.patch(`/api/records/estimate_lines/${wall}`, { quantity: '6' })
    expect((await base(hours))[1]).toBe('22.50')
    await expectSame(version)
    expect(refusal(await tryMarkup(version, { key: 'x', kind: 'per_unit' }))).toEqual([
      422,
      'unit',
      'required',
    ])
  })
})
