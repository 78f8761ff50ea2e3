import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

const races = process.env['LONG'] ? 1000 : 100
const types = ['labour', 'material', 'equipment', 'subcontract', 'other'] as const
function cents(text: string | null): bigint {
  const [whole = '0', fraction = ''] = (text ?? '0').split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}
const sum = (rows: readonly Row[], key: string): bigint =>
  rows.reduce((total, row) => total + cents(row[key]), 0n)

/** Numbers that look like anything and are the same every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}
const decimals = (next: (below: number) => number, below: number, digits: number): string =>
  `${next(below)}.${String(next(10 ** digits)).padStart(digits, '0')}`

/** Sections in sections, lines of all kinds with and without resources, written in few calls. */
async function generate(version: string, seed: number): Promise<void> {
  const next = numbers(seed)
  const bulk = async (model: string, create: Row[]): Promise<string[]> => {
    const { status, body } = await work.owner.post(`/api/records/${model}/bulk`, { create })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.created as string[]
  }
  const outer = await bulk(
    'estimate_lines',
    Array.from({ length: 4 }, (_, at) => ({ version, kind: 'section', title: `Section ${at}` })),
  )
  const inner = await bulk(
    'estimate_lines',
    outer.map((parent) => ({ version, kind: 'section', title: 'Inside', parent })),
  )
  const kinds = [
    'normal',
    'normal',
    'optional_with_total',
    'optional_without_total',
    'lump_sum',
    'daywork',
    'text',
  ]
  const lines = await bulk(
    'estimate_lines',
    Array.from({ length: 80 }, (_, at) => ({
      version,
      parent: [...outer, ...inner, null][next(9)],
      title: `Line ${at}`,
      unit: 'm2',
      quantity: `${next(5) === 0 ? '-' : ''}${decimals(next, 400, 3)}`,
      unit_rate: decimals(next, 90, 4),
      item_type: kinds[next(kinds.length)],
      selected: next(3) > 0,
      vat_code: ['standard', 'reduced', 'none'][next(3)],
      ...(next(6) === 0 && { discount_pct: decimals(next, 20, 2) }),
      ...(next(9) === 0 && { rate_override: decimals(next, 70, 2) }),
    })),
  )
  await bulk(
    'estimate_resources',
    lines.flatMap((line, at) =>
      Array.from({ length: next(4) }, (_, part) => ({
        version,
        line,
        path: `${part}`,
        name: `Resource ${(at + part) % 17}`,
        type: types[next(5)],
        unit: 'h',
        qty_per_unit: decimals(next, 3, 4),
        price: decimals(next, 60, 3),
        ...(next(4) === 0 && { waste_pct: '7.5' }),
        ...(next(5) === 0 && { price_basis: '100' }),
      })),
    ),
  )
  await bulk('estimate_markups', [
    { version, key: 'site', label: 'Site', value: '7.25' },
    {
      version,
      key: 'labour',
      label: 'On labour',
      value: '11.1',
      basis_types: ['labour'],
      spread: 'into_rates',
    },
    {
      version,
      key: 'profit',
      label: 'Profit',
      value: '4.75',
      basis_types: [...types],
      basis_keys: 'site, labour',
    },
    { version, key: 'bond', label: 'Bond', value: '321.5', kind: 'fixed' },
  ])
}

