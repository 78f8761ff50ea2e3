import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#base/ids.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { api, type Api, type Person } from '../support/people.ts'
import { creator, startPlace, type Place } from '../support/start-place.ts'

// What somebody may not do themselves they try to have done: by a token with another role, by a workflow that acts for
// somebody else, by a role they give to a friend.
let place: Place
let owner: Api
let planner: Person & { api: Api }
let colleague: Person & { api: Api }
const make = creator(() => owner)

beforeAll(async () => {
  place = await startPlace('Ways around roles')
  ;({ owner } = place)
  const { server, tenant, ann } = place
  const job = newId()
  const own = { job: { verbs: ['read'], rows: { field: 'lead', op: 'eq', value: { '=': 'user.id' } } } }
  const team = { job: { verbs: ['read'], rows: { field: 'team', op: 'eq', value: { '=': 'user.role' } } } }
  await installDefinitions(server, tenant.id, ann.userId, [
    {
      kind: 'model',
      id: job,
      key: 'job',
      body: {
        label: 'Jobs',
        schema: {
          version: 1,
          fields: [
            { key: 'name', label: 'Name', type: 'text' },
            { key: 'team', label: 'Team', type: 'text' },
            { key: 'lead', label: 'In charge', type: 'user' },
            { key: 'cost', label: 'Cost', type: 'text' },
          ],
        },
      },
    },
    {
      kind: 'field_permissions',
      key: job,
      body: { fields: { cost: { read_roles: ['owner', 'finance'], write_roles: ['owner'] } } },
    },
    { kind: 'role', key: 'planner', body: { label: 'Planner', grants: own, manage: ['workflows'] } },
    { kind: 'role', key: 'north', body: { label: 'North', grants: team } },
    { kind: 'role', key: 'south', body: { label: 'South', grants: team } },
    { kind: 'role', key: 'finance', body: { label: 'Finance' } },
    { kind: 'role', key: 'hr', body: { label: 'People', manage: ['members'] } },
    { kind: 'role', key: 'steward', body: { label: 'Steward', grants: {}, manage: ['workspace'] } },
    {
      kind: 'role',
      key: 'warden',
      body: { label: 'Warden', grants: { job: { verbs: ['read'] } }, manage: ['workspace'] },
    },
    { kind: 'role', key: 'crew', body: { label: 'Crew', grants: {} } },
  ])
  planner = await placePerson(server, tenant.id, 'planner')
  colleague = await placePerson(server, tenant.id, 'planner')
  await make('job', { name: 'Hush', team: 'south', lead: colleague.userId, cost: 'dear' })
  await make('job', { name: 'Plain', team: 'north', lead: planner.userId })
})
afterAll(() => place.server.stop())

const namesOf = async (who: Api): Promise<string[]> => {
  const { body } = await who.post('/api/query', { queries: [{ model: 'job' }] })
  return (body.results[0].rows ?? []).map(({ name }: { name: string }) => name)
}
/** Calls with a token that the person made with a role, or what refused it. */
async function byToken(person: Person & { api: Api }, role: string): Promise<Api | { status: number }> {
  const made = await person.api.post('/api/records/sys_api_token', { name: 'Way', role, valid_days: '7' })
  if (made.status !== 201) return made
  return api({ ...person, token: made.body.token }, place.tenant.id)
}

describe('a token with another role', () => {
  it('sees no rows that are for that role alone', async () => {
    const north = await placePerson(place.server, place.tenant.id, 'north')
    expect(await namesOf(north.api)).toEqual(['Plain'])
    expect(await byToken(north, 'south')).toMatchObject({ status: 403 })
    // It may have been given before the rule asked for the role.
    const token = await byToken(north, 'north')
    if (!('get' in token)) throw new Error('everybody may have a token of their own role')
    expect(await namesOf(token)).toEqual(['Plain'])
    await place.server.sql("update app.api_tokens set role = 'south' where user_id = $1", [north.userId])
    expect(await namesOf(token)).toEqual([])
  })

  it('keeps what its person sees of rows that are for them', async () => {
    const token = await byToken(planner, 'planner')
    expect('get' in token && (await namesOf(token))).toEqual(['Plain'])
  })

  it('begins no workflow that is for that role and not for its person', async () => {
    const flow = {
      key: 'for_crew',
      title: 'For the crew',
      runs_as: 'owner',
      active: true,
      trigger: { on: 'button', roles: ['crew'] },
      steps: [{ id: 'note', kind: 'create', model: 'job', values: { name: { '=': "'Made'" } } }],
    }
    expect((await owner.post('/api/workflows', flow)).status).toBe(201)
    const [crew, member] = [
      await placePerson(place.server, place.tenant.id, 'crew'),
      await placePerson(place.server, place.tenant.id, 'member'),
    ]
    const start = (who: Api) => who.post('/api/workflows/for_crew/runs', {})
    expect((await start(member.api)).status).toBe(404)
    const token = await byToken(member, 'crew')
    if (!('get' in token)) throw new Error('a member may have such a token')
    expect((await start(token)).status).toBe(404)
    expect((await token.get('/api/workflow-starts')).body.rows).toEqual([])
    expect((await start(crew.api)).status).toBeLessThan(300)
  })
})

