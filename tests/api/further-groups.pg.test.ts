import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  keptAndWhole,
  startEstimating,
  type EstimatingPlace,
  type Row,
} from '../support/estimating-workspace.ts'

let work: EstimatingPlace
const groups: Record<string, string> = {}

beforeAll(async () => {
  work = await startEstimating()
  for (const set of ['DIN', 'Trades']) {
    const { id } = await work.make('cost_group_sets', { key: set, name: set })
    for (const code of ['300', '400', '500']) {
      const group = await work.make('cost_groups', { set: id, code, name: `${set} ${code}` })
      groups[`${set} ${code}`] = group['id']
    }
  }
}, 60_000)

afterAll(() => work.server.stop())

const draft = async (): Promise<string> =>
  (await work.result('estimate.create', { name: 'House' }))['version']
const line = async (version: string, values: Row = {}): Promise<string> => {
  const wall = { version, title: 'Wall', unit: 'm2', quantity: '2', unit_rate: '10', ...values }
  return (await work.make('estimate_lines', wall))['id']
}
const share = (of: string, group: string, percent: string): Row => ({
  line: of,
  cost_group: groups[group],
  share: percent,
})
const put = async (of: string, group: string, percent: string): Promise<string> =>
  (await work.make('line_classifications', share(of, group, percent)))['id']
const place = (id: string): string => `/api/records/line_classifications/${id}`
const lacks = async (id: string): Promise<string[]> => (await work.read('estimate_lines', id))['issue'] ?? []
const issuesOf = async (version: string): Promise<Row> =>
  (await work.read('estimate_versions', version))['issues']
const details = ({ status, body }: { status: number; body: Row }) => [
  status,
  (body['error']?.details ?? []).map(({ path, code }: Row) => [path, code]),
]
const tooMuch = [422, [['attributes.share', 'shares']]]

describe('a line that is only in further cost groups', () => {
  it('lacks no group while it is in one, and is counted so in its version', async () => {
    const version = await draft()
    const [one, other] = [await line(version), await line(version)]
    expect([await lacks(one), await issuesOf(version)]).toEqual([
      expect.arrayContaining(['group']),
      expect.objectContaining({ group: 2 }),
    ])
    const part = await put(one, 'DIN 300', '60')
    expect([await lacks(one), await lacks(other), await issuesOf(version)]).toEqual([
      expect.not.arrayContaining(['group']),
      expect.arrayContaining(['group']),
      expect.objectContaining({ group: 1 }),
    ])
    // It goes to another line, and the first lacks one again.
    expect((await work.owner.patch(place(part), { line: other })).status).toBe(200)
    expect([await lacks(one), await lacks(other)]).toEqual([
      expect.arrayContaining(['group']),
      expect.not.arrayContaining(['group']),
    ])
    const moved = await keptAndWhole(work, version)
    expect(moved.kept).toEqual(moved.whole)
    expect((await work.owner.delete(place(part))).status).toBe(204)
    expect(await lacks(other)).toContain('group')
    expect(await issuesOf(version)).toMatchObject({ group: 2 })
    const emptied = await keptAndWhole(work, version)
    expect(emptied.kept).toEqual(emptied.whole)
  })

  it('keeps that when the line is edited, beside alternatives, and in a copy', async () => {
    const version = await draft()
    const id = await line(version)
    const base = await line(version, { item_type: 'base', alt_group: 'A' })
    for (const of of [id, base]) await put(of, 'Trades 400', '100')
    const patched = await work.owner.patch(`/api/records/estimate_lines/${id}`, { quantity: '3' })
    expect(patched.status).toBe(200)
    expect([...(await lacks(id)), ...(await lacks(base))]).not.toContain('group')
    expect(await issuesOf(version)).not.toHaveProperty('group')
    const { kept, whole } = await keptAndWhole(work, version)
    expect(kept).toEqual(whole)
    const { line: copy } = await work.result('estimate.duplicate-line', { line: id })
    expect(await lacks(copy)).not.toContain('group')
  })

  it('is in them for a version with a markup for other groups, too', async () => {
    const version = await draft()
    const id = await line(version)
    const basis = { basis_groups: [groups['DIN 300']], key: 'm', label: 'Site', value: '10' }
    await work.make('estimate_markups', { version, ...basis })
    expect(await lacks(id)).toContain('group')
    await put(id, 'Trades 300', '50')
    expect(await lacks(id)).not.toContain('group')
  })
})