describe('the same cent', () => {
  it.each([1, 2, 3])(
    'in the tree, by type, by resource, by cost group and at the foot (%i)',
    async (seed) => {
      const { id } = await work.make('estimates', { name: `Generated ${seed}` })
      const version = (await work.read('estimates', id))['current_version'] as string
      const set = await work.make('cost_group_sets', { key: `own-${seed}`, name: 'Own' })
      const groups = await Promise.all(
        ['300', '400'].map((code) => work.make('cost_groups', { set: set['id'], code, name: code })),
      )
      await generate(version, seed)
      const before = await work.inside('estimate_lines', version)
      const some = before.filter((row, at) => row['kind'] === 'line' && at % 3 > 0)
      const update = some.map((row, at) => ({
        id: row['id'],
        values: { cost_group: groups[at % 2]?.['id'] },
      }))
      expect((await work.owner.post('/api/records/estimate_lines/bulk', { update })).status).toBe(200)
      const foot = await work.read('estimate_versions', version)
      const nodes = await work.inside('estimate_lines', version)
      const lines = nodes.filter(({ kind }) => kind === 'line')
      const resources = await work.inside('estimate_resources', version)
      const markups = await work.inside('estimate_markups', version)
      const direct = cents(foot['direct_cost'])
      expect(direct).not.toBe(0n)
      expect(sum(lines, 'node_total')).toBe(direct)
      expect(
        sum(
          nodes.filter(({ parent }) => parent === null),
          'node_total',
        ),
      ).toBe(direct)
      for (const section of nodes.filter(({ kind }) => kind === 'section'))
        expect(cents(section['node_total'])).toBe(
          sum(
            nodes.filter(({ parent }) => parent === section['id']),
            'node_total',
          ),
        )
      for (const type of types) {
        expect(sum(lines, type), type).toBe(cents(foot[type]))
        const explained = sum(
          resources.filter((row) => row['type'] === type),
          'amount',
        )
        expect(explained + (type === 'other' ? sum(lines, 'without_resources') : 0n), type).toBe(
          cents(foot[type]),
        )
      }
      for (const line of lines)
        if (line['item_type'] !== 'text')
          expect(types.reduce((total, type) => total + cents(line[type]), 0n)).toBe(cents(line['node_total']))
      const query = {
        model: 'estimate_lines',
        where: {
          and: [
            { field: 'version', op: 'eq', value: version },
            { field: 'kind', op: 'eq', value: 'line' },
          ],
        },
        group: ['cost_group'],
        aggregate: [{ fn: 'sum', field: 'node_total', as: 'total' }],
      }
      const { body } = await work.owner.post('/api/query', { queries: [query] })
      expect(body.results[0].rows).toHaveLength(3)
      const byGroup = body.results[0].rows as { total: { amount: string; currency: string } }[]
      expect(byGroup.map(({ total }) => total.currency)).toEqual(['EUR', 'EUR', 'EUR'])
      expect(byGroup.reduce((all, { total }) => all + cents(total.amount), 0n)).toBe(direct)
      // What goes into the rates stands in the lines, what does not below them.
      const own = markups.filter(({ spread }) => spread === 'own_line')
      expect(sum(lines, 'net_total') + sum(own, 'amount')).toBe(direct + sum(markups, 'amount'))
      expect(cents(foot['net'])).toBe(direct + sum(markups, 'amount') - cents(foot['discount']))
      expect(cents(foot['gross'])).toBe(cents(foot['net']) + cents(foot['vat']))
      expect(sum(foot['vat_amounts'], 'base')).toBe(cents(foot['net']))
      expect(sum(foot['vat_amounts'], 'amount')).toBe(cents(foot['vat']))
      const estimate = await work.read('estimates', id)
      expect([estimate['net'], estimate['gross']]).toEqual([foot['net'], foot['gross']])
    },
    120_000,
  )
})

describe('an edit against an acceptance', () => {
  it(`never leaves an accepted version that says something else than what was locked (${races} races)`, async () => {
    for (let race = 0; race < races; race++) {
      const { id } = await work.make('estimates', { name: `Race ${race}` })
      const version = (await work.read('estimates', id))['current_version'] as string
      const line = await work.make('estimate_lines', {
        version,
        title: 'Line',
        quantity: '1',
        unit_rate: '100',
      })
      const write = (values: Row) => work.owner.patch(`/api/records/estimate_lines/${line['id']}`, values)
      const status = (value: string) => work.run('estimate.set-status', { version, status: value })
      const [edited, locked, added] = await Promise.all([
        write({ quantity: '2' }),
        status('approved'),
        work.owner.post('/api/records/estimate_lines', {
          version,
          title: 'More',
          quantity: '1',
          unit_rate: '50',
        }),
      ])
      expect(locked.status).toBe(200)
      expect([200, 422]).toContain(edited.status)
      expect([201, 422]).toContain(added.status)
      const shown = await work.read('estimate_versions', version)
      const direct = (edited.status === 200 ? 200 : 100) + (added.status === 201 ? 50 : 0)
      expect(shown['direct_cost']).toBe(`${direct}.00`)
      await status('issued')
      const [late, accepted] = await Promise.all([write({ quantity: '3' }), status('accepted')])
      expect([late.status, accepted.status]).toEqual([422, 200])
      const after = await work.read('estimate_versions', version)
      expect(after).toMatchObject({
        status: 'accepted',
        content_hash: shown['content_hash'],
        gross: shown['gross'],
        direct_cost: shown['direct_cost'],
      })
      expect((await work.read('estimate_lines', line['id']))['line_total']).toBe(
        edited.status === 200 ? '200.00' : '100.00',
      )
    }
  }, 600_000)
})