describe('a workflow that acts for somebody else', () => {
  const looks = (key: string, model: string) => ({
    key,
    title: 'Look',
    active: true,
    trigger: { on: 'button', roles: ['planner'] },
    steps: [{ id: 'look', kind: 'find', model }],
  })

  it('is not tried as a colleague to read what is theirs alone', async () => {
    expect(await namesOf(planner.api)).toEqual(['Plain'])
    await colleague.api.post('/api/records/sys_schedule', {
      name: 'Hush plan',
      kind: 'export',
      plan: '0 3 * * *',
      model: 'job',
    })
    for (const [key, model] of [
      ['look_jobs', 'job'],
      ['look_plans', 'sys_schedule'],
    ] as const) {
      expect((await planner.api.post('/api/workflows', looks(key, model))).status).toBe(201)
      const tried = await planner.api.post(`/api/workflows/${key}/dry-run`, { as: colleague.userId })
      expect(tried.status, JSON.stringify(tried.body)).toBe(200)
      expect(JSON.stringify(tried.body)).not.toContain('Hush')
    }
    // As themselves they see what they see.
    const own = await planner.api.post('/api/workflows/look_jobs/dry-run', {})
    expect(JSON.stringify(own.body)).toContain('Plain')
  })

  it('tells whoever released it nothing of what a colleague sees who begins it', async () => {
    expect((await planner.api.post('/api/workflows', looks('lure', 'job'))).status).toBe(201)
    expect((await colleague.api.post('/api/workflows/lure/runs', {})).status).toBeLessThan(300)
    const { id } = await vi.waitFor(
      async () => {
        const { rows } = (await planner.api.get('/api/workflows/lure/runs')).body
        expect(['done', 'failed']).toContain(rows[0].status)
        return rows[0]
      },
      { timeout: 20_000, interval: 100 },
    )
    const log = await planner.api.get(`/api/workflows/lure/runs/${id}`)
    expect(log.status).toBe(200)
    expect(JSON.stringify(log.body)).not.toContain('Hush')
  })
})

describe('a webhook of somebody else', () => {
  it('is no way to hear of records: its deliveries are listed as far as its reader sees those', async () => {
    const { server, tenant, ann } = place
    const [job, foreign] = [await make('job', { name: 'Told' }), newId()]
    await server.sql(
      `insert into app.webhooks (tenant_id, id, name, url, models, kinds, active, secret, cursor, user_id)
       values ($1, $2, 'Way', 'https://example.test/', '["job"]', '["created"]', false, 'x', 0, $3)`,
      [tenant.id, foreign, ann.userId],
    )
    for (const model of ['job', null])
      await server.sql(
        `insert into app.webhook_deliveries (tenant_id, id, webhook_id, kind, model, record_id, status)
         values ($1, $2, $3, $4, $5, $6, 'delivered')`,
        [tenant.id, newId(), foreign, model ? 'created' : 'test', model, model && job],
      )
    const steward = await placePerson(server, tenant.id, 'steward')
    const listed = async (who: Api): Promise<{ total: number; rows: { record_id: string | null }[] }> =>
      (await who.post('/api/query', { queries: [{ model: 'sys_webhook_delivery', total: 'exact' }] })).body
        .results[0]
    expect((await listed(owner)).total).toBe(2)
    const seen = await listed(steward.api)
    expect(seen.total).toBe(1)
    expect(seen.rows).toMatchObject([{ record_id: null }])
  })
})

describe('the filter of a webhook of somebody else', () => {
  it('names no field and no model that its reader may not read; they may still switch it off', async () => {
    const hook = { url: 'https://hooks.example.com/', kinds: ['created'] }
    const secret = { field: 'cost', op: 'eq', value: 'dear' }
    const open = { field: 'name', op: 'eq', value: 'Told' }
    const made: string[] = []
    for (const filter of [secret, open])
      made.push(await make('sys_webhook', { ...hook, name: 'Of the owner', models: ['job'], filter }))
    const warden = await placePerson(place.server, place.tenant.id, 'warden')
    const asked = async (who: Api, more: object = {}) => {
      const where = { field: 'name', op: 'eq', value: 'Of the owner' }
      const sort = [{ field: 'created_at', dir: 'asc' }]
      const query = { model: 'sys_webhook', where, sort, ...more }
      return (await who.post('/api/query', { queries: [query] })).body.results[0].rows
    }
    expect(await asked(owner)).toMatchObject([{ filter: secret }, { filter: open }])
    expect(await asked(warden.api)).toMatchObject([{ filter: null }, { filter: open }])
    expect(await asked(warden.api, { fields: ['filter'] })).toMatchObject([
      { filter: null },
      { filter: open },
    ])
    // Who reads no jobs at all is told neither that there are any.
    const steward = await placePerson(place.server, place.tenant.id, 'steward')
    expect(await asked(steward.api)).toMatchObject([
      { models: [], filter: null },
      { models: [], filter: null },
    ])
    const off = await steward.api.patch(`/api/records/sys_webhook/${made[0]}`, { active: false })
    expect([off.status, off.body.filter]).toEqual([200, null])
    expect(await asked(owner)).toMatchObject([{ active: false, filter: secret }, { active: true }])
    const taken = await steward.api.patch(`/api/records/sys_webhook/${made[1]}`, {
      url: 'https://me.example.com/',
    })
    expect(taken.status).toBe(422)
  })
})

describe('a role for a friend', () => {
  it('that reads fields its giver does not read is not theirs to give', async () => {
    const hr = await placePerson(place.server, place.tenant.id, 'hr')
    const friend = await placePerson(place.server, place.tenant.id, 'member')
    const email = `friend-${newId()}@example.test`
    expect((await hr.api.post('/api/invites', { email, role: 'finance' })).status).toBe(403)
    expect((await hr.api.put(`/api/members/${friend.userId}`, { role: 'finance' })).status).toBe(403)
    expect((await hr.api.put(`/api/members/${hr.userId}`, { role: 'finance' })).status).toBe(403)
    expect((await hr.api.post('/api/invites', { email, role: 'member' })).status).toBe(201)
    // Who decides which roles read a field may give any of them.
    const admin = await placePerson(place.server, place.tenant.id, 'admin')
    expect((await admin.api.post('/api/invites', { email: `x${email}`, role: 'finance' })).status).toBe(201)
  })
})