describe('the shares of a line', () => {
  it('are at most all of it in one set, beside its own group and whatever it is of other sets', async () => {
    const version = await draft()
    const id = await line(version, { cost_group: groups['DIN 500'] })
    await put(id, 'DIN 300', '60')
    const more = await work.owner.post('/api/records/line_classifications', share(id, 'DIN 400', '40.000001'))
    expect(details(more)).toEqual(tooMuch)
    expect(more.body.error.details[0]).toMatchObject({
      message:
        'The shares of the line in this set of cost groups would add up to 100.000001 %, which is more than all of it.',
      values: { sum: { decimal: '100.000001' } },
    })
    const rest = await put(id, 'DIN 400', '40')
    await put(id, 'Trades 300', '100')
    expect(await lacks(id)).not.toContain('shares')
    expect(details(await work.owner.patch(place(rest), { share: '41' }))).toEqual(tooMuch)
    // What goes down with what comes up is looked at together.
    const [first] = (
      await work.owner.post('/api/query', {
        queries: [
          {
            model: 'line_classifications',
            fields: ['id'],
            where: {
              and: [
                { field: 'line', op: 'eq', value: id },
                { field: 'share', op: 'eq', value: '60' },
              ],
            },
          },
        ],
      })
    ).body.results[0].rows as Row[]
    const swap = { [rest]: '60', [String(first?.['id'])]: '40' }
    const update = Object.entries(swap).map(([one, percent]) => ({ id: one, values: { share: percent } }))
    expect((await work.owner.post('/api/records/line_classifications/bulk', { update })).status).toBe(200)
    // What was deleted does not come back where something else has taken its place.
    expect((await work.owner.delete(place(rest))).status).toBe(204)
    await put(id, 'DIN 500', '50')
    expect(details(await work.owner.post(`${place(rest)}/restore`))).toEqual(tooMuch)
  })

  it('that were more before that was refused are listed, may be noted and copied, and go down', async () => {
    const version = await draft()
    const id = await line(version)
    const parts = [await put(id, 'DIN 300', '50'), await put(id, 'DIN 400', '50')]
    await work.server.sql(
      `update app.objects set attributes = attributes || '{"share": "70"}' where id = any($1::uuid[])`,
      [parts],
    )
    expect((await work.owner.patch(place(String(parts[0])), { note: 'As it was' })).status).toBe(200)
    expect((await work.owner.patch(`/api/records/estimate_lines/${id}`, { quantity: '3' })).status).toBe(200)
    expect(await lacks(id)).toContain('shares')
    const { version: next } = await work.result('estimate.new-version', { version })
    const [copy] = await work.inside('estimate_lines', next)
    expect(copy?.['issue']).toContain('shares')
    expect((await work.owner.patch(place(String(parts[0])), { share: '30' })).status).toBe(200)
    expect(await lacks(id)).not.toContain('shares')
    expect(await issuesOf(version)).not.toHaveProperty('shares')
    expect((await work.owner.patch(place(String(parts[1])), { share: '65' })).status).toBe(200)
  })
})

describe('a cost group that is not in use any more', () => {
  it('takes no line, in whole or in part, and keeps those it has', async () => {
    const version = await draft()
    const [kept, other] = [
      await line(version, { cost_group: groups['Trades 500'] }),
      await line(version, { cost_group: groups['Trades 300'] }),
    ]
    const group = `/api/records/cost_groups/${groups['Trades 500']}`
    expect((await work.owner.patch(group, { active: false })).status).toBe(200)
    const given = { cost_group: groups['Trades 500'] }
    const refused = [422, [['cost_group', 'group_status']]]
    expect(details(await work.owner.patch(`/api/records/estimate_lines/${other}`, given))).toEqual(refused)
    const inPart = share(other, 'Trades 500', '50')
    expect(details(await work.owner.post('/api/records/line_classifications', inPart))).toEqual(refused)
    expect((await work.owner.patch(`/api/records/estimate_lines/${kept}`, { quantity: '3' })).status).toBe(
      200,
    )
    await work.result('estimate.duplicate-line', { line: kept })
    await work.result('estimate.new-version', { version })
    expect((await work.owner.patch(group, { active: true })).status).toBe(200)
    expect((await work.owner.patch(`/api/records/estimate_lines/${other}`, given)).status).toBe(200)
  })
})
