import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shippedSets } from '#features/cost-groups/shipped-sets.ts'
import type { Api } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let tenantId: string

beforeAll(async () => {
  const { tenant, ...place } = await startPlace('Cost groups')
  ;({ server, owner } = place)
  tenantId = tenant.id
  const { status } = await owner.post('/api/standard-models', { keys: ['cost_group_maps'] })
  expect(status).toBe(201)
})

afterAll(() => server.stop())

async function make(model: string, values: Record<string, unknown>): Promise<string> {
  const { status, body } = await owner.post(`/api/records/${model}`, values)
  expect([status, body.error]).toEqual([201, undefined])
  return body.id
}
const change = (id: string, values: Record<string, unknown>) =>
  owner.patch(`/api/records/cost_groups/${id}`, values)
const refusal = ({ status, body }: { status: number; body: { error: { details: unknown[] } } }) => [
  status,
  body.error.details[0],
]
const levels = async (set: string): Promise<Record<string, number>> => {
  const where = { field: 'set', op: 'eq', value: set }
  const { body } = await owner.post('/api/query', {
    queries: [{ model: 'cost_groups', where, page: { size: 500 } }],
  })
  return Object.fromEntries(
    body.results[0].rows.map(({ code, level }: { code: string; level: number }) => [code, level]),
  )
}

