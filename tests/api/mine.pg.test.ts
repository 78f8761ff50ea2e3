import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MyRecord } from '#contracts/api/mine.ts'
import { placePerson } from '../support/install-definitions.ts'
import type { Api, Person } from '../support/people.ts'
import { creator, startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'
import { makeWorkflow } from '../support/workflow-world.ts'

// What the dashboard says is a person's own: what they worked on lately, and what is theirs to do.
let server: TestServer
let owner: Api
let ownerId: string
let member: Person & { api: Api }
let customer: Person & { api: Api }
const create = creator(() => owner)

const mine = async (who: Api, what: 'recent' | 'assigned') => {
  const { status, body } = await who.get(`/api/mine?what=${what}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const rows = body.rows as MyRecord[]
  return {
    rows: rows.map(({ model, row, field }) => [model.key, row['name'], field]),
    approvals: (body.approvals as { subject: string }[]).map(({ subject }) => subject),
  }
}

beforeAll(async () => {
  const { ann, tenant, ...place } = await startPlace('Mine')
  ;({ server, owner } = place)
  ownerId = ann.userId
  member = await placePerson(server, tenant.id, 'member')
  customer = await placePerson(server, tenant.id, 'customer')
  for (const [key, more] of [
    ['task', []],
    ['note', []],
    ['hidden', [{ key: 'who', label: 'Who', type: 'user' }]],
  ] as const) {
    const fields = [
      { key: 'name', label: 'Name', type: 'text' },
      ...more,
      ...(key === 'task'
        ? [
            { key: 'doer', label: 'Doer', type: 'user' },
            { key: 'helpers', label: 'Helpers', type: 'user', many: true },
            {
              key: 'state',
              label: 'State',
              type: 'status',
              options: ['open', 'done'],
              transitions: { open: ['done'] },
            },
          ]
        : []),
    ]
    const made = await owner.post('/api/models', {
      key,
      label: `All ${key}`,
      schema: { title_field: 'name', fields },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  }
})
afterAll(() => server.stop())

describe('[R-04] records of one’s own', () => {
  it('recent: what one made or changed, the latest first, without what is gone', async () => {
    const first = await create('note', { name: 'First' })
    const second = await create('task', { name: 'Second' })
    const gone = await create('note', { name: 'Gone' })
    await owner.delete(`/api/records/note/${gone}`)
    expect((await member.api.patch(`/api/records/task/${second}`, { name: 'Second!' })).status).toBe(200)
    await owner.patch(`/api/records/note/${first}`, { name: 'First!' })
    expect((await mine(owner, 'recent')).rows).toEqual([
      ['note', 'First!', null],
      ['task', 'Second!', null],
    ])
    expect((await mine(member.api, 'recent')).rows).toEqual([['task', 'Second!', null]])
    expect((await mine(customer.api, 'recent')).rows).toEqual([])
  })

  it('recent: of one model as many as of several, with what is gone or hidden left out', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    const ids: string[] = []
    for (const name of names) ids.push(await create('note', { name }))
    for (const id of ids.slice(2)) await owner.delete(`/api/records/note/${id}`)
    expect((await mine(owner, 'recent')).rows.map(([, name]) => name)).toEqual([
      'B',
      'A',
      'First!',
      'Second!',
    ])
    for (const name of names) await create('note', { name: `${name}2` })
    expect((await mine(owner, 'recent')).rows).toHaveLength(8)
  })

  it('assigned: what names one and is not at its end, in models one may read alone', async () => {
    await create('task', { name: 'Lead it', doer: member.userId, state: 'open' })
    await create('task', { name: 'Help', doer: ownerId, helpers: [ownerId, member.userId], state: 'open' })
    await create('task', { name: 'Over', doer: member.userId, state: 'open' })
    const [over] = (
      await owner.post('/api/query', {
        queries: [{ model: 'task', where: { field: 'name', op: 'eq', value: 'Over' } }],
      })
    ).body.results[0].rows
    expect((await owner.patch(`/api/records/task/${over.id}`, { state: 'done' })).status).toBe(200)
    await create('hidden', { name: 'CANARY', who: member.userId })
    expect((await mine(member.api, 'assigned')).rows).toContainEqual(['hidden', 'CANARY', 'Who'])
    const closed = { label: 'Site', grants: { task: { verbs: ['read'] } } }
    expect((await owner.post('/api/roles', { key: 'site', ...closed })).status).toBe(201)
    expect((await owner.put(`/api/members/${member.userId}`, { role: 'site' })).status).toBe(200)
    expect((await mine(member.api, 'assigned')).rows).toEqual([
      ['task', 'Help', 'Helpers'],
      ['task', 'Lead it', 'Doer'],
    ])
    expect((await mine(owner, 'assigned')).rows).toEqual([['task', 'Help', 'Doer']])
    expect((await mine(customer.api, 'assigned')).rows).toEqual([])
  })

  it('assigned: what one is asked to decide stands there, read or not, until somebody decides', async () => {
    await makeWorkflow(owner, 'ask', { on: 'button' }, [
      { id: 'ask', kind: 'approve', by: [{ member: ownerId }], subject: 'Order it?' },
    ])
    await owner.post('/api/workflows/ask/runs', {})
    await expect
      .poll(async () => (await mine(owner, 'assigned')).approvals, { timeout: 20_000 })
      .toEqual(['Order it?'])
    await owner.post('/api/notifications/read', {})
    expect((await mine(owner, 'assigned')).approvals).toEqual(['Order it?'])
    expect((await mine(member.api, 'assigned')).approvals).toEqual([])
    const [{ approval }] = (await owner.get('/api/notifications')).body.rows
    expect((await owner.post(`/api/approvals/${approval.id}`, { decision: 'approved' })).status).toBe(200)
    expect((await mine(owner, 'assigned')).approvals).toEqual([])
  })

  it('refuses what it does not know', async () => {
    for (const search of ['what=all', 'what=recent&size=0', 'size=3', 'what=recent&user=x'])
      expect((await owner.get(`/api/mine?${search}`)).status, search).toBe(422)
  })
})