describe('cost groups', () => {
  it('know their level, and what is below them follows a move', async () => {
    const set = await make('cost_group_sets', { key: 'moves', name: 'Moves' })
    const a = await make('cost_groups', { set, code: 'A', name: 'A' })
    const b = await make('cost_groups', { set, code: 'B', name: 'B' })
    const a1 = await make('cost_groups', { set, code: 'A1', name: 'A1', parent: a })
    await make('cost_groups', { set, code: 'A11', name: 'A11', parent: a1 })
    expect(await levels(set)).toEqual({ A: 1, B: 1, A1: 2, A11: 3 })
    expect((await change(a, { parent: b })).status).toBe(200)
    expect(await levels(set)).toEqual({ A: 2, B: 1, A1: 3, A11: 4 })
    expect((await change(a1, { parent: null })).status).toBe(200)
    expect(await levels(set)).toEqual({ A: 2, B: 1, A1: 1, A11: 2 })
  })

  it('are never part of themselves; the refusal says the way', async () => {
    const set = await make('cost_group_sets', { key: 'circles', name: 'Circles' })
    const a = await make('cost_groups', { set, code: 'A', name: 'A' })
    const b = await make('cost_groups', { set, code: 'B', name: 'B', parent: a })
    const c = await make('cost_groups', { set, code: 'C', name: 'C', parent: b })
    expect(refusal(await change(a, { parent: c }))).toEqual([
      422,
      {
        path: 'attributes.parent',
        code: 'circle',
        message: 'A cost group cannot be part of itself: A is part of C is part of B is part of A.',
      },
    ])
    expect(refusal(await change(a, { parent: a }))[0]).toBe(422)
    await expect(
      server.sql(
        `update app.objects set attributes = attributes || jsonb_build_object('parent', $3::text) where tenant_id = $1 and id = $2`,
        [tenantId, a, c],
      ),
    ).rejects.toThrow('A cost group cannot be part of itself.')
  })

  it('[RC-08] two moves at once make no circle together', async () => {
    const set = await make('cost_group_sets', { key: 'races', name: 'Races' })
    for (let round = 0; round < 5; round++) {
      const a = await make('cost_groups', { set, code: `A${round}`, name: 'A' })
      const b = await make('cost_groups', { set, code: `B${round}`, name: 'B' })
      const answers = await Promise.all([change(a, { parent: b }), change(b, { parent: a })])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    }
  })

  it('belong to the set of the whole', async () => {
    const one = await make('cost_group_sets', { key: 'one', name: 'One' })
    const two = await make('cost_group_sets', { key: 'two', name: 'Two' })
    const whole = await make('cost_groups', { set: one, code: '300', name: 'Whole' })
    const part = { set: two, code: '310', name: 'Part', parent: whole }
    expect(refusal(await owner.post('/api/records/cost_groups', part))).toMatchObject([
      422,
      { path: 'attributes.parent', code: 'other_set' },
    ])
    await make('cost_groups', { ...part, set: one })
    expect(refusal(await change(whole, { set: two }))[0]).toBe(422)
  })

  it('have codes as their set wants them, and a set no pattern that its codes break', async () => {
    const set = await make('cost_group_sets', { key: 'din', name: 'DIN', code_pattern: '^[1-8][0-9]0$' })
    await make('cost_groups', { set, code: '330', name: 'Outer walls' })
    const wrong = await owner.post('/api/records/cost_groups', { set, code: '33', name: 'Wrong' })
    expect(refusal(wrong)).toMatchObject([422, { path: 'attributes.code', code: 'pattern' }])
    const patterns = { '^[A-Z]+$': '330', '^(': 'cannot be read' }
    for (const [code_pattern, says] of Object.entries(patterns)) {
      const { status, body } = await owner.patch(`/api/records/cost_group_sets/${set}`, { code_pattern })
      expect([status, body.error.details[0].message]).toEqual([422, expect.stringContaining(says)])
    }
  })

  it('stand for at most all of themselves in another set', async () => {
    const [from, to, third] = [
      await make('cost_group_sets', { key: 'from', name: 'From' }),
      await make('cost_group_sets', { key: 'to', name: 'To' }),
      await make('cost_group_sets', { key: 'third', name: 'Third' }),
    ]
    const walls = await make('cost_groups', { set: from, code: '330', name: 'Walls' })
    const group = (set: string, code: string) => make('cost_groups', { set, code, name: code })
    const [outer, inner, other, doors] = [
      await group(to, 'B20'),
      await group(to, 'C10'),
      await group(third, '2'),
      await group(from, '340'),
    ]
    await make('cost_group_maps', { from_group: walls, to_group: outer, weight: '60' })
    const over = { from_group: walls, to_group: inner, weight: '40.000001' }
    expect(refusal(await owner.post('/api/records/cost_group_maps', over))).toEqual([
      422,
      {
        path: 'attributes.weight',
        code: 'weights',
        message: 'The weights of 330 would add up to 100.000001 %, which is more than all of it.',
        text: 'The weights of {{code}} would add up to {{sum}} %, which is more than all of it.',
        values: { code: '330', sum: { decimal: '100.000001' } },
      },
    ])
    await make('cost_group_maps', { ...over, weight: '40' })
    // Into another set it stands for all of itself again.
    await make('cost_group_maps', { from_group: walls, to_group: other, weight: '100' })
    const same = await owner.post('/api/records/cost_group_maps', { from_group: walls, to_group: doors })
    expect(refusal(same)).toMatchObject([422, { path: 'attributes.to_group', code: 'same_set' }])
  })
})

describe('cost group sets of the product', () => {
  it('are taken in whole, and a second time only what is missing', async () => {
    const add = (set: string) => owner.post('/api/commands/cost-groups.add-set', { set })
    const { status, body } = await add('uniformat-ii')
    expect([status, body.result]).toEqual([200, { id: expect.any(String), added: 108, present: 0 }])
    const found = await levels(body.result.id)
    expect(Object.keys(found).length).toBe(108)
    expect([found.B, found.B20, found.B2010]).toEqual([1, 2, 3])
    expect((await add('uniformat-ii')).body.result).toEqual({ ...body.result, added: 0, present: 108 })
    const din = await add('din-276')
    expect(din.body.result).toMatchObject({ added: 60, present: 0 })
    expect((await add('no-such-set')).status).toBe(422)
  })

  it('name each group after the one it is part of, by codes as they want them', () => {
    for (const { groups, code_pattern } of shippedSets)
      for (const [index, { code, parent }] of groups.entries()) {
        expect(code).toMatch(new RegExp(code_pattern))
        if (parent !== undefined) expect(groups.slice(0, index).map((one) => one.code)).toContain(parent)
      }
  })
})
